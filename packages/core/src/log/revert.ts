import { type RawBuilder, sql } from 'kysely'
import { assertAccess, hasAccess } from '../acl/grants.ts'
import type { RowAction } from '../data/query/row-tests.ts'
import type { Sql } from '../data/query/sql.ts'
import type {
  ChangeRange,
  Command,
  CommandContext,
  KeptRow,
  RevertContext,
  Reverted,
  RevertedRow,
  Target,
} from '../define/command.ts'
import type { Context } from '../define/context.ts'
import { customValues, type RestoredValues } from '../define/custom-values.ts'
import type { Module } from '../define/module.ts'
import { defineService, entityTables } from '../define/service.ts'
import type { EmittedEvent } from '../define/emitted-events.ts'
import { CUSTOM, CUSTOM_PREFIX } from '../define/extensible.ts'
import { fieldPolicies } from '../define/field-policies.ts'
import { badInput, brokenSetup, forbidden } from '../errors.ts'
import {
  type EntryEffects,
  type EffectCipher,
  findCommand,
  findOrigin,
  loadEffects,
  redoEffects,
  type RevertedCommand,
  undoEffects,
} from './effects.ts'
import { findComparedApart } from './columns-compared-apart.ts'
import { BY_NAME } from './times-and-authors.ts'
import { planRevert, type Source, type RevertStep } from './revert-plan.ts'
import { findRevertedEvents, type ToldKind } from './reverted-events.ts'
import { revertedRows } from './reverted-rows.ts'
import type { RowUpgrades } from './upgrade-rows.ts'
import type { Conflict } from './conflict.ts'
import { compareRows, restoreRows } from './restore.ts'
import type { LoggedEntry } from './entries.ts'
import { hiddenDependents } from './visible-entries.ts'

/** What reverting needs from the platform. */
interface RevertDeps {
  readonly modules: readonly Module[]
  readonly upgrades: RowUpgrades
  readonly cipher: EffectCipher
  /** The context of a command's `undo` and `redo`: `ctx`, and the command as it ran. */
  contextOf(ctx: Context, ran: RevertedCommand): RevertContext<never, never>
  /** Kinds of records whose events are told to `onEmit`; none if no module listens. */
  readonly told: readonly ToldKind[]
  /** Tells `onEmit` of these events before the commit. Subscribers are not called. */
  tell(ctx: Context, events: readonly EmittedEvent[]): void
}

/** Resolve with `inject(reverting)`; available on every platform. */
export const reverting = defineService<RevertDeps>('core.reverting')

/** An undone action can be redone once; the redo is undone like any other action. */
export type Direction = 'undo' | 'redo'

/** An entry to undo or redo. */
export interface FoundEntry {
  readonly entry: LoggedEntry
  readonly direction: Direction
  /** As in `RevertOptions`. */
  readonly keepsEdits?: boolean
  readonly part?: readonly ChangeRange[]
  readonly undoneBy?: readonly string[]
}

/**
 * Undoes or redoes an entry inside a command: inserts its row into `plinth.turns`, which is unique, restores the rows,
 * invalidates their caches, tells `onEmit` what has happened to records, and reverses the command's effects outside the database. A redo reverts the undo, which also
 * restores what the undo removed, such as the grants of a role. Throws if the caller may not currently do the same directly
 * (decision: Undo with current permissions).
 */
export async function revertEntry(
  ctx: CommandContext,
  { entry, direction, keepsEdits = false, part, undoneBy }: FoundEntry,
): Promise<Reverted> {
  const { scope, now, entryId, invalidate, widenScope, inject, log } = ctx
  const { modules, upgrades, cipher, contextOf, told, tell } = inject(reverting)
  const command = findCommand(modules, entry.commandId)
  const { tenantId } = scope
  const { checkMoved, effects, rows, edits, events } = await widenScope(
    'allTenants',
    `${direction} an action`,
    async ({ db, from }) => {
      const moved = part ? entry.id : await takeTurn(ctx, db, { entry, direction })
      if (!moved) throw badInput(direction === 'undo' ? 'Undo token not available' : 'Redo target not available')
      // A redo has not repeated what was undone in part before, which may have come back since.
      const planned = undoneBy ? await findOrigin(db, { tenantId, entryId: moved }) : moved
      const source = { tenantId, entryId: planned, part }
      const facts = { entryId: entry.id, commandId: entry.commandId }
      const kept = await loadEffects(db, { tenantId, entryId: entry.id, decrypt: cipher.decrypt })
      const effects = kept ?? withoutInput(entry)
      const inside = effects.commands.map(({ commandId }) => findCommand(modules, commandId))
      if (part && inside.some(({ undo, redo }) => undo || redo)) throw badInput('This can only be undone as a whole')
      const access = { db, from, tables: inject(entityTables), scope: { ...scope, system: true, now } }
      const {
        conflicts,
        kept: edits,
        reason,
        allowed,
      } = await restoreRows(access, source, {
        upgrades,
        keepsEdits,
        undoneBy,
        at: now(),
        assertAllowed: (steps) => assertMayRevert(ctx, db, { entry, command, inside, source, steps, modules }),
      }).catch((error: unknown) => {
        log.warn({ ...facts, err: error }, `${direction} refused`)
        throw error
      })
      if (reason !== undefined || conflicts.length > 0)
        log.warn({ ...facts, reason, conflicts }, `${direction} refused`)
      if (reason !== undefined) throw badInput(reason)
      if (conflicts.length > 0) throw badInput('Later changes are in the way', conflictDetails(ctx, entry, conflicts))
      const hasHooks = inside.some(({ undo, redo }) => (direction === 'undo' ? undo : redo))
      const resource = { kind: entry.resourceKind, id: entry.resourceId }
      const records = { db, tables: inject(entityTables), tenantId }
      const events = told.length > 0 ? await findRevertedEvents(records, { kinds: told, resource }) : []
      return { checkMoved: allowed, effects, rows: hasHooks ? await readRows(db, source) : [], edits, events }
    },
  )
  const staleCredentials = await widenScope('allTenants', 'see which credentials stay', ({ db }) =>
    credentialsLeft(db, { tenantId, entryId: entry.id }),
  )
  invalidate(...entry.cacheTags)
  tell(ctx, events)
  await checkMoved?.()
  const effectRevert = { entry, effects, rows, modules, contextOf: (ran: RevertedCommand) => contextOf(ctx, ran) }
  await (direction === 'undo' ? undoEffects(effectRevert) : redoEffects(ctx, effectRevert))
  const left = staleCredentials.map(toCamelCase)
  return {
    sourceId: entry.id,
    entryId,
    credentialsLeft: left,
    // All are rows of the plan, which the caller may see.
    kept: describeRows(ctx, entry, edits),
    target: revertTarget(entry, { direction, left }),
  }
}

/**
 * Takes the only turn to undo or redo an entry. Returns the entry whose rows are restored: the entry itself, or its undo; null if the
 * turn has been taken.
 */
async function takeTurn(
  { scope: { tenantId }, actor, now, entryId }: CommandContext,
  db: Sql,
  { entry, direction }: FoundEntry,
): Promise<string | null> {
  const { rows } = await sql<{ undoId: string | null }>`
    insert into plinth.turns (tenant_id, source_id, kind, entry_id, actor_id, created_at)
    select e.tenant_id, e.id, ${direction}, ${entryId}::uuid, ${actor.id}, ${now().toISOString()}::timestamptz
    from plinth.action_log e where e.tenant_id = ${tenantId} and e.id = ${entry.id}
    on conflict do nothing returning (select u.entry_id from plinth.turns u
      where u.tenant_id = ${tenantId} and u.source_id = ${entry.id} and u.kind = 'undo') as "undoId"`.execute(db)
  if (rows.length === 0) return null
  return direction === 'undo' ? entry.id : rows[0]!.undoId
}

/** The resource of a revert's entry: that of the reverted entry. */
function revertTarget(
  entry: LoggedEntry,
  { direction, left }: { readonly direction: Direction; readonly left: readonly string[] },
): Target {
  const { resourceKind, parentResourceKind, parentResourceId } = entry
  return {
    commandId: entry.commandId,
    label: entry.actionLabel,
    id: entry.resourceId,
    ...(resourceKind !== null && { kind: resourceKind }),
    ...(parentResourceKind !== null &&
      parentResourceId !== null && { parent: { kind: parentResourceKind, id: parentResourceId } }),
    context: {
      ...entry.context,
      historyAction: direction,
      sourceLogId: entry.id,
      sourceCommandId: entry.commandId,
      ...(left.length > 0 && { credentialsLeft: left }),
    },
  }
}

/** The context of an entry written before effects were stored: that of its command's `target`. */
function withoutInput({ commandId, context }: LoggedEntry): EntryEffects {
  return {
    commands: [{ commandId, depth: 0, input: undefined, result: undefined, context: context ?? {} }],
    jobs: [],
  }
}

/**
 * The conflicts that prevent an undo, for the details of the error: rows that have changed since the entry. Undefined if there
 * are none, and for callers who could not undo it.
 */
export async function findUndoConflicts(ctx: CommandContext, entry: LoggedEntry) {
  const { scope, actor, widenScope, inject } = ctx
  const { modules, upgrades } = inject(reverting)
  if (!hasAccess(actor, findCommand(modules, entry.commandId).access)) return undefined
  const source = { tenantId: scope.tenantId, entryId: entry.id }
  const conflicts = await widenScope('allTenants', 'compare an action with what came later', async ({ db }) => {
    const plan = await planRevert(db, source, upgrades)
    if (plan.refusal !== undefined || !(await isWithinReach(ctx, db))) return []
    if (!(await isPermitted(ctx, db, plan.steps)) || !(await areFieldsPermitted(ctx, db, plan.steps))) return []
    if (!(await areDependentsVisible(ctx, db, { entry, sides: ['from', 'to'] }))) return []
    return compareRows(db, plan.steps, await findComparedApart({ db, tables: inject(entityTables) }, plan.steps))
  })
  return conflicts.length > 0 ? conflictDetails(ctx, entry, conflicts) : undefined
}

/**
 * The rows that have changed since, except those outside the caller's organizations. The entry's own resource is listed under
 * its kind (decision: Undo and redo).
 */
function conflictDetails(
  ctx: CommandContext,
  { resourceKind, resourceId }: LoggedEntry,
  conflicts: readonly Conflict[],
) {
  const organizations = organizationsWithinReach(ctx)
  const isBeyond = (id: string | null | undefined) => id && organizations !== null && !organizations.includes(id)
  // Rows that others have added may be hidden from a caller with row policies.
  const isNamed = (id: string) => !ctx.actor.layers || id === resourceId
  const named = conflicts.filter(({ id, organizationId }) => !isBeyond(organizationId) && isNamed(id))
  return { conflicts: describeRows(ctx, { resourceKind, resourceId }, named) }
}

/** Rows that the caller may know of, with those of their fields that the caller may read. */
function describeRows(
  { inject, actor }: CommandContext,
  { resourceKind, resourceId }: Pick<LoggedEntry, 'resourceKind' | 'resourceId'>,
  rows: readonly Conflict[],
): readonly KeptRow[] {
  const policies = inject(fieldPolicies)
  return rows.map(({ table, id, fields }) => ({
    resourceKind: id === resourceId ? (resourceKind ?? table) : table,
    resourceId: id,
    fields: fields.filter((column) => policies.mayReadColumn(actor, table, column)).map(toCamelCase),
  }))
}

const toCamelCase = (column: string) =>
  column.startsWith('cf_') ? column : column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** What is about to be undone or redone. */
interface Revert {
  readonly entry: LoggedEntry
  /** The command that wrote the entry. */
  readonly command: Command
  /** This command, and those that it ran. */
  readonly inside: readonly Command[]
  readonly source: Source
  readonly steps: readonly RevertStep[]
  readonly modules: readonly Module[]
}

/**
 * Throws unless the caller may currently restore the rows of a plan (decision: Undo with current permissions): the caller needs the
 * access that the command requires, the rows must be within the caller's tenant and organizations before and after, and the checks
 * of the command must pass, or those of the commands that it ran if it has none. Values of custom fields must be of the kinds that
 * the fields have now. Returns the check to run after the rows have been restored.
 */
async function assertMayRevert(
  ctx: CommandContext,
  db: Sql,
  { entry, command, inside, source, steps, modules }: Revert,
): Promise<(() => Promise<void>) | void> {
  assertAccess(ctx.actor, command.access, ctx.now())
  if (!(await isWithinReach(ctx, db))) throw forbidden('This action changed data outside your organizations.')
  if (!(await isPermitted(ctx, db, steps)) || !(await areDependentsVisible(ctx, db, { entry, sides: ['from'] })))
    throw hiddenRows()
  if (!(await areFieldsPermitted(ctx, db, steps))) throw hiddenFields()
  await assertCustomValues(ctx, db)
  // Rows that come back, such as files, may depend on others that come back with them.
  const after: ((() => Promise<void>) | void)[] = ctx.actor.layers ? [() => assertRestoredVisible(ctx, entry)] : []
  const checkAfter = async () => {
    for (const check of after) await check?.()
  }
  const own = command.beforeRevert ? [command] : inside
  const checks = [...new Set(own.flatMap(({ beforeRevert }) => beforeRevert ?? []))]
  if (checks.length > 0) {
    const rows = await readRows(db, source)
    for (const check of checks) after.push(await check(ctx, rows))
    return checkAfter
  }
  const granting = new Set(modules.flatMap(({ grantTables = [] }) => grantTables))
  const table = steps.find((step) => granting.has(step.table))?.table
  // Without `beforeRevert` the caller's rights cannot be checked, so the revert is refused.
  if (table !== undefined)
    throw brokenSetup(`Command '${command.id}' writes to '${table}', which grants rights, so it needs \`beforeRevert\``)
  return checkAfter
}

async function assertRestoredVisible(ctx: CommandContext, entry: LoggedEntry): Promise<void> {
  const areVisible = await ctx.widenScope(
    'allTenants',
    'compare restored rows with those that they depend on',
    ({ db }) => areDependentsVisible(ctx, db, { entry, sides: ['to'] }),
  )
  if (!areVisible) throw hiddenRows()
}

/** Throws 400 if a row gets back values that its custom fields could not have, because their kinds have changed since. */
async function assertCustomValues({ inject }: CommandContext, db: Sql): Promise<void> {
  const service = inject(customValues)
  if (!service) return
  const { rows } = await sql<RestoredValues>`
    select n."table", n."to" ->> 'entity_id' as "entityId", n.id, n."to" ->> 'organization_id' as "organizationId",
      n."to" -> 'custom' as custom, coalesce(n."from" -> 'custom', '{}') as former
    from ${revertedRows} n where jsonb_typeof(n."to" -> 'custom') = 'object' and n."to" -> 'custom' <> '{}'
      and n."to" -> 'custom' is distinct from n."from" -> 'custom'`.execute(db)
  if (rows.length > 0) await service.assertRestorable(rows)
}

/** The organizations whose rows the caller may restore; null for all. */
function organizationsWithinReach({ actor, scope }: Pick<CommandContext, 'actor' | 'scope'>) {
  if (actor.isSuperAdmin) return null
  return actor.kind === 'system' ? scope.organizationIds : actor.allowedOrganizationIds
}

/**
 * Whether the caller may restore all rows of the plan. Rows without an organization are accessible from all of them, as with
 * row-level security; rows of other tenants are accessible only to super admins.
 */
async function isWithinReach({ actor, scope }: CommandContext, db: Sql): Promise<boolean> {
  const organizations = organizationsWithinReach({ actor, scope })
  if (organizations === null && (actor.isSuperAdmin || actor.kind === 'system')) return true
  const { rows } = await sql<{ isBeyond: boolean }>`
    select exists (
      select from ${revertedRows} n, lateral (values (n."from"), (n."to")) side (image)
      where image is not null and (
        image ->> 'tenant_id' is distinct from ${scope.tenantId}::text
        or not (image ->> 'organization_id' is null or ${organizations === null}
          or image ->> 'organization_id' = any (${organizations ?? []}::text[])))
    ) as "isBeyond"`.execute(db)
  return !rows[0]!.isBeyond
}

/** For an action on rows that the caller's row policies hide. */
export const hiddenRows = () => forbidden('This action changed rows that are not visible to you.')

/** For an action on fields that the caller may not read or write. */
const hiddenFields = () =>
  forbidden('This action changed fields that are not visible to you, or that you may not change.')

/**
 * Whether the caller may write every field that the plan changes. Rows that it inserts or deletes are a matter of rows: their values
 * are not for the caller to choose.
 */
async function areFieldsPermitted(
  { actor, inject }: Pick<CommandContext, 'actor' | 'inject'>,
  db: Sql,
  steps: readonly RevertStep[],
): Promise<boolean> {
  const policies = inject(fieldPolicies)
  if (!policies.restricts(actor)) return true
  const tables = inject(entityTables)
  const beyond = policies.columnsBeyond(actor, 'write')
  for (const { table, kind, columns: written } of steps) {
    const columns = kind === 'update' ? beyond.get(table)?.filter((column) => written.includes(column)) : undefined
    if (!columns) continue
    // Fields of records of custom entities depend on the entity.
    const { rows } = await sql<{ column: string; isBeyond: boolean; entityId: string | null }>`
      select distinct v.key as column, v.key = any (${columns}::text[]) as "isBeyond", n."to" ->> 'entity_id' as "entityId"
      from ${revertedRows} n, jsonb_each(n."to") v
      where n."table" = ${table} and n.kind = 'update' and v.key <> ${CUSTOM}
        and v.value is distinct from n."from" -> v.key
      union all
      select distinct ${CUSTOM_PREFIX} || k.key, true, n."to" ->> 'entity_id'
      from ${revertedRows} n, jsonb_object_keys(coalesce(n."from" -> ${CUSTOM}, '{}') || coalesce(n."to" -> ${CUSTOM}, '{}')) k (key)
      where n."table" = ${table} and n.kind = 'update'
        and n."from" -> ${CUSTOM} -> k.key is distinct from n."to" -> ${CUSTOM} -> k.key`.execute(db)
    const isWithheld = ({ column, isBeyond, entityId }: (typeof rows)[number]) => {
      const name = tables.propertyOf(table, column) ?? column
      return isBeyond && policies.ofImage(actor, table, { entity_id: entityId })?.may('write', name) === false
    }
    if (rows.some(isWithheld)) return false
  }
  return true
}

/**
 * Whether the caller's row policies let the caller do the same to all rows of the plan, as they were, as they would be and as they
 * are now. The policies are settings of the transaction, which restrict nothing but statements of the caller.
 */
async function isPermitted(
  { actor }: Pick<CommandContext, 'actor'>,
  db: Sql,
  steps: readonly RevertStep[],
): Promise<boolean> {
  if (!actor.layers) return true
  for (const { table, kind } of steps) {
    const isMarked = (side: 'from' | 'to') => sql`n.${sql.id(side)} ->> 'deleted_at' is not null`
    // Rows are deleted, or marked as deleted, and come back.
    const isDeletion =
      kind === 'update' ? sql`not ${isMarked('from')} and ${isMarked('to')}` : sql.lit(kind === 'delete')
    const isReturn = kind === 'update' ? sql`${isMarked('from')} and not ${isMarked('to')}` : sql.lit(kind === 'insert')
    const permits = (action: RowAction, image: RawBuilder<unknown>) =>
      sql`plinth.may(${sql.lit(action)}, ${table}::regclass, ${image})`
    // Whoever may delete a row may bring it back, too.
    const may = (image: RawBuilder<unknown>) =>
      sql`(case when ${isDeletion} then ${permits('delete', image)}
        else ${permits('update', image)} or (${isReturn} and ${permits('delete', image)}) end)`
    const { rows } = await sql<{ isHidden: boolean }>`
      select exists (
        select from ${revertedRows} n left join ${sql.table(table)} t on t.id = n.id and t.tenant_id = plinth.tenant()
        where n."table" = ${table} and n.kind = ${kind}
          and not (${may(sql`n."from"`)} and ${may(sql`n."to"`)} and (t.id is null or ${may(sql`to_jsonb(t.*)`)}))
      ) as "isHidden"`.execute(db)
    if (rows[0]!.isHidden) return false
  }
  return true
}

interface DependentSides {
  readonly entry: LoggedEntry
  readonly sides: readonly ('from' | 'to')[]
}

/**
 * Whether no row of the plan is hidden from the caller with a row of another entity, as these are now. Links between rows, which are no
 * records by themselves, come back with what the caller has deleted.
 */
async function areDependentsVisible(ctx: CommandContext, db: Sql, { entry, sides }: DependentSides): Promise<boolean> {
  const { actor, inject } = ctx
  const commands = inject(reverting).modules.flatMap((module) => module.commands ?? [])
  const records = new Set(commands.map(({ entity }) => entity))
  const hidden = actor.layers ? hiddenDependents(ctx) : []
  for (const { entity, table, isHidden } of hidden) {
    const isOwnLink = entry.actorId === actor.id && !records.has(entity)
    const isChecked = isOwnLink ? sql`n.id::text = ${entry.resourceId}` : sql`true`
    const images = sql.join(sides.map((side) => sql`(n.${sql.id(side)})`))
    const { rows } = await sql<{ isBeyond: boolean }>`
      select exists (select from ${revertedRows} n, lateral (values ${images}) side (image)
        where n."table" = ${table} and ${isChecked} and ${isHidden(sql`side.image`)}) as "isBeyond"`.execute(db)
    if (rows[0]!.isBeyond) return false
  }
  return true
}

/** The rows of the plan as modules see them: without values that were recorded as secret, or whose current column is secret. */
async function readRows(db: Sql, { tenantId, entryId }: Source): Promise<readonly RevertedRow[]> {
  const { rows } = await sql<RevertedRow>`
    select n."table", n.id, n."from" - s.names - t.names as before, n."to" - s.names - t.names as after, cardinality(s.names) > 0 as "isSecret"
    from ${revertedRows} n, lateral (
      select coalesce(array_agg(distinct name), '{}') as names
      from plinth.changes c join plinth.kept_secrets k using (tenant_id, entry_id, seq),
        jsonb_object_keys(coalesce(k.before, '{}') || coalesce(k.after, '{}')) name
      where c.tenant_id = ${tenantId} and c.entry_id = ${entryId} and c.row_id = n.id
    ) s, lateral (
      select coalesce(max(replace(encode(tgargs, 'escape'), '\\000', ''))::text[], '{}') as names from pg_trigger
      where tgrelid = to_regclass(quote_ident(n."table")) and tgname = 'plinth_record_insert'
    ) t order by n.seq`.execute(db)
  return rows
}

/**
 * The credential columns that an entry changed, which a revert leaves unchanged (decision: Credentials and undo). Throws 400 if the
 * entry changed nothing else. Call it after the rows have been restored, in the same transaction.
 */
async function credentialsLeft(db: Sql, { tenantId, entryId }: Source): Promise<readonly string[]> {
  const { rows } = await sql<{ columns: string[]; isAll: boolean }>`
    select coalesce(array_agg(distinct key), '{}') as columns,
      not exists (select from ${revertedRows}
        where kind <> 'update' or "from" - ${BY_NAME}::text[] is distinct from "to" - ${BY_NAME}::text[]) as "isAll"
    from plinth.changes c join plinth.kept_secrets s using (tenant_id, entry_id, seq), jsonb_object_keys(s.after) key
    where c.tenant_id = ${tenantId} and c.entry_id = ${entryId} and c.before is not null and c.after is not null`.execute(
    db,
  )
  const [{ columns, isAll }] = rows as [{ columns: string[]; isAll: boolean }]
  if (columns.length > 0 && isAll) throw badInput('Credentials are never undone or redone')
  return columns
}
