import { checkIsolation, type Sample } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { writingContract, writingRoutes } from './_contract.ts'
import { rulesApp } from './_rules.ts'

/** Of the log that each party has. */
const logIds = { own: '1000000', sibling: '900000000000', foreign: '1800000000000' }

const setRoutes = writingRoutes.filter((route) => route.includes('/sets'))

const executing: readonly Sample[] = [
  { route: 'POST /business_rules/execute', request: { body: { entityType: 'Order' } }, expect: 200 },
  { route: 'POST /business_rules/execute/{ruleId}', request: { body: {} }, expect: 200 },
  { route: 'POST /business_rules/rules/analyze', request: { body: {} }, expect: 200 },
]

test(
  'nobody learns of or touches rules, sets, members and logs that are not theirs',
  { timeout: 300_000 },
  async () => {
    await using app = await rulesApp()
    const report = await checkIsolation(app, {
      samples: [...writingContract.samples, ...executing],
      rows: {
        business_rules: ({ mark }) => ({
          rule_type: 'GUARD',
          deleted_at: null,
          success_actions: JSON.stringify([{ type: 'LOG', config: { message: mark } }]),
          failure_actions: null,
        }),
        rule_sets: () => ({ deleted_at: null }),
        rule_executions: (party) => ({
          id: logIds[party.name],
          outcomes: JSON.stringify([
            { rule: party.idIn('business_rules'), result: 'SUCCESS', ms: 1, error: party.mark },
          ]),
        }),
      },
      // Written by a journal: what was executed is not undone.
      unrecorded: ['rule_executions'],
      idTables: {
        memberId: 'rule_set_members',
        ruleId: 'business_rules',
        'GET /business_rules/logs': 'rule_executions',
        'GET /business_rules/logs/{id}': 'rule_executions',
        ...Object.fromEntries(setRoutes.map((route) => [route, 'rule_sets'])),
      },
      unreached: {
        'POST /business_rules/sets/{id}/members':
          'the rule of every party is in their set already; see isolation.test.ts',
      },
    })
    expect(report.tables).toBe(4)
  },
)
