import { tenantA, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboardApp, person } from './_dashboards.ts'

const path = '/dashboards/widgets/data'
const count = { field: 'id', aggregate: 'count' }
const QUARTER = 15 * 60_000

let app: TestPlatform
let admin: Awaited<ReturnType<typeof person>>
beforeAll(async () => {
  app = await dashboardApp({ startAt: new Date('2026-05-31T22:30:00Z') })
  admin = await person(app, 'admin')
})
afterAll(() => app[Symbol.asyncDispose]())

const put = async (where: 'directory' | 'auth/profile', settings: object) =>
  expect(await admin.put(`/${where}/settings`, settings)).toMatchObject({ status: 200 })
const ask = async (request: object, who = admin) =>
  (await who.post(path, { entityType: 'shop:orders', metric: count, ...request })).body
const today = { dateRange: { field: 'placedAt', preset: 'today' } }

/** An order in every quarter of an hour of a year, and of the days beside it. */
async function fill(year: number) {
  await app.sql('delete from orders')
  await app.sql(
    `insert into orders (id, tenant_id, organization_id, placed_at) select gen_random_uuid(), $1, $2, t
     from generate_series($3::timestamptz, $4::timestamptz, interval '15 minutes') t`,
    [tenantA.id, tenantA.organization, `${year - 1}-12-30T00:00:00Z`, `${year + 1}-01-02T00:00:00Z`],
  )
}

/** The days of a year with their first quarter of an hour, and how many they have. */
function daysOf(year: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const days = new Map<string, { first: string; count: number }>()
  for (let time = Date.UTC(year - 1, 11, 30); time <= Date.UTC(year + 1, 0, 2); time += QUARTER) {
    const day = format.format(time)
    const known = days.get(day) ?? { first: new Date(time).toISOString(), count: 0 }
    days.set(day, { ...known, count: known.count + 1 })
  }
  return [...days].filter(([day]) => day.startsWith(`${year}-`))
}

test.each([
  ['Europe/Berlin', 2026, [92, 100]],
  ['Australia/Lord_Howe', 2026, [94, 98]],
  ['Pacific/Chatham', 2026, [92, 100]],
  // The 30th of December was left out.
  ['Pacific/Apia', 2011, [92, 100]],
  // A day without a midnight, and one with two hours before it.
  ['America/Sao_Paulo', 2018, [92, 100]],
  ['Africa/Cairo', 2026, [92, 100]],
  // A month that begins with an hour that is shown twice.
  ['America/Havana', 2026, [92, 100]],
] as const)('every day of a year has its hours: %s %i', async (timeZone, year, odd) => {
  await fill(year)
  await put('directory', { timeZone })
  const days = daysOf(year, timeZone)
  expect(new Set(days.map(([, { count }]) => count))).toEqual(new Set([96, ...odd]))
  const found: (readonly [string, number])[] = []
  for (const month of ['02', '05', '08', '11']) {
    app.clock.set(new Date(`${year}-${month}-15T12:00:00Z`))
    const request = {
      groupBy: { field: 'placedAt', granularity: 'day', limit: 100 },
      dateRange: { field: 'placedAt', preset: 'this_quarter' },
    }
    const { data } = await ask(request)
    found.push(...data.map(({ groupKey, value }: { groupKey: string; value: number }) => [groupKey, value] as const))
  }
  expect(found).toEqual(days.map(([, { first, count }]) => [first, count]))
  const months = await ask({
    groupBy: { field: 'placedAt', granularity: 'month', limit: 100 },
    dateRange: { field: 'placedAt', preset: 'this_year' },
  })
  const byMonth = Map.groupBy(days, ([day]) => day.slice(0, 7))
  expect(months.data.map(({ groupKey, value }: { groupKey: string; value: number }) => [groupKey, value])).toEqual(
    [...byMonth.values()].map((all) => [all[0]![1].first, all.reduce((sum, [, { count }]) => sum + count, 0)]),
  )
})

test('today, weeks and days in filters are those of the person, else of the tenant, else of UTC', async () => {
  await fill(2026)
  app.clock.set(new Date('2026-05-31T22:30:00Z'))
  await put('directory', { timeZone: null, weekStart: null })
  const begins = async (preset: string) => {
    const groupBy = { field: 'placedAt', granularity: 'day' }
    return (await ask({ groupBy, dateRange: { field: 'placedAt', preset } })).data[0].groupKey
  }
  const since = async (value: string) =>
    (
      await ask({
        filters: [
          { field: 'placedAt', operator: 'gte', value },
          { field: 'placedAt', operator: 'lt', value: '2026-06-02T00:00Z' },
        ],
      })
    ).value
  expect([await begins('today'), await begins('this_week')]).toEqual([
    '2026-05-31T00:00:00.000Z',
    '2026-05-25T00:00:00.000Z',
  ])
  expect(await since('2026-06-01')).toBe(96)
  await put('directory', { timeZone: 'Europe/Berlin', weekStart: 'sunday' })
  expect([await begins('today'), await begins('this_week')]).toEqual([
    '2026-05-31T22:00:00.000Z',
    '2026-05-30T22:00:00.000Z',
  ])
  expect([
    await since('2026-06-01'),
    await since('2026-06-01T00:00Z'),
    await since('2026-06-01T00:00:00+02:00'),
  ]).toEqual([104, 96, 104])
  await put('auth/profile', { timeZone: 'America/New_York', weekStart: 'saturday' })
  expect([await begins('today'), await begins('this_week')]).toEqual([
    '2026-05-31T04:00:00.000Z',
    '2026-05-30T04:00:00.000Z',
  ])
  const employee = await person(app, 'employee')
  expect((await ask(today, employee)).value).toBe(96)
  expect((await admin.get('/auth/profile/settings')).body).toMatchObject({
    timeZone: 'America/New_York',
    language: null,
    effective: { timeZone: 'America/New_York', language: 'en', weekStart: 'saturday', currency: null },
  })
  const undone = await admin.put('/auth/profile/settings', { timeZone: null, weekStart: null })
  expect(await begins('today')).toBe('2026-05-31T22:00:00.000Z')
  const reverted = await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken: undone.operation?.undoToken })
  expect(reverted).toMatchObject({ status: 200 })
  expect(await begins('today')).toBe('2026-05-31T04:00:00.000Z')
  await put('auth/profile', { timeZone: null, weekStart: null })
})

test('the language of the tenant and of a person sorts lists, whatever the browser asks for', async () => {
  for (const name of ['lzy', 'łapa', 'lody']) await admin.post('/auth/roles', { name })
  const names = async () =>
    (await admin.get('/auth/roles?pageSize=100', { headers: { 'accept-language': 'de' } })).body.items
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => /^[lł][aoz]/.test(name))
  expect(await names()).toEqual(['łapa', 'lody', 'lzy'])
  await put('directory', { language: 'pl' })
  expect(await names()).toEqual(['lody', 'lzy', 'łapa'])
  await put('auth/profile', { language: 'en' })
  expect(await names()).toEqual(['łapa', 'lody', 'lzy'])
})

test.each([
  ['timeZone', 'CET'],
  ['timeZone', 'MET'],
  ['timeZone', 'EET'],
  ['timeZone', 'WET'],
  ['timeZone', 'EST5EDT'],
  ['timeZone', '+03:00'],
  ['timeZone', 'europe/berlin'],
  ['timeZone', 'Mars/Base'],
  ['timeZone', 'posix/Europe/Berlin'],
  ['language', 'sv'],
  ['weekStart', 'someday'],
  ['currency', 'eur'],
  ['currency', 'XYZ'],
])('%s %s is refused', async (name, value) => {
  for (const where of ['directory', 'auth/profile']) {
    const { status, body } = await admin.put(`/${where}/settings`, { [name]: value })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(name)])
  }
})

test('only whoever may change the settings of the whole tenant does', async () => {
  const employee = await person(app, 'employee', ['directory.organizations.manage'])
  expect((await employee.put('/directory/settings', { currency: 'EUR' })).status).toBe(403)
  expect((await employee.get('/directory/settings')).body).toMatchObject({ timeZone: 'Europe/Berlin', currency: null })
  const confined = app.as({ features: ['*'], organizationIds: [tenantA.organization] })
  expect((await confined.put('/directory/settings', { currency: 'EUR' })).status).toBe(403)
  await put('directory', { currency: 'EUR' })
  expect((await employee.get('/auth/profile/settings')).body.effective).toMatchObject({ currency: 'EUR' })
})

test('settings that somebody else has changed meanwhile are not overwritten', async () => {
  for (const where of ['/directory/settings', '/auth/profile/settings']) {
    const { updatedAt } = (await admin.get(where)).body
    const send = (body: object) =>
      admin.send('PUT', where, {
        headers: { 'content-type': 'application/json', 'x-om-ext-optimistic-lock-expected-updated-at': updatedAt },
        body: JSON.stringify(body),
      })
    app.clock.advance(1_000)
    expect((await send({ currency: 'PLN' })).status).toBe(200)
    expect((await send({ currency: 'USD' })).status).toBe(409)
    expect((await admin.get(where)).body.currency).toBe('PLN')
  }
})

test('a spreadsheet shows times of the place', async () => {
  await put('directory', { timeZone: 'Europe/Berlin' })
  const csv = (await admin.get('/directory/tenants?format=csv')).text
  expect(csv).toMatch(/,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[12]:00/)
  expect((await admin.get('/directory/tenants?format=json')).text).toMatch(/"createdAt": "[^"]+Z"/)
})
