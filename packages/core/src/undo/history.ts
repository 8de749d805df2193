import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { hasAccess } from '../acl/grants.ts'
import { type Declared, tableOf } from '../data/properties.ts'
import { inTenant } from '../data/scope.ts'
import { API_KEY, isKey } from '../define/access.ts'
import type { RevertOptions } from '../define/command.ts'
import type { Cause, Context } from '../define/context.ts'
import { reverting } from './revert.ts'
import { type EntryState, hasRevert, type LoggedEntry, loggedEntryColumns } from './undo.ts'

/** The table of the log, for analytics; entries are read by `readHistory`. */
export const actionLog = 'plinth.action_log'

/** Which entries of the tenant's log are asked for. */
export interface HistoryFilter {
  /** The organizations that entries must belong to; null for all of the tenant, and for entries of none. */
  readonly organizationIds: readonly string[] | null
  /** The user, with what their keys did, or the API key whose entries are asked for; null for everybody's. */
  readonly actorId: string | null
  readonly resourceKind?: string | undefined
  readonly resourceId?: string | undefined
  /** Entries of whatever the resource is the parent of count too. */
  readonly includeRelated?: boolean
  /** Only entries that can still be undone by the caller, with these options; null for a caller who may not undo at all. */
  readonly undoable?: RevertOptions | null | undefined
  /** Only entries with these members in the cause of their context, without those that undid one. */
  readonly cause?: Cause | undefined
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** Where a page begins: after this entry, in the order of the list. */
export interface HistoryPosition {
  readonly createdAt: string
  readonly seq: number
}

interface HistoryPage {
  readonly limit: number
  readonly from?: HistoryPosition | undefined
  /** Whether entries come with the rows that they changed. Default: true. */
  readonly withRows?: boolean
}

/** A recorded change of one row, as the database keeps it. */
export interface RecordedChange {
  readonly table: string
  readonly id: string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** An entry of the log, what it changed, and what became of it. */
export interface HistoryEntry extends LoggedEntry, HistoryPosition {
  readonly state: EntryState
  readonly isUndoable: boolean
  /** When it was undone or redone last. */
  readonly revertedAt: string | null
  readonly recorded: readonly RecordedChange[]
  /** Whether there are rows that are not shown, for their number or length. */
  readonly isPartial: boolean
}

/** One way in which an entry can be asked for. */
interface Alternative {
  readonly where: readonly RawBuilder<unknown>[]
  /** The one row of the entry that is shown then; null for all of them. */
  readonly rowId: string | null
}

/** Rows of one entry that are shown; a bulk command may have thousands. */
const SHOWN = 100

/** Bytes of one entry's rows that are shown, so that long rows make no list long (decision 43). */
const SHOWN_BYTES = 65_536

/** Bytes of a change as text. Those that are long as they are stored are not read to find out how long. */
const shownSize =
  sql.raw(`case when coalesce(pg_column_size(c.before), 0) + coalesce(pg_column_size(c.after), 0) > 16384
  then 1000000 else coalesce(octet_length(c.before::text), 0) + coalesce(octet_length(c.after::text), 0) end`)

/**
 * One page of the action log, the newest first: of all of it, or of the history of a resource. Every alternative (a user or
 * a key of that id, a resource or its children) is read along an index of its own, no further than the page goes: an `or`
 * would be read to its end and sorted.
 */
export async function readHistory(
  ctx: Pick<Context, 'db' | 'scope' | 'actor'>,
  filter: HistoryFilter,
  { limit, from, withRows = true }: HistoryPage,
): Promise<readonly HistoryEntry[]> {
  const order = sql`order by e.created_at desc, e.seq desc limit ${limit}`
  const common = [...conditions(ctx, filter), ...(from ? [isAfter(from)] : [])]
  const branches = alternatives(ctx, filter).map(
    ({ where, rowId }) => sql`(select e.*, ${rowId}::uuid as shown_row from plinth.action_log e
      where ${sql.join([...common, ...where], sql` and `)} ${order})`,
  )
  const { rows } = await sql<HistoryRow>`
    select ${loggedEntryColumns}, e.seq, e.undo_token_hash is not null as undoable, t.at as reverted,
      case when t.redone then 'redone' when t.at is not null then 'undone' else 'done' end as state,
      coalesce(c.recorded, '[]') as recorded, coalesce(c.partial, false) as partial
    from (${sql.join(branches, sql` union all `)}) e
    left join lateral (select max(t.created_at) as at, bool_or(t.kind = 'redo') as redone
      from plinth.turns t where t.tenant_id = e.tenant_id and t.source_id = e.id) t on true
    left join lateral (select count(*) > ${SHOWN} or bool_or(c.used > ${SHOWN_BYTES}) as partial,
        json_agg(json_build_object('table', c.table_name, 'id', c.row_id, 'before', c.before, 'after', c.after)
          order by c.seq) filter (where c.used <= ${SHOWN_BYTES} and c.place <= ${SHOWN}) as recorded
      from (select s.*, sum(s.size) over (order by s.seq) as used, row_number() over (order by s.seq) as place from (
        select c.*, ${shownSize} as size from plinth.changes c
          where ${withRows} and c.tenant_id = e.tenant_id and c.entry_id = e.id
          and (e.shown_row is null or c.row_id = e.shown_row) order by c.seq limit ${SHOWN + 1}) s) c) c on true
    ${order}`.execute(ctx.db)
  return rows.map(({ undoable: isUndoable, reverted: revertedAt, partial: isPartial, ...row }) => ({
    ...row,
    isUndoable,
    revertedAt,
    isPartial,
  }))
}

/** The newest entries among which those of other organizations are looked for. */
const LOOKED_THROUGH = 10_000

/**
 * Whether there are entries that the filter leaves out for their organization alone, among the newest 10,000 of
 * `organizationIds`: those that the caller may see, null for all of the tenant.
 */
export async function hasHistoryElsewhere(
  ctx: Pick<Context, 'db' | 'scope' | 'actor'>,
  filter: HistoryFilter,
  organizationIds: readonly string[] | null,
): Promise<boolean> {
  const shown = filter.organizationIds
  if (shown === null || organizationIds?.every((id) => shown.includes(id))) return false
  const wide = { ...filter, organizationIds }
  const common = conditions(ctx, wide)
  const newest = sql`order by e.created_at desc, e.seq desc limit ${LOOKED_THROUGH}`
  const branches = alternatives(ctx, wide).map(
    ({ where }) => sql`(select e.organization_id from plinth.action_log e
      where ${sql.join([...common, ...where], sql` and `)} ${newest})`,
  )
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from (${sql.join(branches, sql` union all `)}) e
      where e.organization_id is null or e.organization_id <> all (${shown}::uuid[])) as "isThere"`.execute(ctx.db)
  return rows[0]!.isThere
}

type HistoryRow = Omit<HistoryEntry, 'isUndoable' | 'revertedAt' | 'isPartial'> & {
  readonly undoable: boolean
  readonly reverted: string | null
  readonly partial: boolean
}

const isAfter = ({ createdAt, seq }: HistoryPosition) =>
  sql`(e.created_at, e.seq) < (${createdAt}::timestamptz, ${seq}::bigint)`

function conditions(
  { scope, actor }: Pick<Context, 'db' | 'scope' | 'actor'>,
  filter: HistoryFilter,
): RawBuilder<unknown>[] {
  const { organizationIds, undoable, cause, before, after } = filter
  return [
    inTenant(scope, 'e'),
    ...(organizationIds === null ? [] : [inOrganizations(organizationIds)]),
    ...(before === undefined ? [] : [sql`e.created_at < ${before}::timestamptz`]),
    ...(after === undefined ? [] : [sql`e.created_at > ${after}::timestamptz`]),
    ...(undoable === undefined ? [] : [undoable === null ? sql`false` : canBeUndone(actor, undoable)]),
    ...(cause === undefined ? [] : [...Object.entries(cause).map(isCausedBy), sql`not ${isUndo}`]),
  ]
}

/** The member's name is part of the statement, as it is part of a module's index of causes. */
const isCausedBy = ([name, value]: readonly [string, string]) =>
  sql`e.context -> 'cause' ->> ${sql.lit(name)} = ${value}`

const isUndo = sql`exists (select from plinth.turns t
  where t.tenant_id = e.tenant_id and t.entry_id = e.id and t.kind = 'undo')`

/** One organization keeps the order of the index. */
function inOrganizations(ids: readonly string[]): RawBuilder<unknown> {
  return ids.length === 1 ? sql`e.organization_id = ${ids[0]}` : sql`e.organization_id = any (${ids}::uuid[])`
}

function canBeUndone({ id }: Context['actor'], { ofOthers = false }: RevertOptions): RawBuilder<unknown> {
  const isOwn = ofOthers ? sql`true` : sql`e.actor_id = ${id}`
  return sql`e.undo_token_hash is not null and ${isOwn} and not ${hasRevert('undo')}`
}

/** Every way in which an entry can be one that is asked for; none of them overlaps another. */
function alternatives({ scope }: Pick<Context, 'db' | 'scope' | 'actor'>, filter: HistoryFilter): Alternative[] {
  return ofActor(filter).flatMap((actor) =>
    ofResource(scope, filter).map(({ where, rowId }) => ({ where: [...actor, ...where], rowId })),
  )
}

function ofActor({ actorId }: HistoryFilter): RawBuilder<unknown>[][] {
  if (actorId === null) return [[]]
  // The pattern is what the index is limited to.
  const byKey = (id: string) => sql`e.actor_id = ${id} and e.actor_id like 'api_key:%'`
  if (isKey(actorId)) return [[byKey(actorId)]]
  return [
    [sql`e.actor_user_id = ${actorId}`],
    [byKey(`${API_KEY}${actorId}`), sql`e.actor_user_id is distinct from ${actorId}`],
  ]
}

function ofResource(
  { tenantId }: Context['scope'],
  { resourceKind, resourceId, includeRelated = false }: HistoryFilter,
): Alternative[] {
  const own = [
    ...(resourceKind === undefined ? [] : [sql`e.resource_kind = ${resourceKind}`]),
    ...(resourceId === undefined ? [] : [sql`e.resource_id = ${resourceId}`]),
  ]
  const all: Alternative = { where: own, rowId: null }
  if (resourceKind === undefined || resourceId === undefined) return [all]
  const isChild = sql`e.parent_resource_kind = ${resourceKind} and e.parent_resource_id = ${resourceId}`
  const children: Alternative = { where: [isChild, sql`(${sql.join(own, sql` and `)}) is not true`], rowId: null }
  const named = includeRelated ? [all, children] : [all]
  const { data: rowId } = z.uuid().safeParse(resourceId)
  if (rowId === undefined) return named
  const bulk = [sql`e.resource_kind = ${resourceKind}`, sql`e.resource_id is null`, changing(tenantId, rowId)]
  return [...named, { where: includeRelated ? [...bulk, sql`(${isChild}) is not true`] : bulk, rowId }]
}

/**
 * Entries that changed the row of that id, of those that name no resource of their own: what was done to many is in the history of
 * each. The index of changes begins with the table, so it is asked about each table that the tenant has changes of.
 */
function changing(tenantId: string, rowId: string): RawBuilder<unknown> {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select min(c.table_name) from plinth.changes c where ${inTenant({ tenantId }, 'c')} and ${after})`
  return sql`e.id in (
    with recursive changed (name) as (
      select ${next(sql`true`)} union all
      select ${next(sql`c.table_name > changed.name`)} from changed where changed.name is not null)
    select c.entry_id from changed join plinth.changes c
      on ${inTenant({ tenantId }, 'c')} and c.table_name = changed.name and c.row_id = ${rowId}::uuid)`
}

/** Of these ids, those whose row was deleted from what the caller sees, and has not come back. */
export async function findDeleted(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  entity: Declared,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { organizationIds } = scope
  const organization = sql`(c.before ->> 'organization_id')::uuid`
  const isVisible =
    organizationIds === null
      ? sql`true`
      : sql`(${organization} is null or ${organization} = any (${organizationIds}::uuid[]))`
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${ids}::uuid[]) i (id) cross join lateral (
      select c.before, c.after from plinth.changes c
      where ${inTenant(scope, 'c')} and c.table_name = ${tableOf(entity)} and c.row_id = i.id order by c.seq desc limit 1
    ) c where c.after is null and ${isVisible}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Says of entries whether the caller could undo them today: what the command asks for, and where its rows are (decision 38). */
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

/** Whether all rows belong to these organizations, or to none; null stands for all of them. */
function isWithin(recorded: readonly RecordedChange[], organizationIds: readonly string[] | null): boolean {
  if (organizationIds === null) return true
  return recorded
    .flatMap(({ before, after }) => [before?.['organization_id'], after?.['organization_id']])
    .every((id) => id === undefined || id === null || organizationIds.includes(String(id)))
}
