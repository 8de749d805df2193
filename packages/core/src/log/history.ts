import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { hasAccess } from '../acl/grants.ts'
import { contains } from '../data/query/like.ts'
import { tableOf } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import { inTenant } from '../data/query/scope-conditions.ts'
import { API_KEY, isKey } from '../define/access.ts'
import type { RevertOptions } from '../define/command.ts'
import type { Cause, Context } from '../define/context.ts'
import { conditionsOfOthers } from '../define/dependent-rows.ts'
import { fieldPolicies } from '../define/field-policies.ts'
import { composition } from '../define/module.ts'
import { reverting } from './revert.ts'
import { type EntryState, hasRevert, type LoggedEntry, loggedEntryColumns } from './entries.ts'
import { amongLooked, lookThrough } from './look-through.ts'
import { leftOutChanges, ofVisibleEntries } from './visible-entries.ts'

/** The table of the log, for analytics; use `readHistory` to read entries. */
export const actionLog = 'plinth.action_log'

/** Filters on the tenant's log. */
export interface HistoryFilter {
  /** The organizations that entries must belong to; null for all of the tenant, including entries without an organization. */
  readonly organizationIds: readonly string[] | null
  /** A user, including what the user's keys did, or an API key; null for everyone. */
  readonly actorId: string | null
  /** Only this entry. */
  readonly id?: string | undefined
  readonly resourceKind?: string | undefined
  readonly resourceId?: string | undefined
  /** Whether entries whose parent resource matches are included. */
  readonly includeRelated?: boolean
  /** Only entries that the caller can still undo with these options; null if the caller may not undo at all. */
  readonly undoable?: RevertOptions | null | undefined
  /** Only entries whose cause has these properties, except entries that undid another one. */
  readonly cause?: Cause | undefined
  readonly before?: string | undefined
  readonly after?: string | undefined
  /** Only entries of commands whose id ends in one of these words: `create`. */
  readonly verbs?: readonly string[] | undefined
  /** Only entries that contain a text, among the newest 2,000 that the other conditions find. */
  readonly search?: HistorySearch | undefined
}

/** A text in the name or resource of an entry, or in a value that it changed. */
export interface HistorySearch {
  readonly text: string
  /** The organizations in whose rows values are looked for; null for all of the tenant. */
  readonly organizationIds: readonly string[] | null
}

/** The columns by which entries can be sorted; those with equal values are sorted by time. */
export const HISTORY_SORTS = {
  createdAt: 'e.created_at',
  actionLabel: 'e.action_label',
  commandId: 'e.command_id',
  resourceKind: 'e.resource_kind',
  actorUserId: 'e.actor_user_id',
} as const

/** The order of a list of entries. */
export interface HistoryOrder {
  readonly by: keyof typeof HISTORY_SORTS
  readonly isAscending: boolean
}

/** Where a page starts: after this entry, in the order of the list. */
export interface HistoryPosition {
  readonly createdAt: string
  readonly seq: number
}

interface HistoryPage {
  readonly limit: number
  readonly from?: HistoryPosition | undefined
  /** The id of the entry before the page, in the order of time. */
  readonly fromId?: string | undefined
  /** Number of entries before the page, in any order. */
  readonly offset?: number
  /** Default: newest first. */
  readonly order?: HistoryOrder
  /** Whether entries include the rows that they changed. Default: true. */
  readonly withRows?: boolean
}

/** A recorded change of one row, as stored. */
export interface RecordedChange {
  readonly table: string
  readonly id: string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** A change with the names that its table had or has, if it was renamed. */
interface NamedChange extends RecordedChange {
  readonly names?: readonly string[] | null
}

/** A log entry with its changes and its state. */
export interface HistoryEntry extends LoggedEntry, HistoryPosition {
  readonly state: EntryState
  readonly isUndoable: boolean
  /** When it was last undone or redone. */
  readonly revertedAt: string | null
  readonly recorded: readonly RecordedChange[]
  /** Whether rows were omitted because of their number or size. */
  readonly isPartial: boolean
}

/** Where the log is read. */
type HistoryContext = Pick<Context, 'db' | 'scope' | 'actor' | 'inject' | 'from'>

/** One alternative of the filter. */
interface Alternative {
  readonly where: readonly RawBuilder<unknown>[]
  /** The only row of the entry to include in this case; null for all rows. */
  readonly rowId: string | null
}

/** Maximum number of rows included per entry; a bulk command can have thousands. */
const SHOWN = 100

/**
 * Maximum size in bytes of the rows included per entry, so that large rows do not make lists large (decision: Limits per tenant).
 */
const SHOWN_BYTES = 65_536

/** Size of a change as text, in bytes. Changes that are large as stored are not read to determine it. */
const shownSize =
  sql.raw(`case when coalesce(pg_column_size(c.before), 0) + coalesce(pg_column_size(c.after), 0) > 16384
  then 1000000 else coalesce(octet_length(c.before::text), 0) + coalesce(octet_length(c.after::text), 0) end`)

/** A page of the log, as read. */
export interface HistoryResult {
  readonly entries: readonly HistoryEntry[]
  /** Where the next page starts, in the order of time; null if there is none, or if entries are in another order. */
  readonly next: HistoryPosition | null
}

/** The entries of one page of the action log, newest first: of the whole log, or of the history of a resource. */
export async function readHistory(
  ctx: HistoryContext,
  filter: HistoryFilter,
  page: HistoryPage,
): Promise<readonly HistoryEntry[]> {
  return (await readHistoryPage(ctx, filter, page)).entries
}

/**
 * The same, and where the next page starts. For callers with row policies, a page may have fewer entries than its limit although more
 * follow, since at most 100,000 are looked at for it.
 */
export async function readHistoryPage(
  ctx: HistoryContext,
  filter: HistoryFilter,
  page: HistoryPage,
): Promise<HistoryResult> {
  const { entries, until } = isLookedThrough(ctx, filter)
    ? await readThrough(ctx, filter, page)
    : { entries: await readPage(ctx, filter, page), until: null }
  const { limit, order = NEWEST_FIRST } = page
  if (order.by !== 'createdAt') return { entries, next: null }
  const last = entries.length === limit ? entries.at(-1) : undefined
  if (last) return { entries, next: { createdAt: last.createdAt, seq: last.seq } }
  return { entries, next: until === null ? null : behind(until, order) }
}

/** The position behind all entries of a moment. */
const behind = (createdAt: string, { isAscending }: HistoryOrder): HistoryPosition => ({
  createdAt,
  seq: isAscending ? Number.MAX_SAFE_INTEGER : 0,
})

/** The entries that are looked at for a page, and those among them on which policies decide one by one. */
const LOOKED_AT = 100_000
const DECIDED = 5_000

/** Whether policies decide on the entries of a filter that may be many: those of a record or a cause are few. */
const isLookedThrough = ({ actor }: HistoryContext, { id, resourceId, cause }: HistoryFilter) =>
  actor.layers !== undefined && id === undefined && resourceId === undefined && cause === undefined

/** Entries, and when the last one was made that was looked at, if there are more; null if all were looked at. */
interface ReadThrough {
  readonly entries: readonly HistoryEntry[]
  readonly until: string | null
}

async function readThrough(ctx: HistoryContext, filter: HistoryFilter, page: HistoryPage): Promise<ReadThrough> {
  const { limit, offset = 0, order = NEWEST_FIRST } = page
  const own = { ...page, from: undefined, fromId: undefined }
  const isAscending = order.by === 'createdAt' && order.isAscending
  let from = page.from ?? (page.fromId === undefined ? undefined : await positionOf(ctx, page.fromId))
  if (order.by !== 'createdAt' || filter.search !== undefined) {
    const wanted = filter.search === undefined ? DECIDED : SEARCHED
    const { ids, until } = await lookThrough(ctx, filter, { from, isAscending, most: LOOKED_AT, wanted })
    return { entries: await readPage(ctx, filter, { ...own, among: ids }), until }
  }
  const entries: HistoryEntry[] = []
  let [skipped, looked, decided] = [0, 0, 0]
  for (let wanted = limit + offset; ; wanted = Math.min(wanted * 2, 1_000)) {
    const next = await lookThrough(ctx, filter, { from, isAscending, most: LOOKED_AT - looked, wanted })
    looked += next.looked
    decided += next.ids.length
    const ids = skipped < offset ? await visibleAmong(ctx, filter, { ids: next.ids, order }) : next.ids
    const over = Math.min(ids.length, offset - skipped)
    skipped += over
    const slice = { ...own, offset: 0, limit: limit - entries.length }
    if (ids.length > over) entries.push(...(await readPage(ctx, filter, { ...slice, among: ids.slice(over) })))
    if (entries.length === limit || next.until === null) return { entries, until: null }
    if (looked >= LOOKED_AT || decided >= DECIDED) return { entries, until: next.until }
    from = behind(next.until, order)
  }
}

/** Where an entry is in the log. */
async function positionOf({ db, scope }: HistoryContext, id: string): Promise<HistoryPosition | undefined> {
  const { rows } = await sql<HistoryPosition>`select e.created_at::text as "createdAt", e.seq from plinth.action_log e
    where ${inTenant(scope, 'e')} and e.id = ${id}`.execute(db)
  return rows[0]
}

interface Among {
  readonly ids: readonly string[]
  readonly order: HistoryOrder
}

/** Those of some entries that a filter finds, in order. */
async function visibleAmong(
  ctx: HistoryContext,
  filter: HistoryFilter,
  { ids, order }: Among,
): Promise<readonly string[]> {
  const common = [...conditions(ctx, filter), isOneOf(ids)]
  const branches = alternatives(ctx, filter).map(
    ({ where }) => sql`select e.* from ${entriesOf(ctx, filter, [...common, ...where])}`,
  )
  const { rows } = await sql<{ id: string }>`select e.id from (${sql.join(branches, sql` union all `)}) e
    order by ${orderOf(order)}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

const isOneOf = (ids: readonly string[]) => sql`e.id = any (${ids}::uuid[])`

/**
 * Each alternative (a user or a key with that id, a resource or its children) is read along its own index, and only as far as the page
 * needs; with an `or`, all matching entries would be read and sorted.
 */
async function readPage(
  ctx: HistoryContext,
  filter: HistoryFilter,
  page: HistoryPage & { readonly among?: readonly string[] },
): Promise<readonly HistoryEntry[]> {
  const { limit, from, fromId, offset = 0, order: sorted = NEWEST_FIRST, withRows = true, among } = page
  const sort = orderOf(sorted)
  const order = sql`order by ${sort} limit ${limit + offset}`
  const isLater = [
    ...(from ? [isAfter(from, sorted)] : []),
    ...(fromId === undefined ? [] : [isAfterId(ctx, fromId, sorted)]),
  ]
  const common = [...conditions(ctx, filter), ...isLater, ...(among ? [isOneOf(among)] : [])]
  const branches = alternatives(ctx, filter).map(
    ({ where, rowId }) => sql`(select e.*, ${rowId}::uuid as shown_row
      from ${entriesOf(ctx, filter, [...common, ...where])} ${order})`,
  )
  const { actor, inject } = ctx
  const policies = inject(fieldPolicies)
  const isRestricted = policies.restricts(actor)
  const isLeftOut = leftOutChanges(ctx)
  const isIncluded = isLeftOut ? sql` and not ${isLeftOut}` : sql``
  const names = isRestricted ? sql`, 'names', (plinth.renamed_tables() ->> c.table_name)::text[]` : sql``
  const { rows } = await sql<HistoryRow>`
    select ${loggedEntryColumns}, e.seq, e.undo_token_hash is not null as undoable, t.at as reverted,
      case when t.redone then 'redone' when t.at is not null then 'undone' else 'done' end as state,
      coalesce(c.recorded, '[]') as recorded, coalesce(c.partial, false) as partial
    from (select e.* from (${sql.join(branches, sql` union all `)}) e
      order by ${sort} limit ${limit} offset ${offset}) e
    left join lateral (select max(t.created_at) as at, bool_or(t.kind = 'redo') as redone
      from plinth.turns t where t.tenant_id = e.tenant_id and t.source_id = e.id) t on true
    left join lateral (select count(*) > ${SHOWN} or bool_or(c.used > ${SHOWN_BYTES}) as partial,
        json_agg(json_build_object('table', c.table_name, 'id', c.row_id, 'before', c.before, 'after', c.after${names})
          order by c.seq) filter (where c.used <= ${SHOWN_BYTES} and c.place <= ${SHOWN}) as recorded
      from (select s.*, sum(s.size) over (order by s.seq) as used, row_number() over (order by s.seq) as place from (
        select c.*, ${shownSize} as size from plinth.changes c
          where ${withRows} and c.tenant_id = e.tenant_id and c.entry_id = e.id${isIncluded}
          and (e.shown_row is null or c.row_id = e.shown_row) order by c.seq limit ${SHOWN + 1}) s) c) c on true
    order by ${sort}`.execute(ctx.db)
  const shown = ({ names: known, ...change }: NamedChange): RecordedChange => {
    const imageOf = (image: RecordedChange['before']) =>
      (known ?? [change.table]).reduce((left, name) => policies.imageFor(actor, name, left), image)
    return { ...change, before: imageOf(change.before), after: imageOf(change.after) }
  }
  return rows.map(({ undoable: isUndoable, reverted: revertedAt, partial: isPartial, ...row }) => ({
    ...row,
    ...(isRestricted && { recorded: row.recorded.map(shown) }),
    isUndoable,
    revertedAt,
    isPartial,
  }))
}

/** The newest entries that are counted for callers with row policies, which decide on each of them. */
const COUNTED = 5_000

/** The number of entries that a filter finds: for callers with row policies, among the newest 5,000 that it would find without them. */
export async function countHistory(ctx: HistoryContext, filter: HistoryFilter): Promise<number> {
  const looked = await lookedIn(ctx, filter, COUNTED)
  const common = [...conditions(ctx, filter), ...(looked ? amongLooked(looked, 'e') : [])]
  const branches = alternatives(ctx, filter).map(
    ({ where }) => sql`(select count(*) from ${entriesOf(ctx, filter, [...common, ...where])})`,
  )
  const { rows } = await sql<{ total: number }>`select ${sql.join(branches, sql` + `)} as total`.execute(ctx.db)
  return Number(rows[0]!.total)
}

/** How many entries about a kind of resource there are in an hour. */
export interface HistoryHour {
  /** As the clocks of a time zone show it: `2026-03-29T14`. */
  readonly hour: string
  readonly resourceKind: string | null
  readonly count: number
}

/** So many newest entries of a filter, for callers whose policies would decide on all of them. */
const lookedIn = async (ctx: HistoryContext, filter: HistoryFilter, most: number) =>
  isLookedThrough(ctx, filter) ? lookThrough(ctx, filter, { most, wanted: most }) : null

/**
 * When the oldest of so many newest entries of a filter was made, including those that policies hide; null for fewer, for callers
 * without row policies, and for the history of a record, which is short. As a part of another statement, the time would not be looked up
 * in an index.
 */
async function oldestOf(
  { actor, db }: HistoryContext,
  { resourceKind, resourceId, actorId, organizationIds, before }: HistoryFilter,
  most: number,
): Promise<string | null> {
  if (!actor.layers || resourceId !== undefined) return null
  const filter = {
    ...(resourceKind !== undefined && { kind: resourceKind }),
    ...(actorId !== null && !isKey(actorId) && { actor: actorId }),
    ...(organizationIds !== null && { organizations: organizationIds }),
    ...(before !== undefined && { before }),
  }
  const { rows } = await sql<{ oldest: string | null }>`
    select plinth.nth_entry(${JSON.stringify(filter)}::jsonb, ${most})::text as oldest`.execute(db)
  return rows[0]!.oldest
}

const isSince = (oldest: string | null): RawBuilder<unknown>[] =>
  oldest === null ? [] : [sql`e.created_at > ${oldest}::timestamptz`]

/** Counted entries, the oldest first. */
export interface HistoryHours {
  readonly hours: readonly HistoryHour[]
  /** Whether there are older entries, which are not counted. */
  readonly isPartial: boolean
}

/**
 * The hours of a time zone in which a filter finds entries, among the newest `most` entries: for callers with row policies, those that
 * the filter would find without them.
 */
export async function countHistoryByHour(
  ctx: HistoryContext,
  filter: HistoryFilter,
  { timeZone, most }: { readonly timeZone: string; readonly most: number },
): Promise<HistoryHours> {
  const looked = await lookedIn(ctx, filter, most)
  const common = [...conditions(ctx, filter), ...(looked ? amongLooked(looked, 'e') : [])]
  const newest = sql`order by e.created_at desc, e.seq desc limit ${most}`
  const branches = alternatives(ctx, filter).map(
    ({ where }) =>
      sql`(select e.created_at, e.seq, e.resource_kind from ${entriesOf(ctx, filter, [...common, ...where])} ${newest})`,
  )
  const { rows } = await sql<HistoryHour>`
    select to_char(e.created_at at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24') as hour,
      e.resource_kind as "resourceKind", count(*)::int as count
    from (select * from (${sql.join(branches, sql` union all `)}) e ${newest}) e group by 1, 2 order by 1, 2`.execute(
    ctx.db,
  )
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return { hours: rows, isPartial: looked ? looked.until !== null : total === most }
}

/** The number of newest entries in which a text is searched for. */
const SEARCHED = 2_000

/** The entries that meet all conditions; with a search, those that are found among the newest of them. */
function entriesOf(
  ctx: HistoryContext,
  { search }: HistoryFilter,
  where: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const all = sql`plinth.action_log e where ${sql.join(where, sql` and `)}`
  if (search === undefined) return all
  return sql`(select e.* from ${all} order by e.created_at desc, e.seq desc limit ${SEARCHED}) e
    where ${isFound(ctx, search)}`
}

/** Larger rows are not searched. */
const SEARCHED_BYTES = 16_384

function isFound(ctx: HistoryContext, { text, organizationIds }: HistorySearch): RawBuilder<unknown> {
  const { scope, actor, inject } = ctx
  const pattern = contains(text)
  const isLeftOut = leftOutChanges(ctx)
  const isIncluded = isLeftOut ? sql` and not ${isLeftOut}` : sql``
  const beyond = inject(fieldPolicies).columnsBeyond(actor, 'read')
  const isReadable = beyond.size === 0 ? sql`` : sql`and not exists (${hiddenIn(beyond)})`
  // What the caller may not see must not be found either.
  const isSeen = (
    side: RawBuilder<unknown>,
  ) => sql`(${side} ->> 'tenant_id' is null or ${side} ->> 'tenant_id' = ${scope.tenantId})
    and (${organizationIds === null} or ${side} ->> 'organization_id' is null
      or ${side} ->> 'organization_id' = any (${organizationIds ?? []}::text[]))`
  const holds = (side: RawBuilder<unknown>) => sql`(pg_column_size(${side}) <= ${SEARCHED_BYTES} and ${isSeen(side)}
    and exists (select from jsonb_each_text(${side}) v where v.value ilike ${pattern} ${isReadable}))`
  return sql`(e.action_label ilike ${pattern} or e.command_id ilike ${pattern} or e.resource_kind ilike ${pattern}
    or e.resource_id ilike ${pattern} or exists (select from plinth.changes c
      where c.tenant_id = e.tenant_id and c.entry_id = e.id${isIncluded} and (${holds(sql`c.before`)} or ${holds(sql`c.after`)})))`
}

/** Names of the table of a change `c` under which a value `v` is hidden. Columns that are gone are hidden where any is. */
function hiddenIn(beyond: ReadonlyMap<string, readonly string[]>): RawBuilder<unknown> {
  const columns = [...beyond].flatMap(([table, names]) => names.map((column) => `${table}.${column}`))
  return sql`select from unnest(coalesce((plinth.renamed_tables() ->> c.table_name)::text[], array[c.table_name])) n (name),
      coalesce(plinth.renamed_columns() -> c.table_name -> 'now' ->> v.key, v.key) k (key)
    where n.name || '.' || k.key = any (${columns}::text[]) or n.name = any (${[...beyond.keys()]}::text[]) and not exists (
      select from pg_attribute a where a.attrelid = to_regclass('public.' || quote_ident(n.name)) and a.attname = k.key)`
}

/** The number of newest entries that are searched for entries of other organizations. */
const LOOKED_THROUGH = 1_000

/**
 * Whether the filter excludes any of the newest 1,000 entries only because of their organization. `organizationIds` are the
 * organizations whose entries the caller may see; null stands for all of the tenant.
 */
export async function hasHistoryElsewhere(
  ctx: HistoryContext,
  filter: HistoryFilter,
  organizationIds: readonly string[] | null,
): Promise<boolean> {
  const shown = filter.organizationIds
  if (shown === null || organizationIds?.every((id) => shown.includes(id))) return false
  const wide = { ...filter, organizationIds }
  const isElsewhere = sql`(e.organization_id is null or e.organization_id <> all (${shown}::uuid[]))`
  // Policies are asked only about entries of other organizations.
  const isRestricted = ctx.actor.layers !== undefined
  const early = isRestricted ? [isElsewhere, ...isSince(await oldestOf(ctx, wide, LOOKED_THROUGH))] : []
  const common = [...conditions(ctx, wide), ...early]
  const newest = sql`order by e.created_at desc, e.seq desc limit ${isRestricted ? 1 : LOOKED_THROUGH}`
  const branches = alternatives(ctx, wide).map(
    ({ where }) => sql`(select e.organization_id from plinth.action_log e
      where ${sql.join([...common, ...where], sql` and `)} ${newest})`,
  )
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from (${sql.join(branches, sql` union all `)}) e where ${isElsewhere}) as "isThere"`.execute(
    ctx.db,
  )
  return rows[0]!.isThere
}

type HistoryRow = Omit<HistoryEntry, 'isUndoable' | 'revertedAt' | 'isPartial'> & {
  readonly undoable: boolean
  readonly reverted: string | null
  readonly partial: boolean
}

const isAfter = ({ createdAt, seq }: HistoryPosition, order: HistoryOrder) =>
  sql`(e.created_at, e.seq) ${passed(order)} (${createdAt}::timestamptz, ${seq}::bigint)`

const isAfterId = ({ scope }: Pick<Context, 'scope'>, id: string, order: HistoryOrder) =>
  sql`(e.created_at, e.seq) ${passed(order)} (select p.created_at, p.seq from plinth.action_log p
    where ${inTenant(scope, 'p')} and p.id = ${id})`

const passed = ({ isAscending }: HistoryOrder) => sql.raw(isAscending ? '>' : '<')

const NEWEST_FIRST: HistoryOrder = { by: 'createdAt', isAscending: false }

function orderOf({ by, isAscending }: HistoryOrder): RawBuilder<unknown> {
  const direction = sql.raw(isAscending ? 'asc' : 'desc')
  const time = sql`e.created_at ${direction}, e.seq ${direction}`
  return by === 'createdAt' ? time : sql`${sql.ref(HISTORY_SORTS[by])} ${direction} nulls last, ${time}`
}

function conditions(ctx: HistoryContext, filter: HistoryFilter): RawBuilder<unknown>[] {
  const { scope, actor } = ctx
  const { organizationIds, id, undoable, cause, before, after, verbs } = filter
  return [
    inTenant(scope, 'e'),
    ...ofVisibleEntries(ctx, 'e', rowOf(filter)),
    ...(organizationIds === null ? [] : [inOrganizations(organizationIds)]),
    ...(id === undefined ? [] : [sql`e.id = ${id}::uuid`]),
    ...(before === undefined ? [] : [sql`e.created_at < ${before}::timestamptz`]),
    ...(after === undefined ? [] : [sql`e.created_at > ${after}::timestamptz`]),
    ...(verbs === undefined ? [] : [sql`substring(e.command_id from '[^.]*$') = any (${verbs}::text[])`]),
    ...(undoable === undefined ? [] : [undoable === null ? sql`false` : canBeUndone(actor, undoable)]),
    ...(cause === undefined ? [] : [...Object.entries(cause).map(isCausedBy), sql`not ${isUndo}`]),
  ]
}

/** The row whose history is read, if the resource is named by the id of a row. */
const rowOf = ({ resourceId }: HistoryFilter) => z.uuid().safeParse(resourceId).data ?? null

/** The name of the property is part of the statement, because it is part of a module's index on causes. */
const isCausedBy = ([name, value]: readonly [string, string]) =>
  sql`e.context -> 'cause' ->> ${sql.lit(name)} = ${value}`

const isUndo = sql`exists (select from plinth.turns t
  where t.tenant_id = e.tenant_id and t.entry_id = e.id and t.kind = 'undo')`

/** A single organization preserves the order of the index. */
function inOrganizations(ids: readonly string[]): RawBuilder<unknown> {
  return ids.length === 1 ? sql`e.organization_id = ${ids[0]}` : sql`e.organization_id = any (${ids}::uuid[])`
}

function canBeUndone({ id }: Context['actor'], { ofOthers = false }: RevertOptions): RawBuilder<unknown> {
  const isOwn = ofOthers ? sql`true` : sql`e.actor_id = ${id}`
  return sql`e.undo_token_hash is not null and ${isOwn} and not ${hasRevert('undo')}`
}

/** The alternatives of the filter, which do not overlap. */
function alternatives({ scope }: Pick<Context, 'db' | 'scope' | 'actor'>, filter: HistoryFilter): Alternative[] {
  return ofActor(filter).flatMap((actor) =>
    ofResource(scope, filter).map(({ where, rowId }) => ({ where: [...actor, ...where], rowId })),
  )
}

function ofActor({ actorId }: HistoryFilter): RawBuilder<unknown>[][] {
  if (actorId === null) return [[]]
  // The pattern matches the predicate of the partial index.
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
 * Entries without a resource that changed the row with that id, so that a bulk operation is in the history of each row. The
 * index of changes starts with the table, so each table in which the tenant has changes is queried.
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

/** The ids whose row has been deleted, or marked as deleted, within the caller's scope and not been restored. */
export async function findDeleted(
  ctx: Pick<Context, 'db' | 'scope' | 'actor' | 'from' | 'inject'>,
  entity: Declared,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { db, scope } = ctx
  const table = tableOf(entity)
  const conditions = conditionsOfOthers(ctx.inject(composition).modules, entity)(ctx, 't')
  const { organizationIds } = scope
  const organization = sql`(c.before ->> 'organization_id')::uuid`
  const isVisible =
    organizationIds === null
      ? sql`true`
      : sql`(${organization} is null or ${organization} = any (${organizationIds}::uuid[]))`
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${ids}::uuid[]) i (id) cross join lateral (
      select c.before, c.after from plinth.changes c
      where ${inTenant(scope, 'c')} and c.table_name = ${table} and c.row_id = i.id order by c.seq desc limit 1
    ) c cross join lateral jsonb_populate_record(null::${sql.table(table)}, c.before) t
    where (c.after is null or c.after ->> 'deleted_at' is not null)
      and ${sql.join([isVisible, ...conditions], sql` and `)} and plinth.may('read', ${sql.lit(table)}::regclass, c.before)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

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
