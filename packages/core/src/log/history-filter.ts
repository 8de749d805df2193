import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { contains } from '../data/query/like.ts'
import { inTenant } from '../data/query/scope-conditions.ts'
import { API_KEY, isKey } from '../define/access.ts'
import type { RevertOptions } from '../define/command.ts'
import type { Cause, Context } from '../define/context.ts'
import { fieldPolicies } from '../define/field-policies.ts'
import { hasRevert } from './entries.ts'
import { leftOutChanges, ofVisibleEntries } from './visible-entries.ts'

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

/** Where the log is read. */
export type HistoryContext = Pick<Context, 'db' | 'scope' | 'actor' | 'inject' | 'from'>

/** One alternative of the filter. */
export interface Alternative {
  readonly where: readonly RawBuilder<unknown>[]
  /** The only row of the entry to include in this case; null for all rows. */
  readonly rowId: string | null
}

/** Whether policies decide on the entries of a filter that may be many: those of a record or a cause are few. */
export const isLookedThrough = ({ actor }: HistoryContext, { id, resourceId, cause }: HistoryFilter) =>
  actor.layers !== undefined && id === undefined && resourceId === undefined && cause === undefined

/** The number of newest entries in which a text is searched for. */
export const SEARCHED = 2_000

/** The entries that meet all conditions; with a search, those that are found among the newest of them. */
export function entriesOf(
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

export function conditions(ctx: HistoryContext, filter: HistoryFilter): RawBuilder<unknown>[] {
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
export function alternatives({ scope }: Pick<Context, 'db' | 'scope' | 'actor'>, filter: HistoryFilter): Alternative[] {
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
