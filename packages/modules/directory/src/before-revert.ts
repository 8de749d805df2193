import { type CommandContext, forbidden } from '@plinth/core'
import { rightsGuard } from '@plinth/core/acl'
import type { RevertedRow } from '@plinth/core/data'
import { watchOrganizationLimit } from './organization-limit.ts'

/**
 * Holds undo and redo to what moving, adding and removing organizations is held to (decision 38): the organization, or
 * the one above it, is among the caller's, a moved one goes from one of theirs to one of theirs, nobody gains or
 * loses what the caller could not give, and the tenant has no more organizations than it may.
 */
export async function beforeRevert(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<() => Promise<void>> {
  const { actor, scope, inject } = ctx
  const organizationIds = actor.kind === 'system' ? scope.organizationIds : actor.allowedOrganizationIds
  if (organizationIds !== null && !rows.every((row) => isReached(row, new Set(organizationIds))))
    throw forbidden('This action changed an organization beyond your own.')
  const assertWithinLimit = await watchOrganizationLimit(ctx, rows)
  const assertUnharmed = await inject(rightsGuard).watch({ organizationIds: rows.map(({ id }) => id), isMove: true })
  return async () => {
    await assertWithinLimit()
    await assertUnharmed()
  }
}

function isReached({ id, before, after }: RevertedRow, organizationIds: ReadonlySet<unknown>): boolean {
  const parents = [before, after].flatMap((image) => (image ? [image['parent_id']] : []))
  const isMoved = new Set(parents).size > 1
  return isMoved
    ? parents.every((parent) => organizationIds.has(parent))
    : organizationIds.has(id) || organizationIds.has(parents[0])
}
