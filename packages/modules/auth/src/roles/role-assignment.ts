import { type CommandContext } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { UserRole } from '../entities.ts'
import { assertMayAssign } from '../rights/grant-boundary.ts'
import { assertMayChangeRights } from '../rights/super-admins.ts'
import { loadHeldRoles, resolveRoles } from './held-roles.ts'

/** Assigns exactly these roles to a user of the tenant, within the actor's grant boundary. Call it while holding `lockGrants`. */
export async function replaceRoles(ctx: CommandContext, userId: string, tokens: readonly string[]): Promise<void> {
  const { em, from, actor, scope, inject } = ctx
  const before = await loadHeldRoles(ctx, userId)
  const held = before.map(({ id }) => id)
  const after = await resolveRoles(ctx, tokens, held)
  const tree = await inject(organizationTrees).of(scope.tenantId)
  assertMayAssign(actor, { before, after, tree })
  const removed = before.filter(({ id }) => !after.some((role) => role.id === id))
  const added = after.filter(({ id }) => !before.some((role) => role.id === id))
  if (removed.length + added.length > 0) await assertMayChangeRights(ctx, userId)
  if (removed.length > 0) {
    await from
      .delete(UserRole, 'h')
      .where('h.userId', '=', userId)
      .where('h.roleId', '=', anyOf(removed.map(({ id }) => id)))
      .execute()
  }
  for (const { id } of added) em.create(UserRole, { userId, roleId: id })
  await em.flush()
}
