import type { Actor, Context } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { type HistoryEntry, type HistoryFilter, createUndoCheck, undoTokens } from '@plinth/core/data'
import { texts } from '@plinth/core/http'
import type { z } from 'zod'
import { type LoggedActor, loggedActorOf, NOBODY, organizationsAllowed, organizationsShown } from '../audience.ts'
import { features } from '../contract.ts'
import type { ActionFilters } from '../log-query.ts'
import { type Names, resolveNames } from '../names.ts'
import { reachOf } from '../revert-reach.ts'
import type { ActionEntry } from '../views.ts'
import { toSnapshots, withoutForeign } from './snapshots.ts'

/** The filter for a caller's query. Callers who may not see the tenant's entries get their own. */
export function toHistoryFilter(ctx: Context, query: z.output<typeof ActionFilters>): HistoryFilter {
  const { actor } = ctx
  const { organizationId, actorUserId, undoableOnly, actionType: verbs, search, ...rest } = query
  return {
    ...rest,
    verbs,
    ...(search && { search: { text: search, organizationIds: organizationsAllowed(ctx) } }),
    organizationIds: organizationsShown(ctx, organizationId),
    actorId: hasAccess(actor, features.view_tenant)
      ? (actorUserId ?? null)
      : (loggedActorOf(actor).actorUserId ?? NOBODY),
    ...(undoableOnly && { undoable: undoReach(actor) }),
  }
}

/** Whose entries the caller could undo; null when they may not undo. */
const undoReach = (actor: Actor) => (hasAccess(actor, features.undo_self) ? reachOf(actor, features.undo_tenant) : null)

/**
 * Entries as the API returns them: with names, snapshots, and the undo token for callers who could use it (decision: Undo tokens).
 */
export async function toEntries(ctx: Context, rows: readonly HistoryEntry[]): Promise<z.input<typeof ActionEntry>[]> {
  const entries = rows.map((row) => ({ ...row, ...loggedActorOf({ id: row.actorId, userId: row.actorUserId }) }))
  const nameOf = await resolveNames(ctx, entries)
  const mayUndo = createUndoCheck(ctx, undoReach(ctx.actor))
  const { tokenOf } = ctx.inject(undoTokens)
  const { language } = await ctx.locale()
  return entries.map((row) => ({
    ...toEntry(ctx, row, { ...nameOf(row), undoToken: mayUndo(row) ? tokenOf(row.id) : null }),
    actionLabel: row.actionLabel && ctx.inject(texts).in(language, row.actionLabel),
  }))
}

function toEntry(ctx: Context, row: HistoryEntry & LoggedActor, names: Names & { readonly undoToken: string | null }) {
  const { recorded, resourceId, context, isPartial } = row
  // Selecting one organization must not hide parts of an entry that was requested from another.
  const seen = { tenantId: ctx.scope.tenantId, organizationIds: organizationsAllowed(ctx) }
  return {
    ...row,
    ...names,
    ...toSnapshots(withoutForeign(recorded, seen), resourceId),
    executionState: row.state,
    context: isPartial ? { ...context, shownRows: recorded.length } : context,
    updatedAt: row.revertedAt ?? row.createdAt,
  }
}
