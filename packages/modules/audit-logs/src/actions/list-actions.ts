import { composition, type Context } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { undoTokens } from '@plinth/core/data'
import type { z } from 'zod'
import { type Filed, filedUnder, NOBODY, organizationsShown } from '../audience.ts'
import { features } from '../contract.ts'
import { reachOf } from '../entries.ts'
import type { ActionFilters } from '../log-query.ts'
import { type Names, resolveNames } from '../names.ts'
import type { ActionEntry } from '../views.ts'
import { type ActionFilter, type ActionRow } from './read-actions.ts'
import { isWithin, toSnapshots, withoutForeign } from './snapshots.ts'

/** The filter of a caller's question. Without the right to see the tenant's entries they get their own. */
export function toFilter(ctx: Context, query: z.output<typeof ActionFilters>): ActionFilter {
  const { actor, scope } = ctx
  const { organizationId, actorUserId, ...rest } = query
  return {
    ...rest,
    tenantId: scope.tenantId,
    organizationIds: organizationsShown(ctx, organizationId),
    actorId: hasAccess(actor, features.view_tenant) ? (actorUserId ?? null) : (filedUnder(actor).actorUserId ?? NOBODY),
    undoable: undoReach(ctx),
  }
}

/** Whose entries the caller could undo; null for somebody who may not undo. */
function undoReach(ctx: Context) {
  return hasAccess(ctx.actor, features.undo_self) ? reachOf(ctx, features.undo_tenant) : null
}

/** Entries as they are shown: named, with snapshots, and with the undo token for whoever could use it (decision 20). */
export async function toEntries(ctx: Context, rows: readonly ActionRow[]): Promise<z.input<typeof ActionEntry>[]> {
  const named = rows.map((row) => ({ ...row, ...filedUnder({ id: row.actorId, userId: row.actorUserId }) }))
  const nameOf = await resolveNames(ctx, named)
  const mayUndo = undoJudge(ctx)
  const { tokenOf } = ctx.get(undoTokens)
  return named.map((row) => {
    return toEntry(ctx, row, { ...nameOf(row), undoToken: mayUndo(row) ? tokenOf(row.id) : null })
  })
}

/** Says who could undo an entry today: what the command asks for, and where its rows are (decision 38). */
function undoJudge(ctx: Context): (row: ActionRow) => boolean {
  const { actor } = ctx
  const reach = undoReach(ctx)
  const commands = new Map(
    ctx.get(composition).modules.flatMap(({ commands = [] }) => commands.map((command) => [command.id, command])),
  )
  return ({ actorId, commandId, isUndoable, state, recorded }) => {
    if (reach === null || !isUndoable || state !== 'done') return false
    const command = commands.get(commandId)
    if (!command || !hasAccess(actor, command.access)) return false
    return (reach.actorId ?? actorId) === actorId && isWithin(recorded, actor.allowedOrganizationIds)
  }
}

function toEntry({ scope }: Context, row: ActionRow & Filed, names: Names & { readonly undoToken: string | null }) {
  const { recorded, resourceId, context, isPartial } = row
  return {
    ...row,
    ...names,
    ...toSnapshots(withoutForeign(recorded, scope), resourceId),
    executionState: row.state,
    context: isPartial ? { ...context, shownRows: recorded.length } : context,
    updatedAt: row.turnedAt ?? row.createdAt,
  }
}
