import { defineModule, type Module, provide } from '@plinth/core'
import { analytics, pages, readmePage } from '@plinth/points'
import { executionAnalytics, ruleAnalytics } from './analytics.ts'
import { addSetMember } from './commands/add-set-member.ts'
import { countSending } from './commands/count-sending.ts'
import { keepExecutions } from './commands/keep-executions.ts'
import { removeSetMember } from './commands/remove-set-member.ts'
import { updateSetMember } from './commands/update-set-member.ts'
import { events, features } from './contract.ts'
import { RuleExecution, RuleSetMember } from './entities.ts'
import { logIds } from './execution.ts'
import { callWebhook } from './effects/call-webhook.ts'
import { emitEvent } from './effects/emit-event.ts'
import { keepExecutionLogs } from './jobs/keep-executions.ts'
import { runAfterRules } from './jobs/run-after-rules.ts'
import { ruleFieldUses } from './field-uses.ts'
import { ownMails, sendNotice } from './effects/send-notice.ts'
import { createLogIds } from './log-ids.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { names } from './migrations/0002-names.ts'
import { codes } from './migrations/0003-codes.ts'
import { setLimit } from './migrations/0004-set-limit.ts'
import { ownNavigation } from './navigation.ts'
import { rules } from './resources/rules.ts'
import { ruleSets } from './resources/rule-sets.ts'
import { analyzeStoredRules } from './routes/analyze.ts'
import { listRuleEntities } from './routes/entities.ts'
import { executeRule } from './routes/execute-rule.ts'
import { testRecords } from './routes/test-records.ts'
import { executeRules } from './routes/execute.ts'
import { readLog } from './routes/log-detail.ts'
import { listLogs } from './routes/logs.ts'
import { deleteMember, postMember, putMember } from './routes/members.ts'
import { readRule } from './routes/rule-detail.ts'
import { readSet } from './routes/rule-set-detail.ts'
import { readWebhookKey } from './routes/webhook-key.ts'
import { RuleUsageCache, ruleUsage } from './rule-quota.ts'
import { ruleIndexes } from './rule-index.ts'
import { commandRules } from './command-rules.ts'
import { type BusinessRulesOptions, settings, toSettings } from './settings.ts'
import { ofVisibleRules } from './set-members.ts'
import { ruleTotals } from './rule-totals.ts'
import { ownWidgets } from './widgets.ts'
import { translations } from './translations.ts'

/** Business rules that customers can change without a deployment. */
export function businessRules(options: BusinessRulesOptions = {}): Module {
  const made = toSettings(options)
  const ids = createLogIds()
  const counts = new RuleUsageCache()
  return defineModule({
    id: 'business_rules',
    title: 'Business Rules',
    translations,
    requires: [],
    entities: [RuleSetMember, RuleExecution],
    dependents: [{ entity: RuleSetMember, visible: ofVisibleRules }],
    migrations: [baseline, names, codes, setLimit],
    features,
    contributes: [
      pages.of(readmePage({ title: 'Rules that customers write', access: features.view }, import.meta.url)),
      ownNavigation,
      ownWidgets,
      analytics.of(ruleAnalytics, executionAnalytics),
      ownMails,
      ruleFieldUses,
    ],
    events,
    emits: made.events,
    roles: { admin: ['business_rules.*'] },
    services: [
      provide(settings, () => made),
      provide(logIds, () => ids),
      provide(ruleUsage, () => counts),
      commandRules,
    ],
    caches: [ruleTotals, ruleIndexes],
    resources: [rules, ruleSets],
    commands: [addSetMember, updateSetMember, removeSetMember, keepExecutions, countSending],
    jobs: [callWebhook, emitEvent, sendNotice, runAfterRules, keepExecutionLogs],
    routes: [
      readRule,
      readSet,
      postMember,
      putMember,
      deleteMember,
      executeRules,
      executeRule,
      testRecords,
      analyzeStoredRules,
      listLogs,
      readLog,
      readWebhookKey,
      listRuleEntities,
    ],
  })
}
