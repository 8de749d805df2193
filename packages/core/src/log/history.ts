import { type RawBuilder, sql } from 'kysely'
import { inTenant } from '../data/query/scope-conditions.ts'
import type { Context } from '../define/context.ts'
import { fieldPolicies } from '../define/field-policies.ts'
import { type EntryState, type LoggedEntry, loggedEntryColumns } from './entries.ts'
import {
  alternatives,
  conditions,
  entriesOf,
  type HistoryContext,
  type HistoryFilter,
  isLookedThrough,
  SEARCHED,
} from './history-filter.ts'
import { lookThrough } from './look-through.ts'
import { leftOutChanges } from './visible-entries.ts'

/** The table of the log, for analytics; use `readHistory` to read entries. */
export const actionLog = 'plinth.action_log'

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
