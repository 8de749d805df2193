import { checkIsolation } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { executingContract, executingRoutes } from './_executing.ts'
import { rulesApp } from './_rules.ts'

const logIds = { own: '7000000000000001', sibling: '7000000000000002', foreign: '7000000000000003' }

test('nobody executes rules or reads logs that are not theirs', { timeout: 300_000 }, async () => {
  await using app = await rulesApp()
  const report = await checkIsolation(app, {
    samples: executingContract.samples,
    rows: {
      business_rules: () => ({
        rule_type: 'GUARD',
        deleted_at: null,
        condition_expression: null,
        success_actions: null,
        failure_actions: null,
      }),
      rule_sendings: ({ name }) => ({ day: name === 'own' ? '2026-01-01' : '2026-01-02', kind: 'mail', sent: 1 }),
      rule_sets: () => ({ deleted_at: null }),
      rule_executions: ({ name, idIn }) => ({
        id: logIds[name],
        log_count: 1,
        outcomes: JSON.stringify([{ rule: idIn('business_rules'), result: 'SUCCESS', ms: 1 }]),
      }),
    },
    // Written by journals only; see logs.test.ts for who may.
    unrecorded: ['rule_executions', 'rule_sendings'],
    idTables: {
      ruleId: 'business_rules',
      'GET /business_rules/logs': 'rule_executions',
      'GET /business_rules/logs/{id}': 'rule_executions',
    },
    routes: executingRoutes,
  })
  expect(report.tables).toBe(5)
})
