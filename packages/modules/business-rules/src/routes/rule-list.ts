import { type Context, get, paged, sql } from '@plinth/core'
import { contains, limits } from '@plinth/core/data'
import { RULE_TYPES } from '@plinth/core/rules'
import { z } from 'zod'
import { columnsOf, toColumnName } from '../columns.ts'
import { features } from '../contract.ts'
import { RowId } from '../fields.ts'
import { OptionalFlag, blankAsMissing, invalidQuery, listOf, Paging, TextFilter } from '../list-query.ts'
import { namesOf } from '../rule-points.ts'
import { RuleItem } from '../rule-views.ts'
import { totalRules } from '../totals.ts'
import { isShownAndLive } from '../working-organization.ts'

const sortFields = ['ruleId', 'ruleName', 'ruleType', 'entityType', 'priority', 'createdAt', 'updatedAt'] as const

const RuleListQuery = Paging.extend({
  id: blankAsMissing(RowId.optional()),
  /** Substring of the business id. */
  ruleId: TextFilter,
  /** Substring of the name. */
  search: TextFilter,
  ruleType: blankAsMissing(z.enum(RULE_TYPES).optional()),
  entityType: TextFilter,
  eventType: TextFilter,
  ruleCategory: TextFilter,
  enabled: OptionalFlag,
  sortField: z.enum(sortFields).catch('priority').default('priority'),
  sortDir: blankAsMissing(z.enum(['asc', 'desc']).default('desc')),
})
type RuleListQuery = z.output<typeof RuleListQuery>

/**
 * GET /business_rules/rules: the rules of the selected organization, or of all visible ones if none is selected (decision 48).
 */
export const listRules = get(
  '/business_rules/rules',
  {
    access: features.view,
    summary: 'The rules of the organization.',
    query: RuleListQuery,
    response: listOf(RuleItem),
    errors: [400],
    onInvalid: invalidQuery,
  },
  async (ctx) => {
    const { query } = ctx
    return paged(await readRulePage(ctx, query), query, 1)
  },
)

async function readRulePage(ctx: Context, query: RuleListQuery): Promise<[z.input<typeof RuleItem>[], number]> {
  const { limit, offset } = limits(query)
  const { page: _page, pageSize: _size, sortField, sortDir, ...filter } = query
  const where = sql.join(conditions(ctx, filter), sql` and `)
  const order = sql`${sql.ref(`r.${toColumnName(sortField)}`)} ${sortDir === 'desc' ? sql`desc` : sql`asc`}`
  const { rows } = await sql<z.input<typeof RuleItem>>`
    select ${columnsOf(RuleItem, 'r')} from business_rules r where ${where}
    order by ${order}, r.rule_id, r.id limit ${limit} offset ${offset}`.execute(ctx.db)
  const isEnd = rows.length < limit && (rows.length > 0 || offset === 0)
  if (isEnd) return [rows, offset + rows.length]
  return [rows, await totalRules(ctx, filter, () => countRules(ctx, where))]
}

async function countRules({ db }: Context, where: ReturnType<typeof sql.join>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from business_rules r where ${where}`.execute(db)
  return rows[0]?.total ?? 0
}

function conditions(
  ctx: Context,
  { ruleId, search, entityType, ...exact }: Omit<RuleListQuery, 'page' | 'pageSize' | 'sortField' | 'sortDir'>,
) {
  return [
    isShownAndLive(ctx, 'r'),
    ...(ruleId === undefined ? [] : [sql`r.rule_id ilike ${contains(ruleId)}`]),
    ...(search === undefined ? [] : [sql`r.rule_name ilike ${contains(search)}`]),
    ...(entityType === undefined ? [] : [sql`r.entity_type = any (${namesOf(ctx, entityType)}::text[])`]),
    ...Object.entries(exact)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => sql`${sql.ref(`r.${toColumnName(name)}`)} = ${value}`),
  ]
}
