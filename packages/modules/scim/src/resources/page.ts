import { type Context, sql } from '@plinth/core'
import type { RawBuilder, SqlBool } from '@plinth/core/data'
import { z } from 'zod'
import { invalidPath } from '../errors.ts'
import { message } from '../protocol/message.ts'
import { parseFilter, parsePath } from '../protocol/parse-filter.ts'
import { ProjectionQuery } from '../protocol/projection.ts'
import type { Attributes } from '../protocol/values.ts'
import { type Column, columnAt, comparable, type Places, rowsAt, toCondition } from './filter-columns.ts'

/** Maximum resources per page. */
export const MAX_PAGE = 200

/** A whole number; whatever is none counts as left out, and so does nothing. */
const whole = (otherwise: number) =>
  z.preprocess((sent) => (sent === '' || sent === null ? otherwise : sent), z.coerce.number().int().catch(otherwise))

/** How a list is requested (RFC 7644, section 3.4.2): in a query, or in the body of a search. */
export const ListQuery = ProjectionQuery.extend({
  filter: z.string().nullish(),
  startIndex: whole(1)
    .transform((index) => Math.min(Math.max(1, index), 1_000_000))
    .default(1),
  count: whole(100)
    .transform((count) => Math.min(Math.max(0, count), MAX_PAGE))
    .default(100),
  sortBy: z.string().max(300).nullish(),
  sortOrder: z.preprocess(
    (sent) => (typeof sent === 'string' ? sent.toLowerCase() : sent),
    z.enum(['ascending', 'descending']).catch('ascending').default('ascending'),
  ),
})

/** The same as the body of a search. */
export const SearchBody = message(ListQuery.shape)

export type ListQuery = z.output<typeof ListQuery>

export const ListResponse = z.looseObject({
  schemas: z.array(z.string()),
  totalResults: z.int(),
  startIndex: z.int(),
  itemsPerPage: z.int(),
  Resources: z.array(z.looseObject({})),
})

export const toList = (total: number, startIndex: number, items: readonly Attributes[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: items.length,
  Resources: [...items],
})

/** The order of a list; ties are in the order of creation. */
export function orderOf({ sortBy, sortOrder }: ListQuery, places: Places, tie: RawBuilder<unknown>) {
  if (!sortBy) return tie
  const { path, filter } = parsePath(sortBy)
  if (filter !== null) throw invalidPath('A filter cannot be sorted by.')
  const rows = path.sub === null ? rowsAt(path, places) : rowsAt({ ...path, sub: null }, places)
  const value = rows ? firstOf(rows, path.sub ?? 'value') : comparable(sortable(columnAt(path, places)))
  // Those without a value come last in ascending and first in descending order (RFC 7644, section 3.4.2.3).
  return sortOrder === 'descending' ? sql`${value} desc nulls first, ${tie}` : sql`${value} asc nulls last, ${tie}`
}

function sortable(column: Column): Column {
  if (column.kind === 'complex') throw invalidPath('A value with several attributes is sorted by one of them.')
  return column
}

/** The primary value of several, or else the first one. */
function firstOf({ source, columns }: NonNullable<ReturnType<typeof rowsAt>>, name: string): RawBuilder<unknown> {
  const find = (wanted: string) =>
    Object.entries(columns).find(([known]) => known.toLowerCase() === wanted.toLowerCase())?.[1]
  const [column, primary] = [find(name), find('primary')]
  if (!column) throw invalidPath(`Sorting by ${name.slice(0, 100)} is not supported.`)
  const order = primary ? sql`order by ${primary.value} desc nulls last` : sql``
  return sql`(select ${comparable(column)} from ${source} ${order} limit 1)`
}

export const conditionOf = ({ filter }: ListQuery, places: Places): RawBuilder<SqlBool> =>
  filter === undefined || filter === null || filter.trim() === ''
    ? sql<SqlBool>`true`
    : toCondition(parseFilter(filter), places)

interface FoundPage {
  /** `from …` with the conditions. */
  readonly source: RawBuilder<unknown>
  readonly page: ListQuery
  readonly found: number
}

/**
 * The total. A page that is not full yields it without a query, which is common, because providers look up one user at a time.
 */
export async function countAll({ db }: Pick<Context, 'db'>, { source, page, found }: FoundPage): Promise<number> {
  const before = page.startIndex - 1
  if (found < page.count && (found > 0 || before === 0)) return before + found
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${source}`.execute(db)
  return rows[0]!.total
}
