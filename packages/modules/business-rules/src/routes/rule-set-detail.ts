import { get, sql } from '@plinth/core'
import { z } from 'zod'
import { columnsOf } from '../view-columns.ts'
import { features } from '../contract.ts'
import { BusinessRule, RuleSet, RuleSetMember } from '../entities.ts'
import { readsRules } from '../field-rights.ts'
import { InSet } from '../set-members.ts'
import { INVALID_SET_ID, setNotFound, toRefusalWith } from '../errors.ts'
import { SetDetail, SetItem } from '../set-views.ts'
import { isShownAndLive } from '../working-organization.ts'

export const readSet = get(
  '/business_rules/sets/{id}',
  {
    access: features.view,
    summary: 'Get a rule set with its rules in order.',
    params: InSet,
    response: SetDetail,
    errors: [400, 404],
    onInvalid: toRefusalWith(INVALID_SET_ID),
  },
  async (ctx) => {
    const { db, from, params } = ctx
    const { rows } = await sql<z.input<typeof SetDetail>>`
      select ${columnsOf(SetItem, 's')}, coalesce((
        select json_agg(json_build_object('id', m.id, 'ruleId', m.rule_id, 'ruleName', r.rule_name,
          'ruleType', r.rule_type, 'sequence', m.sequence, 'enabled', m.enabled,
          'updatedAt', to_char(m.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.sequence, m.id)
        from rule_set_members m join business_rules r on r.tenant_id = m.tenant_id and r.id = m.rule_id
        where m.tenant_id = s.tenant_id and m.set_id = s.id
          and ${from.isVisible(RuleSetMember, 'm')} and ${from.isVisible(BusinessRule, 'r')}
      ), '[]') as members
      from rule_sets s where ${isShownAndLive(ctx, RuleSet, 's')} and s.id = ${params.id}`.execute(db)
    if (!rows[0]) throw setNotFound()
    // Members show what their rules are called.
    return readsRules(ctx) ? rows[0] : { ...rows[0], members: [] }
  },
)
