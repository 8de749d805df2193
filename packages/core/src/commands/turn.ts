import { sql } from 'kysely'
import type { Command, CommandContext, Target } from '../define/command.ts'
import { badInput, type PlatformError } from '../errors.ts'
import type { LoggedEntry } from './logged-entry.ts'
import { type Conflict, restoreRows } from './restore.ts'
import { type Direction, isForgotten } from './restore-plan.ts'

/**
 * Undoes or redoes an entry inside a command: takes the turn, of which there is one, moves the rows, drops what was
 * cached of them, and takes back what the entry's command did outside the database. Whether the caller may is checked
 * before. Answers what the entry of the turn is filed under (section 16.1 of the commands contract).
 */
export async function turnEntry(
  ctx: CommandContext<unknown>,
  { entry, direction, command }: { entry: LoggedEntry; direction: Direction; command: Command | undefined },
): Promise<Target> {
  const { scope, actor, now, entryId, invalidate, asSystem } = ctx
  const { tenantId } = scope
  await asSystem(`${direction} an action`, async ({ db }) => {
    const { rows } = await sql`insert into plinth.turns (tenant_id, source_id, kind, entry_id, actor_id, created_at)
      values (${tenantId}, ${entry.id}, ${direction}, ${entryId}, ${actor.id}, ${now().toISOString()})
      on conflict do nothing returning entry_id`.execute(db)
    if (rows.length === 0)
      throw badInput(direction === 'undo' ? 'Undo token not available' : 'Redo target not available')
    const source = { tenantId, entryId: entry.id, direction }
    if (await isForgotten(db, source)) throw badInput('What this action changed is no longer kept')
    const conflicts = await restoreRows(db, source)
    if (conflicts.length > 0) throw inTheWay(entry, conflicts)
  })
  invalidate(...entry.cacheTags)
  if (direction === 'undo') await command?.undo?.(Object.assign(ctx, { context: entry.context ?? {} }))
  return {
    commandId: entry.commandId,
    label: entry.actionLabel,
    id: entry.resourceId,
    ...(entry.resourceKind !== null && { kind: entry.resourceKind }),
    ...(entry.parentResourceKind !== null &&
      entry.parentResourceId !== null && { parent: { kind: entry.parentResourceKind, id: entry.parentResourceId } }),
    context: { ...entry.context, historyAction: direction, sourceLogId: entry.id, sourceCommandId: entry.commandId },
  }
}

/** 400 with the rows that have changed since, the entry's own resource under its kind (decision 19). */
function inTheWay({ resourceKind, resourceId }: LoggedEntry, conflicts: readonly Conflict[]): PlatformError {
  return badInput('Later changes are in the way', {
    conflicts: conflicts.map(({ table, id, fields }) => ({
      resourceKind: id === resourceId ? (resourceKind ?? table) : table,
      resourceId: id,
      fields: fields.map(toCamelCase),
    })),
  })
}

const toCamelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
