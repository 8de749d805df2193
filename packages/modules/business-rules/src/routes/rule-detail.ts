import { get, sql } from '@plinth/core'
import { z } from 'zod'
import { columnsOf } from '../view-columns.ts'
import { features } from '../contract.ts'
import { BusinessRule } from '../entities.ts'
import { INVALID_RULE_ID, ruleNotFound, toRefusalWith } from '../errors.ts'
import { RuleDetail } from '../rule-views.ts'
import { isShownAndLive } from '../working-organization.ts'

export const readRule = get(
  '/business_rules/rules/{id}',
  {
    access: features.view,
    summary: 'Get a rule with its condition and actions.',
    params: z.object({ id: z.uuid(INVALID_RULE_ID).toLowerCase() }),
    response: RuleDetail,
    errors: [400, 404],
    onInvalid: toRefusalWith(INVALID_RULE_ID),
  },
  async (ctx) => {
    const { db, params } = ctx
    const { rows } = await sql<z.input<typeof RuleDetail>>`
      select ${columnsOf(RuleDetail, 'r')} from business_rules r where ${isShownAndLive(ctx, BusinessRule, 'r')} and r.id = ${params.id}`.execute(
      db,
    )
    if (!rows[0]) throw ruleNotFound()
    return rows[0]
  },
)
