import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { addOrders, dashboardApp, person } from './_dashboards.ts'

const path = '/dashboards/widgets/data'
const noon = { startAt: new Date('2026-05-31T12:00:00Z') }

interface Answer {
  readonly value: number | null
  readonly data: readonly { groupKey: string | null; value: number | null; values: (number | null)[] }[]
  readonly series: readonly { seriesKey: string | null; isOther: boolean; value: number | null }[]
  readonly error: string
}

async function setUp(rows: readonly Readonly<Record<string, unknown>>[]) {
  const app = await dashboardApp(noon)
  await addOrders(app, rows)
  const admin = await person(app, 'admin')
  const ask = async (request: object): Promise<Answer> =>
    (
      await admin.post(path, {
        entityType: 'shop:orders',
        metric: { field: 'id', aggregate: 'count' },
        groupBy: { field: 'status' },
        ...request,
      })
    ).body
  return { app, ask }
}

test('each group is split by a second field, the rest of which is one series', async () => {
  const rows = Array.from({ length: 10 }, (_, at) =>
    Array.from({ length: 10 - at }, (_, n) => ({
      status: n % 2 === 0 ? 'new' : null,
      address: { region: `R${at}` },
      total: at + n,
    })),
  ).flat()
  const { app, ask } = await setUp(rows)
  await using _ = app
  const of = (status: string | null, region: number) =>
    rows.filter((row) => row.status === status && row.address.region === `R${region}`)
  const splitBy = { field: 'address.region' }
  const counted = await ask({ splitBy })
  expect(counted.series).toEqual([
    ...Array.from({ length: 7 }, (_, at) => ({ seriesKey: `R${at}`, isOther: false, value: 10 - at })),
    { seriesKey: null, isOther: true, value: 6 },
  ])
  const cells = (status: string | null, value: (found: typeof rows) => number | null) => [
    ...Array.from({ length: 7 }, (_, at) => value(of(status, at))),
    value([7, 8, 9].flatMap((at) => of(status, at))),
  ]
  const sum = (found: typeof rows) => found.reduce((all, { total }) => all + total, 0)
  const count = ({ length }: typeof rows) => length
  expect(counted.data.map(({ groupKey, values }) => [groupKey, values])).toEqual([
    ['new', cells('new', count)],
    [null, cells(null, count)],
  ])
  for (const { value, values } of counted.data) expect(values.reduce((all, one) => all! + one!, 0)).toBe(value)

  // Regions of all rows decide, whatever is computed of them; others are computed of their rows, not of their results.
  for (const [aggregate, compute] of [
    ['sum', sum],
    ['avg', (found: typeof rows) => (found.length === 0 ? 0 : sum(found) / found.length)],
    ['max', (found: typeof rows) => (found.length === 0 ? null : Math.max(...found.map(({ total }) => total)))],
  ] as const) {
    const { data, series } = await ask({ metric: { field: 'total', aggregate }, splitBy })
    const named = series.flatMap(({ seriesKey, isOther }) => (isOther ? [] : [Number(seriesKey!.slice(1))]))
    const rest = Array.from({ length: 10 }, (_, at) => at).filter((at) => !named.includes(at))
    for (const { groupKey, values } of data) {
      const expected = [...named.map((at) => of(groupKey, at)), rest.flatMap((at) => of(groupKey, at))].map(compute)
      for (const [at, value] of expected.entries())
        if (value === null) expect(values[at]).toBeNull()
        else expect(values[at], `${aggregate} ${groupKey} ${at}`).toBeCloseTo(value)
    }
  }
  expect((await ask({ splitBy: { field: 'status' } })).data[0]).toEqual({ groupKey: 'new', value: 30, values: [30, 0] })
  expect((await ask({ splitBy, filters: [{ field: 'status', operator: 'eq', value: 'gone' }] })).series).toEqual([])
})

test('several series over time have no gaps, and its first and last day are told', async () => {
  const { app, ask } = await setUp([
    { status: 'new', placed_at: '2026-05-27T08:00:00Z' },
    { status: 'new', placed_at: '2026-05-29T08:00:00Z' },
    { status: 'sent', placed_at: '2026-05-29T08:00:00Z' },
    { status: 'sent', placed_at: '2026-05-29T09:00:00Z' },
    { status: 'late', placed_at: '2026-01-01T09:00:00Z' },
  ])
  await using _ = app
  const answer = await ask({
    groupBy: { field: 'placedAt', granularity: 'day' },
    splitBy: { field: 'status' },
    dateRange: { field: 'placedAt', preset: 'last_7_days' },
  })
  expect(answer).toMatchObject({
    series: [
      { seriesKey: 'new', value: 2 },
      { seriesKey: 'sent', value: 2 },
    ],
    period: { from: '2026-05-25', to: '2026-05-31' },
  })
  expect(answer.data.map(({ groupKey, values }) => [groupKey!.slice(8, 10), ...values])).toEqual([
    ['25', 0, 0],
    ['26', 0, 0],
    ['27', 1, 0],
    ['28', 0, 0],
    ['29', 1, 2],
    ['30', 0, 0],
    ['31', 0, 0],
  ])
})

test('what cannot be split by is refused', async () => {
  const { app, ask } = await setUp([])
  await using _ = app
  for (const field of ['nope', 'placedAt', 'address', '__proto__', 'status) from users --'])
    expect((await ask({ splitBy: { field } })).error).toBe(`Invalid splitBy field: ${field}`)
  expect((await ask({ groupBy: undefined, splitBy: { field: 'status' } })).error).toBe('splitBy needs groupBy')
  expect((await ask({ splitBy: { field: '' } })).error).toBe('Invalid request payload')
})

test('amounts in several currencies are summed up within series or groups of one only', async () => {
  const { app, ask } = await setUp([
    { net: 10, currency: 'EUR', status: 'new' },
    { net: 5, currency: 'USD', status: 'new' },
    { net: 7, currency: 'EUR', status: 'sent' },
  ])
  await using _ = app
  const metric = { field: 'net', aggregate: 'sum' }
  expect(await ask({ metric, splitBy: { field: 'currency' } })).toMatchObject({
    value: null,
    data: [
      { groupKey: 'new', value: null, values: [10, 5] },
      { groupKey: 'sent', value: null, values: [7, 0] },
    ],
    series: [
      { seriesKey: 'EUR', value: 17 },
      { seriesKey: 'USD', value: 5 },
    ],
  })
  expect(await ask({ metric, groupBy: { field: 'currency' }, splitBy: { field: 'status' } })).toMatchObject({
    value: null,
    data: [
      { groupKey: 'EUR', value: 17, values: [10, 7] },
      { groupKey: 'USD', value: 5, values: [5, 0] },
    ],
    series: [
      { seriesKey: 'new', value: null },
      { seriesKey: 'sent', value: null },
    ],
  })
  expect((await ask({ metric, splitBy: { field: 'isPaid' } })).error).toContain('are in EUR and USD')
})

test('a split counts what somebody may see', async () => {
  const { app } = await setUp([
    { status: 'new', is_paid: true },
    { status: 'new', is_paid: false, organization_id: tenantA.otherOrganization },
  ])
  await using _ = app
  const request = {
    entityType: 'shop:orders',
    metric: { field: 'id', aggregate: 'count' },
    groupBy: { field: 'status' },
    splitBy: { field: 'isPaid' },
  }
  const seen = async (organizationIds: readonly string[] | null) =>
    (await app.as({ features: ['*'], organizationIds }).post(path, request)).body
  expect((await seen(null)).series).toHaveLength(2)
  expect((await seen([tenantA.organization])).series).toEqual([{ seriesKey: true, isOther: false, value: 1 }])
})
