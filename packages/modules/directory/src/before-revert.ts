import { badInput, type CommandContext, forbidden } from '@plinth/core'
import { rightsWatcher } from '@plinth/core/acl'
import type { RevertedRow } from '@plinth/core/data'
import { watchOrganizationLimit } from './organization-limit.ts'

/**
 * Applies the checks for moving, adding and removing organizations to undo and redo (decision: Undo with current permissions): the
 * organization or its parent is among the caller's, a move starts and ends below one of theirs, nobody gains or loses rights that
 * the caller could not grant, and the organization limit holds. An organization to which accounts are confined is not removed
 * (decision: Deactivated accounts), because the original confirmation was about other people.
 */
export async function beforeRevert(ctx: CommandContext, all: readonly RevertedRow[]): Promise<() => Promise<void>> {
  const rows = all.filter(({ table }) => table === 'organizations')
  const { actor, scope, inject } = ctx
  const organizationIds = actor.kind === 'system' ? scope.organizationIds : actor.allowedOrganizationIds
  if (organizationIds !== null && !rows.every((row) => isReached(row, new Set(organizationIds))))
    throw forbidden('This action changed an organization outside your own.')
  const own = rows.find(({ id }) => id === actor.homeOrganizationId)
  if (own && isActive(own.before) && !isActive(own.after))
    throw badInput('You cannot deactivate the organization you belong to')
  const assertWithinLimit = await watchOrganizationLimit(ctx, rows)
  const assertUnharmed = await inject(rightsWatcher).watch({ organizationIds: rows.map(({ id }) => id), isMove: true })
  const people = await countConfined(ctx, rows)
  return async () => {
    await assertWithinLimit()
    await assertUnharmed()
    if (people > 0) throw lockedOut(people)
  }
}

async function countConfined({ inject }: CommandContext, rows: readonly RevertedRow[]): Promise<number> {
  const removed = rows.filter(
    ({ table, before, after }) => table === 'organizations' && isLive(before) && !isLive(after),
  )
  let people = 0
  for (const { id } of removed) people += await inject(rightsWatcher).countConfined(id)
  return people
}

const isActive = (image: RevertedRow['before']) => isLive(image) && image?.['is_active'] !== false

const isLive = (image: RevertedRow['before']) => image !== null && image['deleted_at'] === null

function lockedOut(people: number) {
  const whose = people === 1 ? '1 account is' : `${people} accounts are`
  return badInput(
    `${whose} confined to this organization and would be locked out. Delete it with confirm=true instead.`,
    { confinedAccounts: people },
  )
}

function isReached({ id, before, after }: RevertedRow, organizationIds: ReadonlySet<unknown>): boolean {
  const parents = [before, after].flatMap((image) => (image ? [image['parent_id']] : []))
  const isMoved = new Set(parents).size > 1
  return isMoved
    ? parents.every((parent) => organizationIds.has(parent))
    : organizationIds.has(id) || organizationIds.has(parents[0])
}
