import { hasAccess } from '../acl/grants.ts'
import type { RevertOptions } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import type { HistoryEntry, RecordedChange } from './history.ts'
import { reverting } from './revert.ts'

/**
 * Determines whether the caller could undo the entries now: the access that the command requires, and the scope of its rows
 * (decision: Undo with current permissions).
 */
export function createUndoCheck(
  ctx: Pick<Context, 'actor' | 'inject'>,
  options: RevertOptions | null,
): (entry: HistoryEntry) => boolean {
  if (options === null) return () => false
  const { id, allowedOrganizationIds } = ctx.actor
  const { modules } = ctx.inject(reverting)
  const commands = new Map(modules.flatMap(({ commands = [] }) => commands.map((command) => [command.id, command])))
  return ({ actorId, commandId, isUndoable, state, recorded }) => {
    if (!isUndoable || state !== 'done') return false
    const command = commands.get(commandId)
    if (!command || !hasAccess(ctx.actor, command.access)) return false
    return (options.ofOthers || actorId === id) && isWithin(recorded, allowedOrganizationIds)
  }
}

/** Whether all rows belong to these organizations or to none; null stands for all organizations. */
function isWithin(recorded: readonly RecordedChange[], organizationIds: readonly string[] | null): boolean {
  if (organizationIds === null) return true
  return recorded
    .flatMap(({ before, after }) => [before?.['organization_id'], after?.['organization_id']])
    .every((id) => id === undefined || id === null || organizationIds.includes(String(id)))
}
