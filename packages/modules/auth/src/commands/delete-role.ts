import { badInput, type CommandContext, defineCommand, Ok } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { events, features } from '../contract.ts'
import { Role } from '../entities.ts'
import { assertMayGrant, lockGrants, unionOf } from '../rights/grant-boundary.ts'
import { loadRoles } from '../roles/held-roles.ts'
import { isAssigned, lockRole, staleRoleTags, withRoles } from '../roles/role-rows.ts'
import { roleRules } from '../rule-points.ts'

const stillAssigned = () => badInput('Role has assigned users')

/** Deletes a role that nobody holds, with its rights. */
export const deleteRole = defineCommand({
  id: 'auth.roles.delete',
  label: 'Delete role',
  access: features['roles.manage'],
  resource: 'auth.role',
  entity: Role,
  rules: roleRules.delete,
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: Ok,
  constraints: { user_roles_role_id_fkey: stillAssigned },
  beforeRevert,
  async run(ctx) {
    const { input, scope, emit, invalidate } = ctx
    // Commands that assign a role lock grants first and the role later.
    await lockGrants(ctx)
    const role = await lockRole(ctx, input.id)
    if (await isAssigned(ctx, role)) throw stillAssigned()
    await assertMayDelete(ctx, role.id)
    await withRoles(ctx, { inAllTenants: role.tenantId === null }, ({ from }) =>
      from.delete(Role, 'r').where('r.id', '=', role.id).execute(),
    )
    invalidate(...staleRoleTags(scope, role.tenantId))
    emit(events['role.deleted'], { id: role.id, tenantId: role.tenantId })
    return { ok: true as const }
  },
})

/**
 * API keys may hold the role and undo may restore it, so the actor must have the rights that are removed (decision: Revocation
 * boundary).
 */
async function assertMayDelete(ctx: CommandContext, roleId: string): Promise<void> {
  const tree = await ctx.inject(organizationTrees).of(ctx.scope.tenantId)
  const before = unionOf(await loadRoles(ctx, [roleId]), tree)
  assertMayGrant({ actor: ctx.actor, before, after: { ...before, features: [], organizations: [] }, tree })
}
