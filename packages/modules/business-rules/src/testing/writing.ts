import type { Sample, TestPlatform } from '@plinth/testing'
import { features } from '../contract.ts'
import { create, guardRule, rulesPath, setsPath } from './rules.ts'

const unknown = '99999999-9999-4999-8999-999999999999'
const viewer = { features: [features.view] }
const manager = { features: [features.manage] }
const librarian = { features: [features.manage_sets] }
const everything = { features: ['business_rules.*'] }

const name = () => crypto.randomUUID()
const newRule = (app: TestPlatform) => create(app.as(everything), rulesPath, { ...guardRule, ruleId: name() })
const newSet = (app: TestPlatform) => create(app.as(everything), setsPath, { setId: name(), setName: 'Sample' })

async function newMember(app: TestPlatform) {
  const [id, ruleId] = [await newSet(app), await newRule(app)]
  return { id, memberId: await create(app.as(everything), `${setsPath}/${id}/members`, { ruleId }) }
}

const rules: readonly Sample[] = [
  { route: 'GET /business_rules/entities', as: viewer, expect: 200 },
  { route: 'GET /business_rules/rules', as: viewer, request: { query: { enabled: 'true' } }, expect: 200 },
  { route: 'GET /business_rules/rules', as: viewer, request: { query: { enabled: 'x' } }, expect: 400 },
  {
    route: 'POST /business_rules/rules',
    as: manager,
    request: () => ({
      body: {
        ...guardRule,
        ruleId: name(),
        conditionExpression: { field: 'amount', operator: '<', value: 100 },
        failureActions: [{ type: 'BLOCK_TRANSITION', config: { message: 'Too much' } }],
      },
    }),
    expect: 201,
  },
  { route: 'POST /business_rules/rules', as: manager, request: { body: {} }, expect: 400 },
  {
    route: 'PUT /business_rules/rules',
    as: manager,
    request: async (app) => ({ body: { id: await newRule(app), ruleName: 'Changed' } }),
    expect: 200,
  },
  { route: 'PUT /business_rules/rules', as: manager, request: { body: {} }, expect: 400 },
  { route: 'PUT /business_rules/rules', as: manager, request: { body: { id: unknown } }, expect: 404 },
  {
    route: 'DELETE /business_rules/rules',
    as: manager,
    request: async (app) => ({ query: { id: await newRule(app) } }),
    expect: 200,
  },
  { route: 'DELETE /business_rules/rules', as: manager, expect: 400 },
  { route: 'DELETE /business_rules/rules', as: manager, request: { query: { id: unknown } }, expect: 404 },
  {
    route: 'GET /business_rules/rules/{id}',
    as: viewer,
    request: async (app) => ({ params: { id: await newRule(app) } }),
    expect: 200,
  },
  { route: 'GET /business_rules/rules/{id}', as: viewer, request: { params: { id: 'x' } }, expect: 400 },
  { route: 'GET /business_rules/rules/{id}', as: viewer, request: { params: { id: unknown } }, expect: 404 },
]

const sets: readonly Sample[] = [
  { route: 'GET /business_rules/sets', as: viewer, expect: 200 },
  { route: 'GET /business_rules/sets', as: viewer, request: { query: { page: '0' } }, expect: 400 },
  {
    route: 'POST /business_rules/sets',
    as: librarian,
    request: () => ({ body: { setId: name(), setName: 'New' } }),
    expect: 201,
  },
  { route: 'POST /business_rules/sets', as: librarian, request: { body: {} }, expect: 400 },
  {
    route: 'PUT /business_rules/sets',
    as: librarian,
    request: async (app) => ({ body: { id: await newSet(app), setName: 'Changed' } }),
    expect: 200,
  },
  { route: 'PUT /business_rules/sets', as: librarian, request: { body: {} }, expect: 400 },
  { route: 'PUT /business_rules/sets', as: librarian, request: { body: { id: unknown } }, expect: 404 },
  {
    route: 'DELETE /business_rules/sets',
    as: librarian,
    request: async (app) => ({ query: { id: await newSet(app) } }),
    expect: 200,
  },
  { route: 'DELETE /business_rules/sets', as: librarian, expect: 400 },
  { route: 'DELETE /business_rules/sets', as: librarian, request: { query: { id: unknown } }, expect: 404 },
  {
    route: 'GET /business_rules/sets/{id}',
    as: viewer,
    request: async (app) => ({ params: { id: (await newMember(app)).id } }),
    expect: 200,
  },
  { route: 'GET /business_rules/sets/{id}', as: viewer, request: { params: { id: 'x' } }, expect: 400 },
  { route: 'GET /business_rules/sets/{id}', as: viewer, request: { params: { id: unknown } }, expect: 404 },
]

const membersRoute = '/business_rules/sets/{id}/members'

const members: readonly Sample[] = [
  {
    route: `POST ${membersRoute}`,
    as: librarian,
    request: async (app) => ({ params: { id: await newSet(app) }, body: { ruleId: await newRule(app) } }),
    expect: 201,
  },
  { route: `POST ${membersRoute}`, as: librarian, request: { params: { id: 'x' }, body: {} }, expect: 400 },
  {
    route: `POST ${membersRoute}`,
    as: librarian,
    request: { params: { id: unknown }, body: { ruleId: unknown } },
    expect: 404,
  },
  {
    route: `POST ${membersRoute}`,
    as: librarian,
    request: async (app) => {
      const { id } = await newMember(app)
      const { body } = await app.as(everything).get(`${setsPath}/${id}`)
      return { params: { id }, body: { ruleId: body.members[0].ruleId } }
    },
    expect: 409,
  },
  {
    route: `PUT ${membersRoute}`,
    as: librarian,
    request: async (app) => {
      const { id, memberId } = await newMember(app)
      return { params: { id }, body: { memberId, sequence: 2 } }
    },
    expect: 200,
  },
  { route: `PUT ${membersRoute}`, as: librarian, request: { params: { id: unknown }, body: {} }, expect: 400 },
  {
    route: `PUT ${membersRoute}`,
    as: librarian,
    request: { params: { id: unknown }, body: { memberId: unknown } },
    expect: 404,
  },
  {
    route: `DELETE ${membersRoute}`,
    as: librarian,
    request: async (app) => {
      const { id, memberId } = await newMember(app)
      return { params: { id }, query: { memberId } }
    },
    expect: 200,
  },
  { route: `DELETE ${membersRoute}`, as: librarian, request: { params: { id: unknown } }, expect: 400 },
  {
    route: `DELETE ${membersRoute}`,
    as: librarian,
    request: { params: { id: unknown }, query: { memberId: unknown } },
    expect: 404,
  },
]

/** Contract samples for writing and reading rules, sets and members. */
export const writing: readonly Sample[] = [...rules, ...sets, ...members]
