import { PageQuery, sql } from '@plinth/core'
import { z } from 'zod'
import { matches } from './search-text.ts'

const MAX_IDS = 200

/** What all lists of the catalog take (section 5.1 of the auth contract). What is no id finds nothing (D-23). */
export const ListQuery = PageQuery.extend({
  id: z.string().max(200).optional(),
  ids: z.string().max(10_000).optional(),
  search: z.string().max(200).optional(),
  isActive: z.enum(['true', 'false']).optional(),
  sortField: z.string().max(50).optional(),
  sortDir: z.string().max(10).optional(),
})
type ListQuery = z.output<typeof ListQuery>

type Fragment = ReturnType<typeof sql>

/** The conditions that every list knows, on the table that the query calls `alias`. */
export function wanted(alias: string, { id, ids, search, isActive }: Partial<ListQuery>): Fragment[] {
  const column = sql.ref(`${alias}.id`)
  const listed = ids?.split(',').map((each) => each.trim())
  return [
    ...(id === undefined ? [] : [sql`${column} = any (${onlyIds([id])}::uuid[])`]),
    ...(listed === undefined || ids === '' ? [] : [sql`${column} = any (${onlyIds(listed)}::uuid[])`]),
    ...(search ? [matches(alias, search)] : []),
    ...(isActive === undefined ? [] : [sql`${sql.ref(`${alias}.is_active`)} = ${isActive === 'true'}`]),
  ]
}

/** Rows whose column holds this id; none when it is no id. */
export const references = (column: string, id: string | undefined): Fragment[] =>
  id === undefined ? [] : [sql`${sql.ref(column)} = any (${onlyIds([id])}::uuid[])`]

/** The order of a list: the named field, the id when there is none of that name, and the id last (decision 7). */
export function orderBy(
  alias: string,
  { sortField = 'id', sortDir }: Partial<ListQuery>,
  fields: Readonly<Record<string, string>>,
): Fragment {
  const column = Object.hasOwn(fields, sortField) ? fields[sortField]! : 'id'
  const direction = sql.raw(sortDir?.toLowerCase() === 'desc' ? 'desc' : 'asc')
  return sql`${sql.ref(`${alias}.${column}`)} ${direction} nulls last, ${sql.ref(`${alias}.id`)} ${direction}`
}

const onlyIds = (ids: readonly string[]) => ids.filter((id) => z.uuid().safeParse(id).success).slice(0, MAX_IDS)
