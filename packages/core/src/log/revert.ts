import { sql } from 'kysely'
import { assertAccess, hasAccess } from '../acl/grants.ts'
import type { Sql } from '../data/query/sql.ts'
import type { Command, CommandContext, RevertContext, Reverted, RevertedRow, Target } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import { customValues, type RestoredValues } from '../define/custom-values.ts'
import type { Module } from '../define/module.ts'
import { defineService } from '../define/service.ts'
import { badInput, brokenSetup, forbidden } from '../errors.ts'
import {
  type EntryEffects,
  type EffectCipher,
  findCommand,
  loadEffects,
  redoEffects,
  type RevertedCommand,
  undoEffects,
} from './effects.ts'
import { findComparedApart } from './bookkeeping.ts'
import { BY_NAME } from './times-and-authors.ts'
import { planRevert, type Source, type RevertStep } from './revert-plan.ts'
import { revertedRows } from './reverted-rows.ts'
import type { RowUpgrades } from './upgrade-rows.ts'
import type { Conflict } from './conflict.ts'
import { compareRows, restoreRows } from './restore.ts'
import type { LoggedEntry } from './entries.ts'

/** What reverting needs from the platform. */
interface RevertDeps {
  readonly modules: readonly Module[]
  readonly upgrades: RowUpgrades
  readonly cipher: EffectCipher
  /** The context of a command's `undo` and `redo`: `ctx`, and the command as it ran. */
  contextOf(ctx: Context, ran: RevertedCommand): RevertContext<never, never>
}

/** Resolve with `inject(reverting)`; available on every platform. */
export const reverting = defineService<RevertDeps>('core.reverting')

/** An undone action can be redone once; the redo is undone like any other action. */
export type Direction = 'undo' | 'redo'

/**
 * Undoes or redoes an entry inside a command: inserts its row into `plinth.turns`, which is unique, restores the rows,
 * invalidates their caches, and reverses the command's effects outside the database. A redo reverts the undo, which also
 * restores what the undo removed, such as the grants of a role. Throws if the caller may not currently do the same directly
 * (decision 38).
 */
export async function revertEntry(
  ctx: CommandContext,
  { entry, direction }: { readonly entry: LoggedEntry; readonly direction: Direction },
): Promise<Reverted> {
  const { scope, actor, now, entryId, invalidate, asSystem, inject, log } = ctx
  const { modules, upgrades, cipher, contextOf } = inject(reverting)
  const command = findCommand(modules, entry.commandId)
  const { tenantId } = scope
  const { checkMoved, effects, rows } = await asSystem(`${direction} an action`, async ({ db, em }) => {
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
    const kept = await loadEffects(db, { tenantId, entryId: entry.id, decrypt: cipher.decrypt })
    const effects = kept ?? withoutInput(entry)
    const inside = effects.commands.map(({ commandId }) => findCommand(modules, commandId))
    const { conflicts, reason, allowed } = await restoreRows({ db, em }, source, {
      upgrades,
      entities: entitiesOf(modules),
      at: now(),
      assertAllowed: (steps) => assertMayRevert(ctx, db, { command, inside, source, steps, modules }),
    }).catch((error: unknown) => {
      log.warn({ ...facts, err: error }, `${direction} refused`)
      throw error
    })
    if (reason !== undefined || conflicts.length > 0) log.warn({ ...facts, reason, conflicts }, `${direction} refused`)
    if (reason !== undefined) throw badInput(reason)
    if (conflicts.length > 0) throw badInput('Later changes are in the way', conflictDetails(ctx, entry, conflicts))
    const hasHooks = inside.some(({ undo, redo }) => (direction === 'undo' ? undo : redo))
    return { checkMoved: allowed, effects, rows: hasHooks ? await readRows(db, source) : [] }
  })
  const staleCredentials = await asSystem('see which credentials stay', ({ db }) =>
    credentialsLeft(db, { tenantId, entryId: entry.id }),
  )
  invalidate(...entry.cacheTags)
  await checkMoved?.()
  const effectRevert = { entry, effects, rows, modules, contextOf: (ran: RevertedCommand) => contextOf(ctx, ran) }
  await (direction === 'undo' ? undoEffects(effectRevert) : redoEffects(ctx, effectRevert))
  const left = staleCredentials.map(toCamelCase)
  return { sourceId: entry.id, entryId, credentialsLeft: left, target: revertTarget(entry, { direction, left }) }
}

const entitiesOf = (modules: readonly Module[]) => modules.flatMap(({ entities = [] }) => entities)

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
  const { scope, actor, asSystem, inject } = ctx
  const { modules, upgrades } = inject(reverting)
  if (!hasAccess(actor, findCommand(modules, entry.commandId).access)) return undefined
  const source = { tenantId: scope.tenantId, entryId: entry.id }
  const conflicts = await asSystem('compare an action with what came later', async ({ db }) => {
    const plan = await planRevert(db, source, upgrades)
    if (plan.refusal !== undefined || !(await isWithinReach(ctx, db))) return []
    return compareRows(db, plan.steps, await findComparedApart(db, plan.steps, entitiesOf(modules)))
  })
  return conflicts.length > 0 ? conflictDetails(ctx, entry, conflicts) : undefined
}

/**
 * The rows that have changed since, except those outside the caller's organizations. The entry's own resource is listed under
 * its kind (decision 19).
 */
function conflictDetails(
  ctx: CommandContext,
  { resourceKind, resourceId }: LoggedEntry,
  conflicts: readonly Conflict[],
) {
  const organizations = organizationsWithinReach(ctx)
  const isBeyond = (id: string | null | undefined) => id && organizations !== null && !organizations.includes(id)
  const named = conflicts.filter(({ organizationId }) => !isBeyond(organizationId))
  return {
    conflicts: named.map(({ table, id, fields }) => ({
      resourceKind: id === resourceId ? (resourceKind ?? table) : table,
      resourceId: id,
      fields: fields.map(toCamelCase),
    })),
  }
}

const toCamelCase = (column: string) =>
  column.startsWith('cf_') ? column : column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** What is about to be undone or redone. */
interface Revert {
  /** The command that wrote the entry. */
  readonly command: Command
  /** This command, and those that it ran. */
  readonly inside: readonly Command[]
  readonly source: Source
  readonly steps: readonly RevertStep[]
  readonly modules: readonly Module[]
}

/**
 * Throws unless the caller may currently restore the rows of a plan (decision 38): the caller needs the access that the command
 * requires, the rows must be within the caller's tenant and organizations before and after, and the checks of the command must
 * pass, or those of the commands that it ran if it has none. Values of custom fields must be of the kinds that the fields have now.
 * Returns the check to run after the rows have been restored.
 */
async function assertMayRevert(
  ctx: CommandContext,
  db: Sql,
  { command, inside, source, steps, modules }: Revert,
): Promise<(() => Promise<void>) | void> {
  assertAccess(ctx.actor, command.access, ctx.now())
  if (!(await isWithinReach(ctx, db))) throw forbidden('This action changed data outside your organizations.')
  await assertCustomValues(ctx, db)
  const own = command.beforeRevert ? [command] : inside
  const checks = [...new Set(own.flatMap(({ beforeRevert }) => beforeRevert ?? []))]
  if (checks.length > 0) {
    const rows = await readRows(db, source)
    const after: ((() => Promise<void>) | void)[] = []
    for (const check of checks) after.push(await check(ctx, rows))
    return async () => {
      for (const check of after) await check?.()
    }
  }
  const granting = new Set(modules.flatMap(({ grantTables = [] }) => grantTables))
  const table = steps.find((step) => granting.has(step.table))?.table
  // Without `beforeRevert` the caller's rights cannot be checked, so the revert is refused.
  if (table !== undefined)
    throw brokenSetup(`Command '${command.id}' writes to '${table}', which grants rights, so it needs \`beforeRevert\``)
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
 * The credential columns that an entry changed, which a revert leaves unchanged (decision 50). Throws 400 if the entry changed
 * nothing else. Call it after the rows have been restored, in the same transaction.
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
