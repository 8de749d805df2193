import { sql } from 'kysely'
import type { Sql } from '../data/statements.ts'
import type { CommandContext, Target } from '../define/command.ts'
import type { Module } from '../define/module.ts'
import { badInput } from '../errors.ts'
import { type Effects, effectSeal, findCommand, loadEffects, redoEffects, undoEffects } from './effects.ts'
import { assertMayRevert, credentialsLeft, readRows } from './permission.ts'
import { type Conflict, findConflicts, restoreRows } from './restore.ts'
import { rowUpgrades } from './upgrade-rows.ts'

/** An undone action can be redone, once, and what was redone is undone as an action of its own. */
export type Direction = 'undo' | 'redo'

/**
 * Undoes or redoes an entry inside a command: takes the turn, of which there is one, moves the rows, drops what was
 * cached of them, and takes back what the entry's command did outside the database. A redo takes back the undo, so that
 * what went with it comes again: the grants of a role. Throws where the caller may not do today what that does (decision
 * 38). Answers what the entry of the turn is filed under.
 */
export async function revertEntry(
  ctx: CommandContext<unknown>,
  { entry, direction, modules }: { entry: LoggedEntry; direction: Direction; modules: readonly Module[] },
): Promise<Target> {
  const command = findCommand(modules, entry.commandId)
  const { scope, actor, now, entryId, invalidate, asSystem, get, log } = ctx
  const { tenantId } = scope
  const { checkMoved, effects, rows } = await asSystem(`${direction} an action`, async ({ db }) => {
    const { rows } = await sql<{ undoId: string | null }>`
      insert into plinth.turns (tenant_id, source_id, kind, entry_id, actor_id, created_at)
      select e.tenant_id, e.id, ${direction}, ${entryId}::uuid, ${actor.id}, ${now().toISOString()}::timestamptz
      from plinth.action_log e where e.tenant_id = ${tenantId} and e.id = ${entry.id}
      on conflict do nothing returning (select u.entry_id from plinth.turns u
        where u.tenant_id = ${tenantId} and u.source_id = ${entry.id} and u.kind = 'undo') as "undoId"`.execute(db)
    const moved = direction === 'undo' ? entry.id : rows[0]?.undoId
    if (rows.length === 0 || !moved)
      throw badInput(direction === 'undo' ? 'Undo token not available' : 'Redo target not available')
    const source = { tenantId, entryId: moved }
    const facts = { entryId: entry.id, commandId: entry.commandId }
    const { conflicts, reason, allowed } = await restoreRows(db, source, {
      upgrades: get(rowUpgrades),
      assertAllowed: (steps) => assertMayRevert(ctx, db, { command, source, steps, modules }),
    }).catch((error: unknown) => {
      log.warn({ ...facts, err: error }, `${direction} refused`)
      throw error
    })
    if (reason !== undefined || conflicts.length > 0) log.warn({ ...facts, reason, conflicts }, `${direction} refused`)
    if (reason !== undefined) throw badInput(reason)
    if (conflicts.length > 0) throw badInput('Later changes are in the way', conflictDetails(entry, conflicts))
    const { open } = get(effectSeal)
    const kept = await loadEffects(db, { tenantId, entryId: entry.id, open })
    const effects = kept ?? withoutInput(entry)
    const hasHooks = effects.commands.some(({ commandId }) => {
      const { undo, redo } = findCommand(modules, commandId)
      return direction === 'undo' ? undo : redo
    })
    return { checkMoved: allowed, effects, rows: hasHooks ? await readRows(db, source) : [] }
  })
  const staleCredentials = await asSystem('see which credentials stay', ({ db }) =>
    credentialsLeft(db, { tenantId, entryId: entry.id }),
  )
  invalidate(...entry.cacheTags)
  await checkMoved?.()
  await (direction === 'undo' ? undoEffects : redoEffects)(ctx, { entry, effects, rows, modules })
  return {
    commandId: entry.commandId,
    label: entry.actionLabel,
    id: entry.resourceId,
    ...(entry.resourceKind !== null && { kind: entry.resourceKind }),
    ...(entry.parentResourceKind !== null &&
      entry.parentResourceId !== null && { parent: { kind: entry.parentResourceKind, id: entry.parentResourceId } }),
    context: {
      ...entry.context,
      historyAction: direction,
      sourceLogId: entry.id,
      sourceCommandId: entry.commandId,
      ...(staleCredentials.length > 0 && { credentialsLeft: staleCredentials.map(toCamelCase) }),
    },
  }
}

/** What is known of an entry from before effects were kept: what its command's `target` gave. */
function withoutInput({ commandId, context }: LoggedEntry): Effects {
  return {
    commands: [{ commandId, depth: 0, input: undefined, result: undefined, context: context ?? {} }],
    jobs: [],
  }
}

/** The rows that have changed since an entry, in the way of its undo: the details of a refusal; undefined for none. */
export async function findUndoConflicts(
  { scope, asSystem, get }: Pick<CommandContext<unknown>, 'scope' | 'asSystem' | 'get'>,
  entry: LoggedEntry,
) {
  const source = { tenantId: scope.tenantId, entryId: entry.id }
  const conflicts = await asSystem('compare an action with what came later', ({ db }) =>
    findConflicts(db, source, get(rowUpgrades)),
  )
  return conflicts.length > 0 ? conflictDetails(entry, conflicts) : undefined
}

/** The rows that have changed since, the entry's own resource under its kind (decision 19). */
function conflictDetails({ resourceKind, resourceId }: LoggedEntry, conflicts: readonly Conflict[]) {
  return {
    conflicts: conflicts.map(({ table, id, fields }) => ({
      resourceKind: id === resourceId ? (resourceKind ?? table) : table,
      resourceId: id,
      fields: fields.map(toCamelCase),
    })),
  }
}

const toCamelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** An entry of the log, as far as turning it needs. */
export interface LoggedEntry {
  readonly id: string
  readonly commandId: string
  readonly actionLabel: string | null
  readonly resourceKind: string | null
  readonly resourceId: string | null
  readonly parentResourceKind: string | null
  readonly parentResourceId: string | null
  readonly context: Readonly<Record<string, unknown>> | null
  readonly cacheTags: readonly string[]
  readonly tenantId: string
  readonly organizationId: string | null
  readonly actorId: string
  readonly actorUserId: string | null
  readonly createdAt: string
}

/** The columns of a `LoggedEntry` in a query that calls the log `e`. */
export const loggedEntryColumns = sql`e.id, e.command_id as "commandId", e.action_label as "actionLabel",
  e.resource_kind as "resourceKind", e.resource_id as "resourceId", e.parent_resource_kind as "parentResourceKind",
  e.parent_resource_id as "parentResourceId", e.context, e.cache_tags as "cacheTags",
  e.tenant_id as "tenantId", e.organization_id as "organizationId", e.actor_id as "actorId",
  e.actor_user_id as "actorUserId", e.created_at as "createdAt"`

/** An entry of the tenant by its id, whoever it belongs to; null when there is none. */
export async function findLoggedEntry(db: Sql, tenantId: string, id: string): Promise<LoggedEntry | null> {
  const { rows } = await sql<LoggedEntry>`select ${loggedEntryColumns} from plinth.action_log e
    where e.tenant_id = ${tenantId} and e.id = ${id}`.execute(db)
  return rows[0] ?? null
}
