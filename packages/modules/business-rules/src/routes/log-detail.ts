import { badInput, get, notFound, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { toOutputIn } from '../finding-texts.ts'
import { readsRules } from '../field-rights.ts'
import { isAboutVisible } from '../hidden-rows.ts'
import { isLog, logColumns, LogDetail, logRows, UNKNOWN, type LogRow, toLog } from '../log-views.ts'
import { isShown } from '../working-organization.ts'
import { MAX_LOG_ID } from '../log-ids.ts'

export const readLog = get(
  '/business_rules/logs/{id}',
  {
    access: features.view_logs,
    summary: 'Get one rule execution with its rule.',
    params: z.object({ id: z.string().regex(/^\d{1,1000}$/) }),
    response: LogDetail,
    errors: [400, 404],
    onInvalid: () => badInput('Invalid log id'),
  },
  async (ctx) => {
    const { params, db } = ctx
    // Larger numbers do not fit into 64 bits and cannot be the id of a log.
    if (BigInt(params.id) > MAX_LOG_ID) throw notFound('Log entry')
    const isSought = sql.join([isShown(ctx, 'e'), ...isAboutVisible(ctx), isLog(params.id)], sql` and `)
    const { rows } = await sql<LogRow & Pick<z.input<typeof LogDetail>, 'rule'>>`
      select ${logColumns}, json_build_object('id', o.value ->> 'rule', 'ruleId', r.rule_id,
        'ruleName', coalesce(r.rule_name, ${UNKNOWN}), 'ruleType', r.rule_type,
        'entityType', coalesce(r.entity_type, e.entity_type)) as rule
      from ${logRows(ctx.from)} where ${isSought}`.execute(db)
    if (!rows[0]) throw notFound('Log entry')
    const { language } = await ctx.locale()
    const log = toLog(ctx, rows[0])
    const { rule } = log
    const told = readsRules(ctx)
      ? rule
      : { ...rule, ruleId: null, ruleName: UNKNOWN, ruleType: null, entityType: log.entityType }
    return { ...log, rule: told, outputContext: toOutputIn(language, log.outputContext) }
  },
)
