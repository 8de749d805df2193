import { auditLogs } from '@plinth/audit-logs'
import { catalog } from '@plinth/catalog'
import { customFields } from '@plinth/custom-fields'
import { defineField } from '@plinth/custom-fields/testing'
import { dashboards } from '@plinth/dashboards'
import { dictionaries } from '@plinth/dictionaries'
import { progress } from '@plinth/progress'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'

const PRODUCT = 'catalog:catalog_product'
const count = { field: 'id', aggregate: 'count' }

/** Products of two organizations with custom fields of every type of column. */
async function setUp() {
  const app = await authApp({ modules: [auditLogs, progress, catalog, dictionaries, customFields, dashboards] })
  const admin = app.as({ features: ['*'] })
  const options = [
    { value: 'r', label: 'Red' },
    { value: 'b', label: 'Blue' },
  ]
  await admin.post('/entities/definitions.batch', {
    entityId: PRODUCT,
    definitions: [{ key: 'colour', kind: 'select', configJson: { options } }],
  })
  await defineField(admin, PRODUCT, { key: 'weight', kind: 'float' })
  await defineField(admin, PRODUCT, { key: 'fragile', kind: 'boolean' })
  await defineField(admin, PRODUCT, { key: 'launched', kind: 'date' })
  await defineField(admin, PRODUCT, { key: 'tags', kind: 'text', multi: true })
  await defineField(admin, PRODUCT, { key: 'secret', kind: 'text', encrypted: true })
  const add = async (values: object) => {
    const { status, text } = await admin.post('/catalog/products', { title: 'Product', customFields: values })
    if (status !== 201) throw new Error(`${status} ${text}`)
  }
  await add({ colour: 'r', weight: 1.5, fragile: true, launched: '2026-01-31', tags: ['x'], secret: 'y' })
  await add({ colour: 'r', weight: 2, launched: '2026-01-01' })
  await add({ colour: 'b', weight: 4, fragile: false, launched: '2026-03-01' })
  await add({})
  return { app, admin }
}

const asker =
  (app: TestPlatform, who: object = { features: ['*'] }) =>
  async (request: object) =>
    (await app.as(who).post('/dashboards/widgets/data', { entityType: 'catalog:products', metric: count, ...request }))
      .body

test('dashboards group, sum, filter and follow time by custom fields', async () => {
  const { app } = await setUp()
  await using _ = app
  const ask = asker(app)
  const groups = async (request: object) => (await ask(request)).data
  expect(await groups({ groupBy: { field: 'cf_colour', resolveLabels: true } })).toEqual([
    { groupKey: 'r', groupLabel: 'Red', value: 2 },
    { groupKey: 'b', groupLabel: 'Blue', value: 1 },
    { groupKey: null, value: 1 },
  ])
  expect(await groups({ groupBy: { field: 'cf_fragile' } })).toHaveLength(3)
  const split = await ask({ groupBy: { field: 'cf_fragile' }, splitBy: { field: 'cf_colour', resolveLabels: true } })
  expect(split.series).toEqual([
    { seriesKey: 'r', seriesLabel: 'Red', isOther: false, value: 2 },
    { seriesKey: 'b', seriesLabel: 'Blue', isOther: false, value: 1 },
    { seriesKey: null, isOther: false, value: 1 },
  ])
  expect(split.data.map(({ groupKey, values }: { groupKey: boolean; values: number[] }) => [groupKey, values])).toEqual(
    [
      [null, [1, 0, 1]],
      [false, [0, 1, 0]],
      [true, [1, 0, 0]],
    ],
  )
  expect((await ask({ metric: { field: 'cf_weight', aggregate: 'sum' } })).value).toBe(7.5)
  expect((await ask({ filters: [{ field: 'cf_weight', operator: 'gte', value: 2 }] })).value).toBe(2)
  expect((await ask({ filters: [{ field: 'cf_colour', operator: 'in', value: ['b'] }] })).value).toBe(1)
  const months = await groups({ groupBy: { field: 'cf_launched', granularity: 'month' } })
  expect(months.map(({ value }: { value: number }) => value)).toEqual([2, 0, 1])
  expect(months[0].groupKey).toBe('2026-01-01T00:00:00.000Z')
})

test('fields that cannot be grouped by are refused, in a batch too', async () => {
  const { app, admin } = await setUp()
  await using _ = app
  const ask = asker(app)
  for (const field of ['cf_tags', 'cf_secret', 'cf_gone', 'cf_'])
    expect((await ask({ groupBy: { field } })).error).toBe(`Invalid groupBy field: ${field}`)
  expect((await ask({ metric: { field: 'cf_colour', aggregate: 'sum' } })).error).toMatch(/needs a number/)
  const request = (field: string) => ({ entityType: 'catalog:products', metric: count, groupBy: { field } })
  const { results } = (
    await admin.post('/dashboards/widgets/data/batch', {
      requests: [
        { id: 'a', request: request('cf_colour') },
        { id: 'b', request: request('cf_gone') },
      ],
    })
  ).body
  expect(results).toMatchObject([{ ok: true }, { ok: false, error: 'Invalid groupBy field: cf_gone' }])
})

test('fields are those of the caller, and values of another kind under the same key count as none', async () => {
  const { app } = await setUp()
  await using _ = app
  const other = { features: ['*'], organizationId: tenantA.otherOrganization }
  await defineField(app.as(other), PRODUCT, { key: 'weight', kind: 'text' })
  await defineField(app.as(other), PRODUCT, { key: 'launched', kind: 'text' })
  const values = { weight: 'heavy', launched: '2026-02-30' }
  const added = await app.as(other).post('/catalog/products', { title: 'Product', customFields: values })
  expect(added.status).toBe(201)
  const all = asker(app)
  expect((await all({ metric: { field: 'cf_weight', aggregate: 'sum' } })).value).toBe(7.5)
  expect((await all({ groupBy: { field: 'cf_launched', granularity: 'year' } })).data).toHaveLength(1)
  const stranger = asker(app, { features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  expect((await stranger({ groupBy: { field: 'cf_colour' } })).error).toBe('Invalid groupBy field: cf_colour')
})

test('a changed definition is seen at once', async () => {
  const { app, admin } = await setUp()
  await using _ = app
  const ask = asker(app)
  const labels = async () =>
    (await ask({ groupBy: { field: 'cf_colour', resolveLabels: true } })).data.map(
      ({ groupLabel }: { groupLabel?: string }) => groupLabel,
    )
  expect(await labels()).toEqual(['Red', 'Blue', undefined])
  const options = [
    { value: 'r', label: 'Rot' },
    { value: 'b', label: 'Blau' },
  ]
  await admin.post('/entities/definitions.batch', {
    entityId: PRODUCT,
    definitions: [{ key: 'colour', kind: 'select', configJson: { options } }],
  })
  expect(await labels()).toEqual(['Rot', 'Blau', undefined])
  await admin.del('/entities/definitions', { entityId: PRODUCT, key: 'colour' })
  expect((await ask({ groupBy: { field: 'cf_colour' } })).error).toBe('Invalid groupBy field: cf_colour')
})

test('a time without an offset is UTC for dashboards, as for filters, whatever the time zone', async () => {
  const { app, admin } = await setUp()
  await using _ = app
  await defineField(admin, PRODUCT, { key: 'checked', kind: 'datetime' })
  await admin.put('/directory/settings', { timeZone: 'America/New_York' })
  const add = (checked: string) => admin.post('/catalog/products', { title: 'Product', customFields: { checked } })
  // In New York, 2 June begins at 04:00 UTC.
  for (const checked of ['2026-06-02T01:00:00', '2026-06-02T01:00:00Z']) expect((await add(checked)).status).toBe(201)
  const days = (await asker(app)({ groupBy: { field: 'cf_checked', granularity: 'day' } })).data
  expect(days.filter(({ groupKey }: { groupKey: unknown }) => groupKey !== null)).toEqual([
    expect.objectContaining({ value: 2 }),
  ])
  const { body } = await admin.get('/catalog/products?cf_checked_lt=2026-06-02&pageSize=50')
  expect(body.total).toBe(2)
})
