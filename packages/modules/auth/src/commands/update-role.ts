import { badInput, type CommandContext, defineCommand, Ok, partial } from '@plinth/core'
import { assertSuperAdmin } from '@plinth/core/acl'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { events, features } from '../contract.ts'
import { Role, RoleAcl, tenantIdOf } from '../entities.ts'
import { RoleFields } from '../roles/role-fields.ts'
import { assertMayName, nameInUse } from '../roles/role-names.ts'
import { isAssigned, lockRole, type RoleRow, staleRoleTags, withRoles } from '../roles/role-rows.ts'
import { roleRules } from '../rule-points.ts'

/** Renames a role. Super admins may also move it to another tenant or to all tenants. Not possible while somebody holds it. */
export const updateRole = defineCommand({
  id: 'auth.roles.update',
  label: 'Update role',
  access: features['roles.manage'],
  resource: 'auth.role',
  entity: Role,
  rules: roleRules.update,
  input: z.object({
    id: z.uuid().toLowerCase(),
    ...partial(RoleFields).shape,
    tenantId: z.uuid().toLowerCase().nullish(),
  }),
  output: Ok,
  constraints: { roles_name_unique: nameInUse },
  beforeRevert,
  async run(ctx) {
    const { input, actor, scope, inject, emit, invalidate } = ctx
    const { id, tenantId: named, ...changes } = input
    const role = await lockRole(ctx, id)
    const tenantId = named === undefined ? role.tenantId : named
    const { name = role.name } = changes
    const isRenamed = name !== role.name
    const isMoved = tenantId !== role.tenantId
    if (isRenamed) assertMayName(actor, name)
    if (isMoved) assertSuperAdmin(actor)
    if (isMoved && tenantId !== null && !(await inject(tenants).find(tenantId))) throw badInput('Tenant not found')
    if ((isRenamed || isMoved) && (await isAssigned(ctx, role))) throw stillAssigned(isRenamed)
    await withRoles(ctx, { inAllTenants: isMoved || role.tenantId === null }, ({ from }) =>
      from
        .update(Role, 'r')
        .set({ ...changes, tenantId: tenantIdOf(tenantId) })
        .where('r.id', '=', role.id)
        .execute(),
    )
    if (isMoved && tenantId !== null) await moveRights(ctx, role, tenantId)
    invalidate(...staleRoleTags(scope, role.tenantId, tenantId))
    emit(events['role.updated'], { id: role.id, tenantId })
    return { ok: true as const }
  },
})

function stillAssigned(isRenamed: boolean) {
  return badInput(
    isRenamed
      ? 'Role name cannot be changed while users are assigned'
      : 'Role tenant cannot be changed while users are assigned',
  )
}

/** A role of a single tenant keeps only its rights in that tenant. */
async function moveRights(
  { widenScope }: Pick<CommandContext, 'widenScope'>,
  { id, tenantId }: RoleRow,
  to: string,
): Promise<void> {
  await widenScope('allTenants', 'move the rights of a role to its new tenant', async ({ from }) => {
    await from
      .delete(RoleAcl, 'a')
      .where('a.roleId', '=', id)
      .where('a.tenantId', '<>', tenantId ?? to)
      .execute()
    await from
      .update(RoleAcl, 'a')
      .set({ tenantId: to })
      .where('a.roleId', '=', id)
      .where('a.tenantId', '<>', to)
      .execute()
  })
}
