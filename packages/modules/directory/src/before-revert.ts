import { type CommandContext, forbidden } from '@plinth/core'
import { rightsGuard } from '@plinth/core/acl'
import type { RevertedRow } from '@plinth/core/data'

/**
 * Holds undo and redo to what moving, adding and removing organizations is held to (decision 38): the organization, or
 * the one above it, is among the caller's, a moved one goes from one of theirs to one of theirs, and nobody gains or
 * loses what the caller could not give.
 */
export async function beforeRevert(
  { actor, scope, inject }: CommandContext,
  rows: readonly RevertedRow[],
): Promise<() => Promise<void>> {
  const organizationIds = actor.kind === 'system' ? scope.organizationIds : actor.allowedOrganizationIds
  if (organizationIds !== null && !rows.every((row) => isReached(row, new Set(organizationIds))))
    throw forbidden('This action changed an organization beyond your own.')
  return inject(rightsGuard).watch({ organizationIds: rows.map(({ id }) => id), isMove: true })
}

function isReached({ id, before, after }: RevertedRow, organizationIds: ReadonlySet<unknown>): boolean {
  const parents = [before, after].flatMap((image) => (image ? [image['parent_id']] : []))
  const isMoved = new Set(parents).size > 1
  return isMoved
    ? parents.every((parent) => organizationIds.has(parent))
    : organizationIds.has(id) || organizationIds.has(parents[0])
}
