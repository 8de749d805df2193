import { badInput, defineCommand, Id, sql } from '@plinth/core'
import { tenantIdOf } from '../entities.ts'
import { z } from 'zod'
import { beforeRevert } from '../rights/before-revert.ts'
import { events, features } from '../contract.ts'
import { assertMayName, nameInUse, RoleName } from '../roles/role-names.ts'
import { withRoles } from '../roles/role-rows.ts'
import { roleRules } from '../rule-points.ts'

/**
 * Creates a role of the tenant. For a super admin, omitting `tenantId` creates a role of all tenants, as null does (decision 14).
 */
export const createRole = defineCommand({
  id: 'auth.roles.create',
  label: 'Create role',
  access: features['roles.manage'],
  resource: 'auth.role',
  rules: roleRules.create,
  input: z.object({ name: RoleName, tenantId: z.uuid().toLowerCase().nullish() }),
  output: Id,
  constraints: { roles_name_unique: nameInUse },
  beforeRevert,
  async run(ctx) {
    const { input, actor, scope, emit, now } = ctx
    assertMayName(actor, input.name)
    const tenantId = input.tenantId ?? (actor.isSuperAdmin ? null : scope.tenantId)
    if (tenantId !== null && tenantId !== scope.tenantId) throw badInput('Tenant not found')
    const id = crypto.randomUUID()
    const time = now().toISOString()
    await withRoles(ctx, { asSuperAdmin: tenantId === null }, ({ db }) =>
      sql`insert into roles (id, tenant_id, name, created_at, updated_at)
        values (${id}, ${tenantIdOf(tenantId)}, ${input.name}, ${time}, ${time})`.execute(db),
    )
    emit(events['role.created'], { id, tenantId })
    return { id }
  },
})
