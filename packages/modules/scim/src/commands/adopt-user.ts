import { lockGrants, tags, User } from '@plinth/auth'
import { type CommandContext, sql } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { ScimGroup, ScimMember, ScimUser } from '../entities.ts'
import { noResource } from '../errors.ts'
import { serviceAccountOf } from '../principal.ts'
import { findCandidate, whyNotAdoptable } from '../resources/adoption.ts'
import { keyOf } from '../resources/filter-columns.ts'
import { type LockedUser, lockUser } from '../resources/users.ts'

/** An account that a provider has just taken over, or why it may not (for people; null if there is no such account). */
export type Adoption = { readonly adopted: LockedUser } | { readonly adopted: null; readonly why: string | null }

/**
 * Takes over an account that no provider manages, as it is, within a command (decision: Adopted accounts). Undo of the command gives
 * it up again. Nothing is written if the provider may not have it.
 */
export async function adoptUser(ctx: CommandContext, userId: string): Promise<Adoption> {
  const { from, actor, invalidate } = ctx
  // Links of an account end while it is locked, and rights are what they are until the command ends.
  const [account] = await from.lockAll(User, { id: userId })
  if (!account) return { adopted: null, why: null }
  await lockGrants(ctx, 'shared')
  // From here on, the rights are read again.
  invalidate(tags.user(userId))
  const candidate = await findCandidate(ctx, { id: userId })
  if (!candidate) return { adopted: null, why: null }
  const why = await whyNotAdoptable(ctx, candidate)
  if (why !== null) return { adopted: null, why }
  const { userName, externalId, attributes } = candidate
  const kept = { userName, userNameKey: keyOf(userName), externalId, attributes, deactivatedAt: null, deletedAt: null }
  const [former] = await from.lockAll(ScimUser, { userId })
  if (former) await from.change(ScimUser, former, kept)
  else await from.create(ScimUser, { userId, serviceAccountId: serviceAccountOf(actor), ...kept })
  // Whatever was undone before.
  await leaveGroups(ctx, userId)
  const adopted = await lockUser(ctx, userId)
  return adopted ? { adopted } : { adopted: null, why: null }
}

/** Nobody is in a group until the provider says so. Groups that showed somebody before have another version afterwards. */
export async function leaveGroups({ db, from }: CommandContext, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select g.id from ${from.table(ScimGroup, 'g')} where g.id in (
    select m."groupId" from ${from.table(ScimMember, 'm')} where m."userId" = ${userId}) order by g.id for update`.execute(
    db,
  )
  if (rows.length === 0) return
  await from.delete(ScimMember, 'm').where('m.userId', '=', userId).execute()
  await from
    .update(ScimGroup, 'g')
    .set({ revision: sql`revision + 1` })
    .where('g.id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
}

/** A user of the provider, whose rows are locked, or an account that it may take over and now has. Throws 404 for any other. */
export async function lockOrAdoptUser(ctx: CommandContext, userId: string): Promise<LockedUser> {
  const own = await lockUser(ctx, userId)
  if (own) return own
  const { adopted } = await adoptUser(ctx, userId)
  if (!adopted) throw noResource(userId)
  return adopted
}
