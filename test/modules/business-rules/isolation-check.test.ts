import { checkIsolation } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { writingContract, writingRoutes } from './_contract.ts'
import { rulesApp } from './_rules.ts'

const setRoutes = writingRoutes.filter((route) => route.includes('/sets'))
const logIds = { own: '7000000000000001', sibling: '7000000000000002', foreign: '7000000000000003' }

test('nobody learns of or touches rules, sets and members that are not theirs', { timeout: 300_000 }, async () => {
  await using app = await rulesApp()
  const report = await checkIsolation(app, {
    samples: writingContract.samples,
    rows: {
      business_rules: ({ mark }) => ({
        rule_type: 'GUARD',
        deleted_at: null,
        success_actions: JSON.stringify([{ type: 'LOG', config: { message: mark } }]),
        failure_actions: null,
      }),
      rule_sets: () => ({ deleted_at: null }),
      rule_executions: ({ name }) => ({ id: logIds[name], outcomes: '[]' }),
      rule_sendings: ({ name }) => ({ day: name === 'own' ? '2026-01-01' : '2026-01-02', kind: 'mail', sent: 1 }),
    },
    unrecorded: ['rule_executions', 'rule_sendings'],
    idTables: {
      memberId: 'rule_set_members',
      ruleId: 'business_rules',
      ...Object.fromEntries(setRoutes.map((route) => [route, 'rule_sets'])),
    },
    unreached: {
      'POST /business_rules/sets/{id}/members':
        'the rule of every party is in their set already; see isolation.test.ts',
    },
    routes: writingRoutes,
  })
  expect(report.tables).toBe(5)
})
