import type { ModuleFixtures } from '@plinth/testing'
import { examples } from './examples.ts'
import { executing } from './executing.ts'
import { writing } from './writing.ts'

const sampleLogIds = { own: '7000000000000001', sibling: '7000000000000002', foreign: '7000000000000003' }
const setRoutes = ['GET', 'POST', 'PUT', 'DELETE'].flatMap((method) =>
  ['sets', 'sets/{id}', 'sets/{id}/members'].map((path) => `${method} /business_rules/${path}`),
)

/** Test fixtures of the module. */
export const businessRulesFixtures: ModuleFixtures = {
  contract: { open: [], samples: [...writing, ...executing] },
  isolation: {
    // Written by batched logs only; logs.test.ts checks who may write.
    unrecorded: ['rule_executions', 'rule_sendings'],
    idTables: {
      // Names that the client chooses.
      'POST /business_rules/rules ruleId': null,
      'POST /business_rules/sets setId': null,
      ruleId: 'business_rules',
      memberId: 'rule_set_members',
      'GET /business_rules/logs': 'rule_executions',
      'GET /business_rules/logs/{id}': 'rule_executions',
      ...Object.fromEntries(setRoutes.map((route) => [route, 'rule_sets'])),
    },
    rows: {
      business_rules: ({ mark }) => ({
        rule_type: 'GUARD',
        deleted_at: null,
        condition_expression: null,
        success_actions: JSON.stringify([{ type: 'LOG', config: { message: mark } }]),
        failure_actions: null,
      }),
      rule_sets: () => ({ deleted_at: null }),
      rule_executions: ({ name, idIn }) => ({
        id: sampleLogIds[name],
        log_count: 1,
        outcomes: JSON.stringify([{ rule: idIn('business_rules'), result: 'SUCCESS', ms: 1 }]),
      }),
      rule_sendings: ({ name }) => ({ day: name === 'own' ? '2026-01-01' : '2026-01-02', kind: 'mail', sent: 1 }),
    },
    unreached: {
      'POST /business_rules/sets/{id}/members':
        'the rule of every party is in their set already; see isolation.test.ts',
    },
  },
  undo: { examples },
}
