import { defineModule, type Module, provide } from '@plinth/core'
import { analytics, pages, readmePage } from '@plinth/points'
import { executionAnalytics, ruleAnalytics } from './analytics.ts'
import { addSetMember } from './commands/add-set-member.ts'
import { countSending } from './commands/count-sending.ts'
import { createRule } from './commands/create-rule.ts'
import { createSet } from './commands/create-set.ts'
import { keepExecutions } from './commands/keep-executions.ts'
import { deleteRule } from './commands/delete-rule.ts'
import { deleteSet } from './commands/delete-set.ts'
import { removeSetMember } from './commands/remove-set-member.ts'
import { updateRule } from './commands/update-rule.ts'
import { updateSetMember } from './commands/update-set-member.ts'
import { updateSet } from './commands/update-set.ts'
import { events, features } from './contract.ts'
import { BusinessRule, RuleExecution, RuleSet, RuleSetMember } from './entities.ts'
import { logIds } from './execution.ts'
import { callWebhook } from './jobs/call-webhook.ts'
import { emitEvent } from './jobs/emit-event.ts'
import { keepExecutionLogs } from './jobs/keep-executions.ts'
import { runAfterRules } from './jobs/run-after-rules.ts'
import { sendNotice } from './jobs/send-notice.ts'
import { createLogIds } from './log-ids.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { ownNavigation } from './navigation.ts'
import { analyzeStoredRules } from './routes/analyze.ts'
import { listRuleEntities } from './routes/entities.ts'
import { executeRule } from './routes/execute-rule.ts'
import { executeRules } from './routes/execute.ts'
import { readLog } from './routes/log-detail.ts'
import { listLogs } from './routes/logs.ts'
import { deleteMember, postMember, putMember } from './routes/members.ts'
import { readRule } from './routes/rule-detail.ts'
import { listRules } from './routes/rule-list.ts'
import { readSet } from './routes/rule-set-detail.ts'
import { listSets } from './routes/rule-set-list.ts'
import { deleteSetById, postSet, putSet } from './routes/rule-sets.ts'
import { deleteRuleById, postRule, putRule } from './routes/rules.ts'
import { readWebhookKey } from './routes/webhook-key.ts'
import { RuleCounts, ruleCounts } from './room.ts'
import { ruleIndexes } from './rule-index.ts'
import { commandRules } from './runner.ts'
import { type BusinessRulesOptions, settings, toSettings } from './settings.ts'
import { ruleTotals } from './totals.ts'
import { ownWidgets } from './widgets.ts'

/** Business rules that customers can change without a deployment. */
export function businessRules(options: BusinessRulesOptions = {}): Module {
  const made = toSettings(options)
  const ids = createLogIds()
  const counts = new RuleCounts()
  return defineModule({
    id: 'business_rules',
    title: 'Business Rules',
    requires: [],
    entities: [BusinessRule, RuleSet, RuleSetMember, RuleExecution],
    migrations: [baseline],
    features,
    contributes: [
      pages.of(readmePage({ title: 'Rules that customers write', access: features.view }, import.meta.url)),
      ownNavigation,
      ownWidgets,
      analytics.of(ruleAnalytics, executionAnalytics),
    ],
    events,
    emits: made.events,
    roles: { admin: ['business_rules.*'] },
    services: [
      provide(settings, () => made),
      provide(logIds, () => ids),
      provide(ruleCounts, () => counts),
      commandRules,
    ],
    caches: [ruleTotals, ruleIndexes],
    commands: [
      createRule,
      updateRule,
      deleteRule,
      createSet,
      updateSet,
      deleteSet,
      addSetMember,
      updateSetMember,
      removeSetMember,
      keepExecutions,
      countSending,
    ],
    jobs: [callWebhook, emitEvent, sendNotice, runAfterRules, keepExecutionLogs],
    routes: [
      listRules,
      postRule,
      putRule,
      deleteRuleById,
      readRule,
      listSets,
      postSet,
      putSet,
      deleteSetById,
      readSet,
      postMember,
      putMember,
      deleteMember,
      executeRules,
      executeRule,
      analyzeStoredRules,
      listLogs,
      readLog,
      readWebhookKey,
      listRuleEntities,
    ],
  })
}
