import { badInput, type CommandContext, type PlatformError } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { UserRole } from '../entities.ts'
import { assertMayAssign } from './grant-boundary.ts'
import { assertMayChangeRights } from './super-admins.ts'
import { type HeldRole, loadAssignedRoles, resolveRoles } from '../roles/held-roles.ts'

/**
 * Assigns exactly these roles to a user of the tenant, within the actor's grant boundary. Roles that a group or connection gives
 * stay as they are; leaving one out is 400, because only the group or connection can take it (decision: Sources of roles and memberships). Call it
 * while holding `lockGrants`.
 */
export async function replaceRoles(ctx: CommandContext, userId: string, tokens: readonly string[]): Promise<void> {
  const { from, actor, scope, inject } = ctx
  const { held: before, own, byOthers } = await loadAssignedRoles(ctx, userId)
  const held = before.map(({ id }) => id)
  const after = await resolveRoles(ctx, tokens, held)
  const left = before.filter(({ id }) => byOthers.has(id) && !after.some((role) => role.id === id))
  if (left.length > 0) throw givenByOthers(left)
  const tree = await inject(organizationTrees).of(scope.tenantId)
  assertMayAssign(actor, { before, after, tree })
  const removed = before.filter(({ id }) => own.has(id) && !after.some((role) => role.id === id))
  const added = after.filter(({ id }) => !before.some((role) => role.id === id))
  if (removed.length + added.length > 0) await assertMayChangeRights(ctx, userId)
  if (removed.length > 0) {
    await from
      .delete(UserRole, 'h')
      .where('h.userId', '=', userId)
      .where('h.roleId', '=', anyOf(removed.map(({ id }) => id)))
      .where('h.source', '=', '')
      .execute()
  }
  for (const { id } of added) await from.create(UserRole, { userId, roleId: id })
}

function givenByOthers(roles: readonly HeldRole[]): PlatformError {
  const names = roles.map(({ name }) => `"${name}"`).join(', ')
  const message = `Role(s) given by a group of the identity provider, which has to take them: ${names}`
  return badInput(message, {
    fieldErrors: { roles: message },
    details: [{ path: ['roles'], message, code: 'custom', origin: 'validation' }],
  })
}
