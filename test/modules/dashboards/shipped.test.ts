import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { tenantA, tenantB } from '@plinth/testing'
import { analytics } from '@plinth/points'
import { progress } from '@plinth/progress'
import { expect, test } from 'vitest'
import { dashboardApp, person, shipped, userOf } from './_dashboards.ts'

const composed = [...shipped, businessRules(), progress, catalog]
const request = (entityType: string, more = {}) => ({
  entityType,
  metric: { field: 'id', aggregate: 'count' },
  ...more,
})

test('every analytics entity of every module can be counted, by each of its fields', async () => {
  await using app = await dashboardApp({ modules: composed })
  const admin = await person(app, 'admin')
  const entities = analytics.from(composed)
  const requests = entities.flatMap(({ value: { id, fields } }) =>
    Object.entries(fields).map(([field, { type }]) =>
      request(id, {
        metric: { field, aggregate: 'count' },
        ...(type === 'json'
          ? {}
          : { groupBy: { field, resolveLabels: true, ...(type === 'time' && { granularity: 'month' }) } }),
      }),
    ),
  )
  for (const body of requests) {
    const { status, text } = await admin.post('/dashboards/widgets/data', body)
    expect(status, `${JSON.stringify(body)} ${text}`).toBe(200)
  }
  expect(entities.length).toBeGreaterThanOrEqual(6)
})

test('rows are counted by any name of their entity, and refusals use the one that was asked by', async () => {
  await using app = await dashboardApp({ modules: composed })
  const admin = await person(app, 'admin')
  for (const name of ['catalog:product', 'catalog:products', 'catalog:catalog_product', 'auth:user', 'auth:users']) {
    expect((await admin.post('/dashboards/widgets/data', request(name))).status, name).toBe(200)
    const odd = await admin.post(
      '/dashboards/widgets/data',
      request(name, { metric: { field: 'x', aggregate: 'count' } }),
    )
    expect(odd.body.error).toContain(`for entity type: ${name}`)
  }
  expect((await admin.post('/dashboards/widgets/data', request('catalog:produce'))).status).toBe(400)
})

test('users, sign-ins and actions are counted, with the names of people and organizations', async () => {
  await using app = await dashboardApp({ modules: composed })
  const admin = await person(app, 'admin')
  const ask = async (body: object) => (await admin.post('/dashboards/widgets/data', body)).body
  const email = 'employee@a0.com'
  const byUser = { field: 'userId', resolveLabels: true }
  expect(
    (await ask(request('auth:users', { groupBy: { field: 'organizationId', resolveLabels: true } }))).data,
  ).toEqual([{ groupKey: tenantA.organization, groupLabel: 'a0', value: 3 }])
  expect((await ask(request('auth:sign_ins', { groupBy: byUser }))).value).toBe(0)
  for (let time = 0; time < 2; time++)
    await app.anonymous.post('/auth/login', new URLSearchParams({ email, password: 'Secret-123' }))
  const userId = await userOf(app, 'employee')
  expect((await ask(request('auth:sign_ins', { groupBy: byUser }))).data).toEqual([
    { groupKey: userId, groupLabel: email, value: 2 },
  ])
  const before = (await ask(request('audit_logs:actions'))).value
  await admin.put('/dashboards/layout', { items: [] })
  expect((await ask(request('audit_logs:actions'))).value).toBe(before + 1)
  const byKind = await ask(request('audit_logs:actions', { groupBy: { field: 'resourceKind' } }))
  expect(byKind.data).toContainEqual({ groupKey: 'dashboards.layout', value: 1 })
  const named = await ask(request('audit_logs:actions', { groupBy: { field: 'resourceKind', resolveLabels: true } }))
  expect(named.data).toContainEqual({ groupKey: 'dashboards.layout', groupLabel: 'Layout', value: 1 })
  const other = app.as({ features: ['*'], tenantId: tenantB.id })
  const theirs = await other.post('/dashboards/widgets/data', request('auth:sign_ins'))
  expect(theirs.body.value).toBe(0)
})

test('rules are counted while they are not deleted', async () => {
  await using app = await dashboardApp({ modules: composed })
  const admin = await person(app, 'admin')
  const ask = async () =>
    (await admin.post('/dashboards/widgets/data', request('business_rules:rules', { groupBy: { field: 'ruleType' } })))
      .body
  expect((await ask()).value).toBe(0)
  const rule = { ruleId: 'ONE', ruleName: 'One', ruleType: 'GUARD', entityType: 'order', conditionExpression: null }
  const made = await admin.post('/business_rules/rules', {
    ...rule,
    conditionExpression: { field: 'total', operator: '>', value: 1 },
  })
  expect(made.status, made.text).toBe(201)
  expect((await ask()).data).toEqual([{ groupKey: 'GUARD', value: 1 }])
  expect((await admin.del(`/business_rules/rules?id=${made.body.id}`)).status).toBe(200)
  expect((await ask()).data).toEqual([])
})

test('a widget asks for what its rows ask for', async () => {
  await using app = await dashboardApp({ modules: composed })
  const { body } = await (await person(app, 'admin')).get('/dashboards/widgets/catalog')
  const features = Object.fromEntries(body.items.map(({ id, features }: Record<string, unknown>) => [id, features]))
  expect(features['auth.dashboard.newUsersKpi']).toEqual(['analytics.view', 'auth.users.list'])
  expect(features['audit_logs.dashboard.actionsTrend']).toEqual(['analytics.view', 'audit_logs.view_tenant'])
  expect(features['business_rules.dashboard.rulesByType']).toEqual(['analytics.view', 'business_rules.view'])
})
