import { get, paged, sql } from '@plinth/core'
import { contains, limits } from '@plinth/core/data'
import { z } from 'zod'
import { columnsOf, toColumnName } from '../columns.ts'
import { features } from '../contract.ts'
import { RowId } from '../fields.ts'
import { OptionalFlag, blankAsMissing, invalidQuery, listOf, Paging, TextFilter } from '../list-query.ts'
import { SetItem } from '../set-views.ts'
import { isShownAndLive } from '../working-organization.ts'

const Query = Paging.extend({
  id: blankAsMissing(RowId.optional()),
  /** Substring of the business id. */
  setId: TextFilter,
  /** Substring of the name. */
  search: TextFilter,
  enabled: OptionalFlag,
  sortField: z.enum(['setId', 'setName', 'enabled', 'createdAt', 'updatedAt']).catch('setId').default('setId'),
  sortDir: blankAsMissing(z.enum(['asc', 'desc']).default('asc')),
})

/**
 * GET /business_rules/sets: the sets of the selected organization, or of all visible ones if none is selected (decision 48).
 */
export const listSets = get(
  '/business_rules/sets',
  {
    access: features.view,
    summary: 'The rule sets of the organization.',
    query: Query,
    response: listOf(SetItem),
    errors: [400],
    onInvalid: invalidQuery,
  },
  async (ctx) => {
    const { query, db } = ctx
    const { id, setId, search, enabled, sortField, sortDir } = query
    const { limit, offset } = limits(query)
    const where = sql.join(
      [
        isShownAndLive(ctx, 's'),
        ...(id === undefined ? [] : [sql`s.id = ${id}`]),
        ...(setId === undefined ? [] : [sql`s.set_id ilike ${contains(setId)}`]),
        ...(search === undefined ? [] : [sql`s.set_name ilike ${contains(search)}`]),
        ...(enabled === undefined ? [] : [sql`s.enabled = ${enabled}`]),
      ],
      sql` and `,
    )
    const order = sql`${sql.ref(`s.${toColumnName(sortField)}`)} ${sortDir === 'desc' ? sql`desc` : sql`asc`}`
    const [{ rows }, counted] = await Promise.all([
      sql<z.input<typeof SetItem>>`select ${columnsOf(SetItem, 's')} from rule_sets s where ${where}
        order by ${order}, s.set_id, s.id limit ${limit} offset ${offset}`.execute(db),
      sql<{ total: number }>`select count(*) as total from rule_sets s where ${where}`.execute(db),
    ])
    return paged([rows, counted.rows[0]?.total ?? 0], query, 1)
  },
)
