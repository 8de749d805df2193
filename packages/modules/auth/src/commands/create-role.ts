import { badInput, defineCommand, Id } from '@plinth/core'
import { assertSuperAdmin } from '@plinth/core/acl'
import { ALL_TENANTS } from '@plinth/core/data'
import { Role } from '../entities.ts'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { events, features } from '../contract.ts'
import { RoleFields } from '../roles/role-fields.ts'
import { assertMayName, nameInUse } from '../roles/role-names.ts'
import { roleRules } from '../rule-points.ts'

/**
 * Creates a role of the tenant. For a super admin, omitting `tenantId` creates a role of all tenants, as null does (decision:
 * Global roles).
 */
export const createRole = defineCommand({
  id: 'auth.roles.create',
  label: 'Create role',
  access: features['roles.manage'],
  resource: 'auth.role',
  rules: roleRules.create,
  input: RoleFields.extend({ tenantId: z.uuid().toLowerCase().nullish() }),
  output: Id,
  constraints: { roles_name_unique: nameInUse },
  beforeRevert,
  async run(ctx) {
    const { input, actor, scope, from, widenScope, emit } = ctx
    const { tenantId: named, ...fields } = input
    assertMayName(actor, fields.name)
    const tenantId = named ?? (actor.isSuperAdmin ? null : scope.tenantId)
    if (tenantId !== null && tenantId !== scope.tenantId) throw badInput('Tenant not found')
    const id = crypto.randomUUID()
    if (tenantId === null) {
      assertSuperAdmin(actor)
      await widenScope('allTenants', 'create a role of all tenants', (system) =>
        system.from.insert(Role, { ...fields, id, tenantId: ALL_TENANTS }).execute(),
      )
    } else await from.insert(Role, { ...fields, id }).execute()
    emit(events['role.created'], { id, tenantId })
    return { id }
  },
})
