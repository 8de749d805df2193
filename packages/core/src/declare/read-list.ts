import type { z } from 'zod'
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely'
import { CUSTOM_PREFIX, type Extension } from '../define/extensible.ts'
import { hasProperty, propertyOf } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import { contains } from '../data/query/like.ts'
import { isFoundBy, isFoundInOrder, isInSearchText, isSearchable, wordsOf } from '../data/query/search.ts'
import type { From } from '../data/query/from.ts'
import type { Sql } from '../data/query/sql.ts'
import { quoteName } from '../data/query/quote-name.ts'
import { isUuid } from '../data/query/uuid.ts'
import type { Context, SystemContext } from '../define/context.ts'
import { inLanguage } from '../define/collations.ts'
import type { Locale } from '../define/locales.ts'
import { type CustomFields, customValues, type SearchConditions } from '../define/custom-values.ts'
import { badInput } from '../errors.ts'
import { momentIn } from '../http/point-in-time.ts'
import { type AskedPage, KNOWN_TOTAL, limits, type PageQuery } from '../http/paging.ts'
import { customConditions, namesCustomField } from './custom-parameters.ts'
import type { ListQuery, ListRequest, ListSpec } from './list-spec.ts'
import { withLines } from './read-lines.ts'

/** A relation that rows include as an object. */
export interface ExpandedRelation {
  readonly relation: string
  readonly target: Declared
  readonly names: readonly string[]
  readonly schema: z.ZodType
}

/** A parameter that filters a list by a property. */
export interface ListFilter {
  readonly name: string
  /** Null for the value itself. */
  readonly operator: 'in' | 'not' | 'gte' | 'gt' | 'lte' | 'lt' | null
  readonly parameter: string
  readonly schema: z.ZodType
}

/** A compiled list. */
export interface PreparedList {
  readonly entity: Declared
  /** Set if customers can define fields for the rows. */
  readonly extension?: Extension | undefined
  readonly columns: readonly string[]
  /** Allowed values of `sortField`, and their properties. */
  readonly sorts: Readonly<Record<string, string>>
  /** The texts that are sorted in the caller's language. */
  readonly texts: ReadonlySet<string>
  /** Those of these properties that can be null. */
  readonly nullable: ReadonlySet<string>
  readonly filters: readonly ListFilter[]
  readonly expanded: readonly ExpandedRelation[]
  readonly spec: ListSpec<object>
  /** The custom fields that are searched. Default: all. */
  readonly mayReadCustom?: (key: string) => boolean
}

type Values = Readonly<Record<string, unknown>>
type ListedQuery = ListQuery & AskedPage
type ListTables = { readonly row: Record<string, unknown> }
type ListExpressionBuilder = ExpressionBuilder<ListTables, 'row'>
type ListSelect = SelectQueryBuilder<ListTables, 'row', Values>

/**
 * Reads the requested rows and their total. The page is chosen first and its rows are completed afterwards, so a computed column
 * costs nothing for rows that are skipped.
 */
export async function readList(
  ctx: Context,
  listing: PreparedList,
  query: ListedQuery & Values,
): Promise<[Values[], number]> {
  const { allTenants, resolve } = listing.spec
  const [rows, total] =
    allTenants !== undefined && ctx.actor.isSuperAdmin
      ? await ctx.widenScope('allTenants', allTenants, (system) => readRows(ctx, system, { listing, query }))
      : await readRows(ctx, ctx, { listing, query })
  const resolved = resolve && (await Promise.all(rows.map((row) => resolve(ctx, row as never))))
  return [rows.map((row, index) => toItem(row, { listing, resolved: resolved?.[index] })), total]
}

async function readRows(
  ctx: Context,
  { db, from }: Pick<SystemContext, 'db' | 'from'>,
  { listing, query: sent }: { readonly listing: PreparedList; readonly query: ListedQuery & Values },
): Promise<[Values[], number]> {
  const { scope, actor } = ctx
  const { language, timeZone } = await ctx.locale()
  const query = inTimeZone(listing, sent, timeZone)
  const eb: ListExpressionBuilder = expressionBuilder<ListTables, 'row'>()
  // Most lists need no service, and the function that resolves them is created on first use.
  const inject: Context['inject'] = (service) => ctx.inject(service)
  const asked = { eb, from, scope, actor, language, inject, query } as unknown as ListRequest<object, never>
  const conditions = [...idConditions(eb, query), ...filterConditions(eb, listing, query)]
  // The conditions of a list with its own parameters may handle `search`.
  const text = searchOf(listing, query)
  const fields = await fieldsAsked(inject, { listing, query, isSearch: text !== undefined })
  if (fields)
    conditions.push(...customConditions(fields, query, { row: 'row', timeZone, mayRead: listing.mayReadCustom }))
  conditions.push(...(listing.spec.where?.(asked) ?? []))
  const found = text === undefined ? undefined : await searchConditions(db, { listing, asked, text, fields })
  const order = orderOf(listing, query, { fields, language })
  const where = (condition?: Expression<SqlBool>) =>
    begin(from, listing).where(eb.and(condition ? [...conditions, condition] : conditions))
  const shown = ordered(where(found?.shown), order)
  const isCompleted = needsCompletion(listing)
  const chosen = isCompleted ? shown.selectAll('row') : shown
  const complete = (page: ListSelect) => {
    if (!isCompleted) return page.select(selection(listing, asked))
    const completed = expand(db.selectFrom(page.as('row')) as unknown as ListSelect, { from, listing })
    return ordered(completed, order).select(selection(listing, asked))
  }
  const countAll = () => count(where(found?.counted))
  // What is cached does not depend on definitions of fields, which may change, nor on the caller's row policies.
  const cached = fields || actor.layers ? undefined : listing.spec.total
  const counted = found?.shown === found?.counted ? undefined : countAll
  const total = cached ? (known: () => Promise<number>) => cached(ctx, query as never, counted ?? known) : counted
  const [items, all] =
    query.after === undefined
      ? await readPage(chosen, query, { complete, ...(total && { total }) })
      : await readAfter({ db, from, listing, countAll, chosen, complete, order }, query)
  const { lines } = listing.spec
  const { expand: lineNames } = query as { readonly expand?: string }
  const names = lineNames?.split(',')
  return [lines && names ? await withLines(from, items, { lines, names }) : items, all]
}

function begin(from: From, { entity }: PreparedList): ListSelect {
  return from(entity, 'row') as unknown as ListSelect
}

/** Whether rows have more than their own columns. */
const needsCompletion = ({ expanded, spec }: PreparedList) =>
  expanded.length > 0 || spec.computed !== undefined || spec.computedTogether !== undefined

/** Joins the rows that the page's rows refer to, as far as the caller may see them. */
function expand(page: ListSelect, { from, listing }: { from: From; listing: PreparedList }): ListSelect {
  const { entity, expanded } = listing
  return expanded.reduce((query, { relation, target }) => {
    const alias = aliasOf(relation)
    const isOwned = hasProperty(entity, 'tenantId') && hasProperty(target, 'tenantId')
    const on = [relation, ...(isOwned ? ['tenantId'] : [])].map((name) => {
      const related = sql.ref(`${alias}.${name === relation ? 'id' : name}`)
      return sql<SqlBool>`${related} = ${sql.ref(`row.${name}`)}`
    })
    const joined = query.leftJoin(from.table(target, alias) as never, (join) =>
      join.on(sql<SqlBool>`${sql.join(on, sql` and `)}`),
    )
    return joined as unknown as ListSelect
  }, page)
}

const aliasOf = (relation: string) => `expanded ${relation}`
const memberOf = (relation: string, name: string) => `${relation}.${name}`

function selection({ columns, expanded, spec }: PreparedList, asked: ListRequest<object, never>) {
  const computed = Object.entries(
    (spec.computed ?? {}) as Record<string, (of: typeof asked) => Expression<unknown> | undefined>,
  )
  const related = expanded.flatMap(({ relation, names }) =>
    [...new Set(['id', ...names])].map((name) =>
      sql`${sql.ref(`${aliasOf(relation)}.${name}`)}`.as(memberOf(relation, name)),
    ),
  )
  return [
    sql.raw(columns.map((name) => `row.${quoteName(name)}`).join(', ')),
    ...computed.flatMap(([name, column]) => {
      const value = column(asked)
      return value === undefined ? [] : [sql`${value}`.as(name)]
    }),
    ...(spec.computedTogether ? [sql`${spec.computedTogether(asked)}`.as(TOGETHER)] : []),
    ...related,
  ] as never[]
}

/** The name of the column of `computedTogether`. */
const TOGETHER = 'plinth computed'

/** A row with all its properties: related rows as objects, or null if nothing was joined. */
function toItem(
  row: Values,
  { listing: { expanded, spec }, resolved }: { readonly listing: PreparedList; readonly resolved: object | undefined },
): Values {
  if (expanded.length === 0 && !spec.computedTogether && !resolved) return row
  const { [TOGETHER]: together, ...item } = row as Record<string, unknown>
  for (const { relation, names } of expanded) {
    const isFound = row[memberOf(relation, 'id')] !== null
    const members = names.map((name) => [name, row[memberOf(relation, name)]] as const)
    for (const name of ['id', ...names]) delete item[memberOf(relation, name)]
    item[relation] = isFound ? Object.fromEntries(members) : null
  }
  return Object.assign(item, together, resolved)
}

function idConditions(eb: ListExpressionBuilder, { id, ids }: ListQuery): Expression<SqlBool>[] {
  const lists = [id === undefined ? [] : [onlyIds([id])], ids ? [onlyIds(ids.split(','))] : []].flat()
  return lists.map((ids) => eb('row.id', '=', sql`any (${ids}::uuid[])`))
}

/** The query with its local times as points in time. */
function inTimeZone<Q extends Values>({ entity, filters }: PreparedList, query: Q, timeZone: string): Q {
  const times = filters.filter(
    ({ name, parameter }) => query[parameter] !== undefined && propertyOf(entity, name, 'A filter').kind === 'instant',
  )
  if (times.length === 0) return query
  const moments = times.map(({ parameter }) => [parameter, momentIn(String(query[parameter]), timeZone)] as const)
  return { ...query, ...Object.fromEntries(moments) }
}

const COMPARISONS = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const

function filterConditions(
  eb: ListExpressionBuilder,
  { entity, filters }: PreparedList,
  query: Values,
): Expression<SqlBool>[] {
  return filters.flatMap(({ name, operator, parameter }) => {
    const value = query[parameter]
    if (value === undefined) return []
    const column = `row.${name}` as const
    const { kind, isNullable } = propertyOf(entity, name, 'A filter')
    const isId = kind === 'uuid' || kind === 'relation'
    const anyOf = (values: readonly unknown[]) =>
      isId ? sql`any (${onlyIds(values.map(String))}::uuid[])` : sql`any (${values})`
    if (operator === null) return [eb(column, '=', isId ? anyOf([value]) : value)]
    if (operator === 'in') return [eb(column, '=', anyOf(value as readonly unknown[]))]
    if (operator !== 'not') return [eb(column, COMPARISONS[operator], value)]
    const isOther = eb.not(eb(column, '=', anyOf(value as readonly unknown[])))
    // A row without a value has none of the listed values.
    return [isNullable ? eb.or([eb(column, 'is', null), isOther]) : isOther]
  })
}

async function count(rows: ListSelect): Promise<number> {
  const [total] = await rows.select(TOTAL).execute()
  return Number(total?.total ?? 0)
}

/** The text to search for; undefined without one. */
function searchOf({ spec }: PreparedList, query: Values): string | undefined {
  const text = spec.search ? query['search'] : undefined
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

interface SearchedList {
  readonly listing: PreparedList
  readonly asked: ListRequest<object, never>
  readonly text: string
  readonly fields: CustomFields | undefined
}

/** The rows that contain every word in their own properties, or in the values of searchable custom fields. */
async function searchConditions(
  db: Sql,
  { listing: { spec, mayReadCustom }, asked, text, fields }: SearchedList,
): Promise<SearchConditions> {
  const own = await ownConditions(db, { spec, asked, text })
  const custom = await fields?.isFoundBy(text, 'row', mayReadCustom)
  if (!custom) return own
  const eb = asked.eb as unknown as ListExpressionBuilder
  const shown = eb.or([own.shown, custom.shown])
  const isSame = own.counted === own.shown && custom.counted === custom.shown
  return { shown, counted: isSame ? shown : eb.or([own.counted, custom.counted]) }
}

async function ownConditions(
  db: Sql,
  { spec, asked, text }: { spec: ListSpec<object>; asked: ListRequest<object, never>; text: string },
): Promise<SearchConditions> {
  if (!isSearchable(spec.search)) {
    const shown = await searchCondition(spec, asked, text)
    return { shown, counted: shown }
  }
  const search = { in: spec.search, alias: 'row', text }
  return { shown: await isFoundInOrder(db, search), counted: isFoundBy(search) }
}

function searchCondition(
  { search }: ListSpec<object>,
  asked: ListRequest<object, never>,
  text: string,
): Expression<SqlBool> | Promise<Expression<SqlBool>> {
  if (typeof search === 'function') return search(asked, text)
  if (typeof search === 'string') return isInSearchText(`row.${search}`, text)
  const eb = asked.eb as unknown as ListExpressionBuilder
  const names = (search ?? []) as readonly string[]
  return eb.and(wordsOf(text).map((word) => eb.or(names.map((name) => eb(`row.${name}`, 'ilike', contains(word))))))
}

interface AskedFields {
  readonly listing: PreparedList
  readonly query: ListedQuery & Values
  readonly isSearch: boolean
}

/** The custom fields of the rows, if the query names any or searches. */
async function fieldsAsked(
  inject: Context['inject'],
  { listing: { extension }, query, isSearch }: AskedFields,
): Promise<CustomFields | undefined> {
  if (!extension || !(isSearch || namesCustomField(query))) return undefined
  return inject(customValues)?.fields({ entityId: extension.entityId, organizationId: null })
}

interface ListOrder {
  /** Undefined for a custom field. */
  readonly property: string | undefined
  readonly column: RawBuilder<unknown>
  readonly dir: 'asc' | 'desc'
  readonly isNullable: boolean
  /** Further columns, in ascending order. */
  readonly thenBy: readonly RawBuilder<unknown>[]
}

/** The requested field, the default one, or the id; the id is always last, so that the order is total (decision: Total order). */
function orderOf(
  { sorts, texts, nullable, spec }: PreparedList,
  { sortField, sortDir }: ListQuery,
  { fields, language }: { readonly fields: CustomFields | undefined; readonly language: Locale },
): ListOrder {
  const custom =
    sortField?.startsWith(CUSTOM_PREFIX) &&
    fields?.orderOf(sortField.slice(CUSTOM_PREFIX.length), { row: 'row', language })
  const sortedDir = sortDir?.toLowerCase() === 'desc' ? 'desc' : 'asc'
  if (custom) return { property: undefined, column: custom, isNullable: true, dir: sortedDir, thenBy: [] }
  const { field = 'id', dir = 'asc' } = sortField ? {} : (spec.defaultSort ?? {})
  const sortKey = sortField || field
  const property = Object.hasOwn(sorts, sortKey) ? sorts[sortKey]! : 'id'
  const isNullable = nullable.has(property)
  const columnOf = (name: string) => {
    const ref = sql.ref(`row.${name}`)
    return texts.has(name) ? inLanguage(ref, language) : ref
  }
  const column = columnOf(property)
  const thenBy = spec.thenBy?.map((name) => columnOf(name)) ?? []
  // Lists that were published with their own parameters ignore a direction without a field.
  const isDefault = sortDir === undefined || (spec.parameters !== undefined && !sortField)
  return { property, column, isNullable, dir: isDefault ? dir : sortedDir, thenBy }
}

function ordered(query: ListSelect, { property, column, dir, isNullable, thenBy }: ListOrder): ListSelect {
  // Without nulls there is nothing to put last, and an index can be read in both directions.
  const first = isNullable
    ? query.orderBy(column, (order) => (dir === 'asc' ? order.asc() : order.desc()).nullsLast())
    : query.orderBy(column, dir)
  if (property === 'id') return first
  const next = thenBy.reduce((known, one) => known.orderBy(one, 'asc'), first)
  return next.orderBy('row.id', thenBy.length > 0 ? 'asc' : dir)
}

interface PageAfter {
  readonly db: Sql
  readonly from: From
  readonly listing: PreparedList
  readonly countAll: () => Promise<number>
  readonly chosen: ListSelect
  /** Adds the selected columns to the rows of a page. */
  readonly complete: (page: ListSelect) => ListSelect
  readonly order: ListOrder
}

/**
 * The rows after a given one. The index scan starts there, so the cost does not depend on how many rows precede it. A row that has
 * been deleted since the last page keeps its place.
 */
async function readAfter(
  { db, from, listing, countAll, chosen, complete, order }: PageAfter,
  query: ListedQuery,
): Promise<[Values[], number]> {
  const { column, dir } = order
  const [id] = onlyIds([query.after!])
  if (id === undefined) throw unknownRow()
  const findLast = (rows: ListSelect) => rows.select([sql<boolean>`${column} is null`.as('isNull')]).executeTakeFirst()
  let known = begin(from, listing).where('row.id', '=', id)
  let last = await findLast(known)
  if (!last) {
    known = db.selectFrom(from.deleted(listing.entity, 'row', id)) as unknown as ListSelect
    last = await findLast(known)
  }
  if (!last) throw unknownRow()
  const value = known.select(column.as('value'))
  const behind = sql.raw(dir === 'asc' ? '>' : '<')
  const after = sql<SqlBool>`(${column}, ${sql.ref('row.id')}) ${behind} (${value}, ${id}::uuid)`
  const sameNull = sql<SqlBool>`${column} is null and ${sql.ref('row.id')} ${behind} ${id}::uuid`
  const { limit } = limits(query)
  const total = query[KNOWN_TOTAL] ?? (await countAll())
  const read = (condition: Expression<SqlBool>, most: number) => complete(chosen.where(condition).limit(most)).execute()
  const found = last['isNull'] ? [] : await read(after, limit)
  // Rows without a value come last, in a separate range of the index.
  if (order.isNullable && found.length < limit) {
    const isNull = sql<SqlBool>`${column} is null`
    found.push(...(await read(last['isNull'] ? sameNull : isNull, limit - found.length)))
  }
  return [found, total]
}

const unknownRow = () => badInput('Unknown row', { fieldErrors: { after: 'Not found' } })

interface PageOptions<Page, Shown> {
  /**
   * Wraps the query of the page, preserving its order, to add columns that would be too expensive for skipped rows, such as
   * sub-selects: `complete: (page) => db.selectFrom(page.as('t')).selectAll('t').select(…).orderBy('t.id')`.
   */
  readonly complete?: (page: Page) => Shown
  /** The total, if it is already known. Default: counted. */
  readonly total?: (count: () => Promise<number>) => Promise<number>
}

/**
 * Reads one page of an ordered query and the total number of rows, even past the last page. The count is part of the same query
 * unless `total` provides it.
 *
 * @example
 * const query = from(Ticket, 't').select(['t.id', 't.title']).orderBy('t.title').orderBy('t.id')
 * return paged(await readPage(query, asked), asked)
 */
export async function readPage<
  DB,
  TB extends keyof DB,
  O,
  ShownDB = DB,
  ShownTB extends keyof ShownDB = never,
  Shown = O,
>(
  query: SelectQueryBuilder<DB, TB, O>,
  asked: PageQuery,
  {
    total: given,
    complete,
  }: PageOptions<SelectQueryBuilder<DB, TB, O>, SelectQueryBuilder<ShownDB, ShownTB, Shown>> = {},
): Promise<[Shown[], number]> {
  const { limit, offset } = limits(asked)
  const { [KNOWN_TOTAL]: known } = asked as AskedPage
  const total = known === undefined ? given : async () => known
  const counted = query.clearSelect().clearOrderBy().select(TOTAL)
  const count = async () => {
    const [counting] = (await counted.execute()) as unknown as { readonly total: number }[]
    return counting?.total ?? 0
  }
  const chosen = query.limit(limit).offset(offset)
  const page = complete ? complete(chosen) : (chosen as unknown as SelectQueryBuilder<ShownDB, ShownTB, Shown>)
  if (total) {
    const rows = await page.execute()
    const isEnd = rows.length < limit && (rows.length > 0 || offset === 0)
    return [rows as Shown[], isEnd ? offset + rows.length : await total(count)]
  }
  const rows = (await page.select(counted.as(COUNTED)).execute()) as (Shown & { [COUNTED]?: number })[]
  const all = rows[0]?.[COUNTED]
  // Rows contain only what the query selects.
  for (const row of rows) delete row[COUNTED]
  return [rows, all ?? (offset === 0 ? 0 : await count())]
}

const TOTAL = sql<number>`count(*)`.as('total')

/** A name that no query uses for a column. */
const COUNTED = 'plinth counted'

const MAX_IDS = 200

/** The ids among the texts; values that are not ids match nothing. */
const onlyIds = (texts: readonly string[]): string[] =>
  texts
    .map((text) => text.trim())
    .filter(isUuid)
    .slice(0, MAX_IDS)
