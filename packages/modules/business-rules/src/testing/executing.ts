import type { Sample, TestPlatform } from '@plinth/testing'
import { features } from '../contract.ts'
import { create, guardRule, rulesPath } from './rules.ts'

const unknown = '99999999-9999-4999-8999-999999999999'
const executor = { features: [features.execute] }
const homeless = { features: [features.execute], organizationId: null }
const reader = { features: [features.view_logs] }
const everything = { features: ['business_rules.*'] }

const newRule = (app: TestPlatform) =>
  create(app.as(everything), rulesPath, {
    ...guardRule,
    ruleId: crypto.randomUUID(),
    conditionExpression: { field: 'total', operator: '<', value: 100 },
    failureActions: [
      { type: 'SHOW_ERROR', config: { message: 'Too much' } },
      { type: 'SET_FIELD', config: { field: 'total', value: 99 } },
      { type: 'BLOCK_TRANSITION' },
    ],
  })

async function newLog(app: TestPlatform): Promise<string> {
  const { body } = await app.as(everything).post(`/business_rules/execute/${await newRule(app)}`, {})
  await app.settled()
  return body.logId
}

/** Contract samples for executing rules and reading their logs. */
export const executing: readonly Sample[] = [
  {
    route: 'POST /business_rules/execute',
    as: executor,
    request: async (app) => {
      await newRule(app)
      return { body: { entityType: guardRule.entityType, data: { total: 500 }, explain: true } }
    },
    expect: 200,
  },
  { route: 'POST /business_rules/execute', as: executor, request: { body: {} }, expect: 400 },
  { route: 'POST /business_rules/execute', as: homeless, request: { body: { entityType: 'x' } }, expect: 400 },
  {
    route: 'POST /business_rules/execute/{ruleId}/records',
    as: executor,
    request: async (app) => ({
      params: { ruleId: await newRule(app) },
      body: { records: [{ total: 5 }, { total: 500 }] },
    }),
    expect: 200,
  },
  {
    route: 'POST /business_rules/execute/{ruleId}/records',
    as: executor,
    request: { params: { ruleId: unknown }, body: {} },
    expect: 400,
  },
  {
    route: 'POST /business_rules/execute/{ruleId}/records',
    as: executor,
    request: { params: { ruleId: unknown }, body: { records: [{}] } },
    expect: 404,
  },
  {
    route: 'POST /business_rules/execute/{ruleId}',
    as: executor,
    request: async (app) => ({ params: { ruleId: await newRule(app) }, body: { dryRun: true } }),
    expect: 200,
  },
  {
    route: 'POST /business_rules/execute/{ruleId}',
    as: executor,
    request: { params: { ruleId: unknown }, body: {} },
    expect: 404,
  },
  {
    route: 'POST /business_rules/execute/{ruleId}',
    as: executor,
    request: { params: { ruleId: 'x' }, body: {} },
    expect: 400,
  },
  {
    route: 'POST /business_rules/rules/analyze',
    as: { features: [features.view] },
    request: async (app) => {
      await newRule(app)
      const never = { operator: 'AND', rules: [1, 2].map((value) => ({ field: 'a', operator: '=', value })) }
      return { body: { drafts: [{ ...guardRule, conditionExpression: never }] } }
    },
    expect: 200,
  },
  {
    route: 'POST /business_rules/rules/analyze',
    as: { features: [features.view] },
    request: { body: { drafts: 5 } },
    expect: 400,
  },
  {
    route: 'GET /business_rules/logs',
    as: reader,
    request: async (app) => ({ query: { id: await newLog(app) } }),
    expect: 200,
  },
  { route: 'GET /business_rules/logs', as: reader, request: { query: { id: 'x' } }, expect: 400 },
  {
    route: 'GET /business_rules/logs/{id}',
    as: reader,
    request: async (app) => ({ params: { id: await newLog(app) } }),
    expect: 200,
  },
  { route: 'GET /business_rules/logs/{id}', as: reader, request: { params: { id: 'x' } }, expect: 400 },
  { route: 'GET /business_rules/logs/{id}', as: reader, request: { params: { id: '1' } }, expect: 404 },
  { route: 'GET /business_rules/webhook-key', as: { features: [features.manage] }, expect: 200 },
]
