import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { addOrders, dashboardApp, person } from './_dashboards.ts'

const path = '/dashboards/widgets/data'
const count = { field: 'id', aggregate: 'count' }
const noon = { startAt: new Date('2026-05-31T12:00:00Z') }

/** Asks for orders as somebody who may see them, and answers the body. */
async function asker(app: TestPlatform) {
  const admin = await person(app, 'admin')
  return async (request: object) =>
    (await admin.post(path, { entityType: 'shop:orders', metric: count, ...request })).body
}

const statuses = [
  { status: 'new', total: 10, is_paid: true, address: { region: 'North', city: { name: 'A' } } },
  { status: 'new', total: 20, is_paid: false, address: { region: 'South' } },
  { status: 'sent', total: 5, address: { region: 'North' } },
  { status: null, total: null },
  { status: 'sent', total: 1_000, deleted_at: '2026-01-01T00:00:00Z' },
  { status: 'new', total: 7, tenant_id: tenantB.id, organization_id: tenantB.organization },
]

test('aggregates of all rows: deleted and foreign ones never count, an aggregate of nothing is 0 or null', async () => {
  await using app = await dashboardApp(noon)
  await addOrders(app, statuses)
  const ask = await asker(app)
  const value = async (aggregate: string, field = 'total', more = {}) =>
    (await ask({ metric: { field, aggregate }, ...more })).value
  expect(await ask({})).toEqual({
    value: 4,
    data: [],
    metadata: { fetchedAt: '2026-05-31T12:00:00.000Z', recordCount: 1 },
  })
  expect(await value('count', 'status')).toBe(3)
  expect([await value('sum'), await value('min'), await value('max')]).toEqual([35, 5, 20])
  expect(await value('avg')).toBeCloseTo(35 / 3)
  const nothing = { filters: [{ field: 'status', operator: 'eq', value: 'gone' }] }
  for (const [aggregate, expected] of Object.entries({ count: 0, sum: 0, avg: 0, min: null, max: null }))
    expect(await value(aggregate, 'total', nothing)).toBe(expected)
  expect((await ask({ metric: { field: 'total', aggregate: 'max' }, ...nothing })).metadata.recordCount).toBe(0)
})

test('groups come by value, with the total of all rows', async () => {
  await using app = await dashboardApp(noon)
  await addOrders(app, statuses)
  const ask = await asker(app)
  expect(await ask({ groupBy: { field: 'status' } })).toMatchObject({
    value: 4,
    data: [
      { groupKey: 'new', value: 2 },
      { groupKey: null, value: 1 },
      { groupKey: 'sent', value: 1 },
    ].toSorted((a, b) => b.value - a.value || (a.groupKey === null ? 1 : -1)),
    metadata: { recordCount: 3 },
  })
  const byRegion = { field: 'address.region', limit: 1, resolveLabels: true }
  const total = (aggregate: string) => ask({ metric: { field: 'total', aggregate }, groupBy: byRegion })
  expect(await total('sum')).toMatchObject({ value: 35, data: [{ groupKey: 'South', groupLabel: 'South', value: 20 }] })
  expect((await total('avg')).value).toBeCloseTo(35 / 3)
  expect((await total('min')).value).toBe(5)
  expect((await total('max')).value).toBe(20)
  expect((await ask({ groupBy: { field: 'isPaid' } })).data).toHaveLength(3)
  expect((await ask({ groupBy: { field: 'address.city.name' } })).data[0]).toEqual({ groupKey: null, value: 3 })
})

test('a list of groups ends at 100', async () => {
  await using app = await dashboardApp(noon)
  await addOrders(
    app,
    Array.from({ length: 150 }, (_, index) => ({ status: `s${index}`, total: index })),
  )
  const ask = await asker(app)
  const { value, data } = await ask({ metric: { field: 'total', aggregate: 'sum' }, groupBy: { field: 'status' } })
  expect([value, data.length, data[0]]).toEqual([(149 * 150) / 2, 100, { groupKey: 's149', value: 149 }])
})

test('a series has no gaps, ends with today, and its days begin where people live', async () => {
  await using app = await dashboardApp(noon)
  await addOrders(app, [
    { total: 1, placed_at: '2026-05-27T23:30:00Z' },
    { total: 2, placed_at: '2026-05-29T10:00:00Z' },
    { total: 4, placed_at: '2026-04-30T22:30:00Z' },
    { total: 8 },
  ])
  const ask = await asker(app)
  const request = {
    metric: { field: 'total', aggregate: 'sum' },
    groupBy: { field: 'placedAt', granularity: 'day' },
    dateRange: { field: 'placedAt', preset: 'last_7_days' },
  }
  const day = (date: string, value: number) => ({ groupKey: `2026-05-${date}T00:00:00.000Z`, value })
  const week = ['25', '26', '27', '28', '29', '30', '31']
  const found: Record<string, number> = { 27: 1, 29: 2 }
  expect((await ask(request)).data).toEqual(week.map((date) => day(date, found[date] ?? 0)))
  const berlin = await ask({ ...request, entityType: 'shop:berlin' })
  expect(berlin.data.map(({ value }: { value: number }) => value)).toEqual([0, 0, 0, 1, 2, 0, 0])
  expect(berlin.data[0].groupKey).toBe('2026-05-24T22:00:00.000Z')
  const months = await ask({ ...request, groupBy: { field: 'placedAt', granularity: 'month' }, dateRange: undefined })
  expect(months.data).toEqual([
    { groupKey: '2026-04-01T00:00:00.000Z', value: 4 },
    { groupKey: '2026-05-01T00:00:00.000Z', value: 3 },
  ])
  expect(months.value).toBe(15)
  const thisMonth = { field: 'placedAt', preset: 'this_month' }
  const inBerlin = { ...request, entityType: 'shop:berlin', dateRange: thisMonth }
  expect((await ask(inBerlin)).data[0]).toEqual({ groupKey: '2026-04-30T22:00:00.000Z', value: 4 })
  const short = await ask({ ...request, groupBy: { ...request.groupBy, limit: 2 }, dateRange: thisMonth })
  expect(short.data).toEqual([day('30', 0), day('31', 0)])
  expect(short.value).toBe(3)
  const weeks = await ask({ ...request, groupBy: { field: 'placedAt', granularity: 'week' }, dateRange: thisMonth })
  expect(weeks.data.map(({ value }: { value: number }) => value)).toEqual([0, 0, 0, 0, 3])
  const smallest = await ask({ ...request, metric: { field: 'total', aggregate: 'min' } })
  expect(smallest.data[0].value).toBeNull()
  const none = await ask({ ...request, dateRange: { field: 'placedAt', preset: 'last_year' } })
  expect(none.data).toHaveLength(100)
  expect(none.data.at(-1)).toEqual({ groupKey: '2025-12-31T00:00:00.000Z', value: 0 })
})

test('a row in the far future leaves a series that is too long at today', async () => {
  await using app = await dashboardApp(noon)
  const ask = await asker(app)
  let limit = 100
  // Each request differs, because rows that no command has written do not invalidate the cache.
  const keysOf = async (more = {}) => {
    const { data } = await ask({ groupBy: { field: 'placedAt', granularity: 'day', limit: limit-- }, ...more })
    return data.map(({ groupKey }: { groupKey: string }) => groupKey.slice(0, 10))
  }
  await addOrders(app, [{ placed_at: '2206-01-01T00:00:00Z' }, { placed_at: 'infinity' }])
  expect(await keysOf()).toEqual(['2206-01-01'])
  await addOrders(app, [{ placed_at: '2026-05-28T10:00:00Z' }, { placed_at: '2026-05-30T10:00:00Z' }])
  expect(await keysOf()).toEqual(['2026-05-28', '2026-05-29', '2026-05-30'])
  await addOrders(app, [{ placed_at: '2026-06-02T10:00:00Z' }, { placed_at: '2026-12-31T10:00:00Z' }])
  expect(await keysOf()).toEqual(['2026-05-28', '2026-05-29', '2026-05-30'])
  const thisYear = await keysOf({ dateRange: { field: 'placedAt', preset: 'this_year' } })
  expect([thisYear.length, thisYear.at(-1)]).toEqual([limit + 1, '2026-05-31'])
})

test('a comparison is with the whole period before, or a year before', async () => {
  await using app = await dashboardApp({ startAt: new Date('2026-03-15T12:00:00Z') })
  const at = (placed_at: string, total: number) => ({ placed_at, total })
  await addOrders(app, [
    at('2026-03-31T23:59:59.999Z', 30),
    at('2026-02-28T23:59:59.999Z', 20),
    at('2026-02-01T00:00:00Z', 5),
    at('2025-03-31T12:00:00Z', 60),
    at('2026-01-31T23:59:59.999Z', 1_000),
  ])
  const ask = await asker(app)
  const compared = async (type: string, more = {}) => {
    const dateRange = { field: 'placedAt', preset: 'this_month' }
    const answer = await ask({ metric: { field: 'total', aggregate: 'sum' }, dateRange, comparison: { type }, ...more })
    return [answer.value, answer.comparison]
  }
  expect(await compared('previous_period')).toEqual([30, { value: 25, change: 20, direction: 'up' }])
  expect(await compared('previous_year')).toEqual([30, { value: 60, change: -50, direction: 'down' }])
  const grouped = { groupBy: { field: 'placedAt', granularity: 'day' } }
  expect(await compared('previous_year', grouped)).toEqual([30, { value: 60, change: -50, direction: 'down' }])
  expect(await compared('previous_year', { dateRange: undefined })).toEqual([1_115, undefined])
  const today = { dateRange: { field: 'placedAt', preset: 'today' } }
  expect(await compared('previous_period', today)).toEqual([0, { value: 0, change: 0, direction: 'unchanged' }])
  const nothingBefore = { dateRange: { field: 'placedAt', preset: 'last_month' } }
  expect(await compared('previous_year', nothingBefore)).toEqual([25, { value: 0, change: null, direction: 'up' }])
  const least = { metric: { field: 'total', aggregate: 'min' }, ...today }
  expect(await compared('previous_period', least)).toEqual([null, undefined])
})

test('filters take values of their field and nothing else', async () => {
  await using app = await dashboardApp(noon)
  await addOrders(app, [...statuses, { status: 'late', total: 50, placed_at: '2026-05-31T08:00:00Z' }])
  const ask = await asker(app)
  const found = async (field: string, operator: string, value?: unknown) => {
    const { value: n, error } = await ask({ filters: [{ field, operator, value }] })
    return error ?? n
  }
  for (const [field, operator, value, expected] of [
    ['status', 'eq', 'new', 2],
    ['status', 'neq', 'new', 3],
    ['status', 'in', ['new', 'late'], 3],
    ['status', 'not_in', ['new', 'late'], 2],
    ['isPaid', 'neq', true, 4],
    ['address.region', 'not_in', ['North'], 3],
    ['status', 'is_null', undefined, 1],
    ['status', 'is_not_null', null, 4],
    ['status', 'gte', 'new', 3],
    ['total', 'gt', 10, 2],
    ['total', 'lte', 10, 2],
    ['isPaid', 'eq', false, 1],
    ['address.region', 'eq', 'North', 2],
    ['placedAt', 'gte', '2026-05-31', 1],
    ['placedAt', 'lt', '2026-05-31T10:00:00+02:00', 0],
    ['status', 'eq', "x' or '1'='1", 0],
    ['id', 'eq', crypto.randomUUID(), 0],
  ] as const)
    expect(await found(field, operator, value), `${field} ${operator}`).toBe(expected)
  for (const [field, operator, value] of [
    ['total', 'eq', '10'],
    ['total', 'eq', undefined],
    ['total', 'eq', null],
    ['total', 'eq', [1]],
    ['isPaid', 'gt', true],
    ['id', 'eq', 'x'],
    ['id', 'lt', crypto.randomUUID()],
    ['status', 'eq', 5],
    ['placedAt', 'eq', 'yesterday'],
    ['placedAt', 'eq', '0000-01-01T00:00:00Z'],
    ['address', 'eq', 'North'],
  ] as const)
    expect(await found(field, operator, value), `${field} ${operator}`).toBe(
      `Invalid filter value: ${field} ${operator}`,
    )
})

test('what is not offered is refused, and nothing of a request becomes SQL', async () => {
  await using app = await dashboardApp(noon)
  const ask = await asker(app)
  const error = async (request: object) => (await ask(request)).error
  const metric = (field: string, aggregate = 'count') => error({ metric: { field, aggregate } })
  for (const field of [
    'nope',
    'constructor',
    '__proto__',
    'total) from users --',
    'status.x',
    'address.',
    'address..a',
  ])
    expect(await metric(field)).toBe(`Invalid metric field: ${field} for entity type: shop:orders`)
  for (const field of ['status', 'id', 'placedAt', 'address', 'address.region', 'isPaid'])
    expect(await metric(field, 'sum')).toBe(
      `Invalid metric field: ${field} for entity type: shop:orders; sum needs a number`,
    )
  expect(await metric('weight', 'avg')).toContain('avg is not offered')
  expect(await metric('weight', 'max')).toBeUndefined()
  for (const groupBy of [{ field: 'x' }, { field: 'address' }, { field: 'status', granularity: 'day' }])
    expect(await error({ groupBy })).toBe(`Invalid groupBy field: ${groupBy.field}`)
  expect(await error({ filters: [{ field: 'x', operator: 'is_null' }] })).toContain('Invalid filter field: x')
  for (const field of ['x', 'status', 'address.a'])
    expect(await error({ dateRange: { field, preset: 'today' } })).toContain(`Invalid dateRange field: ${field}`)
  expect(await error({ entityType: 'a:b' })).toBe('Invalid entity type: a:b')
  for (const bad of [
    { metric: { field: 'id', aggregate: 'median' } },
    { groupBy: { field: 'status', limit: 101 } },
    { groupBy: { field: 'status', limit: 0 } },
    { dateRange: { field: 'placedAt', preset: 'tomorrow' } },
    { comparison: { type: 'x' } },
    { filters: [{ field: 'id', operator: 'like', value: 'x' }] },
  ])
    expect(await error(bad)).toBe('Invalid request payload')
  const admin = await person(app, 'admin')
  expect((await admin.post(path, '{')).body).toEqual({ error: 'Invalid JSON body' })
  const poor = await person(app, 'employee', ['analytics.view'])
  const refused = await poor.post(path, { entityType: 'shop:orders', metric: count })
  expect([refused.status, refused.body]).toEqual([403, { error: 'Forbidden' }])
})

test('only the organizations that somebody sees count', async () => {
  await using app = await dashboardApp(noon)
  await addOrders(app, [{ total: 1 }, { total: 2, organization_id: tenantA.otherOrganization }])
  const request = { entityType: 'shop:orders', metric: { field: 'total', aggregate: 'sum' } }
  const total = async (organizationIds: readonly string[] | null, tenantId: string = tenantA.id) =>
    (await app.as({ features: ['*'], organizationIds, tenantId }).post(path, request)).body.value
  expect(await total(null)).toBe(3)
  expect(await total([tenantA.organization])).toBe(1)
  expect(await total([tenantA.otherOrganization])).toBe(2)
  expect(await total([])).toBe(0)
  expect(await total(null, tenantB.id)).toBe(0)
})

test('amounts are aggregated within one currency', async () => {
  await using app = await dashboardApp(noon)
  const [may, april] = ['2026-05-10T00:00:00Z', '2026-04-10T00:00:00Z']
  await addOrders(app, [
    { net: 10, currency: 'EUR', status: 'new', placed_at: may },
    { net: 5, currency: 'EUR', status: 'sent', placed_at: may },
    { net: null, currency: 'JPY', status: 'new', placed_at: may },
    { net: 7, currency: 'USD', status: 'new', placed_at: april },
  ])
  const ask = await asker(app)
  const sum = { metric: { field: 'net', aggregate: 'sum' } }
  const mixed = {
    error: 'The amounts of net are in EUR and USD, so there is no sum: group or filter by their currency',
  }
  expect(await ask(sum)).toEqual(mixed)
  expect(await ask({ ...sum, groupBy: { field: 'status' } })).toEqual(mixed)
  expect(await ask({ metric: { field: 'net', aggregate: 'count' } })).toMatchObject({ value: 3 })
  expect(await ask({ ...sum, groupBy: { field: 'currency' } })).toMatchObject({
    value: null,
    data: [{ groupKey: 'EUR', value: 15 }, { groupKey: 'USD', value: 7 }, { groupKey: 'JPY' }],
  })
  const filters = [{ field: 'currency', operator: 'eq', value: 'EUR' }]
  expect(await ask({ ...sum, filters, groupBy: { field: 'status' } })).toMatchObject({ value: 15 })
  const dateRange = { field: 'placedAt', preset: 'this_month' }
  expect(await ask({ ...sum, dateRange })).toMatchObject({ value: 15 })
  // What it is compared with is in another currency.
  expect(await ask({ ...sum, dateRange, comparison: { type: 'previous_period' } })).toEqual(mixed)
  await addOrders(app, [{ net: 1, currency: null, placed_at: may }])
  const max = { metric: { field: 'net', aggregate: 'max' } }
  expect((await ask({ ...max, dateRange })).error).toContain('are in no currency and EUR, so there is no max')
})

test('what a chart can be made of is told to those who may see it', async () => {
  await using app = await dashboardApp(noon)
  const list = async (granted?: readonly string[]) =>
    (await (await person(app, 'admin', granted)).get('/dashboards/entities')).body.items
  const offered = await list()
  const orders = offered.find(({ id }: { id: string }) => id === 'shop:orders')
  expect(orders).toMatchObject({ module: 'Shop' })
  expect(orders.fields).toContainEqual({
    name: 'weight',
    type: 'number',
    aggregates: ['count', 'max'],
    hasLabels: false,
  })
  expect(orders.fields).toContainEqual({ name: 'status', type: 'text', aggregates: ['count'], hasLabels: false })
  expect(JSON.stringify(await list(['analytics.view', 'auth.*']))).not.toContain('shop:')
})
