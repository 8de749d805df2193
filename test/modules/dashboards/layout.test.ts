import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { dashboardApp, person, roleOf, userOf } from './_dashboards.ts'

const path = '/dashboards/layout'
const item = (id: string, widgetId: string, more = {}) => ({ id, widgetId, order: 0, ...more })
const ids = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`)
const [one, two, three] = ids as [string, string, string]
const welcome = 'dashboards.dashboard.welcome'
const notes = 'dashboards.dashboard.notes'
const chart = 'dashboards.dashboard.chart'
const kpi = 'shop.dashboard.ordersKpi'

test('a dashboard that nobody has arranged shows the default widgets, and looking at it writes nothing', async () => {
  await using app = await dashboardApp()
  const admin = await person(app, 'admin')
  const answers = await Promise.all(Array.from({ length: 5 }, () => admin.get(path)))
  const [{ status, body }] = answers as [(typeof answers)[number]]
  expect(status).toBe(200)
  expect(body).toMatchObject({
    allowedWidgetIds: [welcome, notes, chart, kpi, 'shop.dashboard.map'],
    canConfigure: true,
    context: { tenantId: tenantA.id, organizationId: tenantA.organization, userName: null, userLabel: 'admin@a0.com' },
  })
  expect(body.layout.items).toEqual([
    { id: expect.any(String), widgetId: welcome, order: 0, priority: 0, size: 'md', settings: expect.any(Object) },
    { id: expect.any(String), widgetId: notes, order: 1, priority: 1, size: 'md', settings: { text: '' } },
    { id: expect.any(String), widgetId: kpi, order: 2, priority: 2, size: 'sm', settings: { dateRange: 'this_month' } },
  ])
  for (const answer of answers) expect(answer.body).toEqual(body)
  const german = await admin.get(path, { headers: { cookie: 'locale=de' } })
  expect(german.body.layout.items[0].settings.headline).toBe('Willkommen, {{user}}!')
  expect(await app.sql('select from dashboard_layouts')).toHaveLength(0)
  const queries = app.queries()
  await admin.get(path)
  expect(app.queries()).toBe(queries)
})

test('a saved layout follows the list, without widgets that are not allowed', async () => {
  await using app = await dashboardApp()
  const admin = await person(app, 'admin')
  await admin.get(path)
  const items = [
    item(two, notes, { order: 9, settings: { text: 'x' } }),
    item(three, 'nobody.has.it'),
    item(one, welcome, { size: 'lg' }),
  ]
  const saved = await admin.put(path, { items })
  expect([saved.status, saved.body]).toEqual([200, { ok: true }])
  expect(saved.operation).toMatchObject({ commandId: 'dashboards.layouts.save', resourceKind: 'dashboards.layout' })
  expect((await admin.get(path)).body.layout.items).toEqual([
    { id: two, widgetId: notes, order: 0, priority: 0, size: 'md', settings: { text: 'x' } },
    { id: one, widgetId: welcome, order: 1, priority: 1, size: 'lg' },
  ])
  const elsewhere = app.as({ features: ['*'], userId: await userOf(app, 'admin'), organizationId: null })
  expect((await elsewhere.get(path)).body.layout.items).toHaveLength(3)
  expect((await (await person(app, 'employee')).get(path)).body.layout.items).toHaveLength(3)
})

test('what a layout may not be is told', async () => {
  await using app = await dashboardApp()
  const admin = await person(app, 'admin')
  const refusal = async (items: unknown) => (await admin.put(path, { items })).body.error
  expect(await refusal([item(one, welcome), item(one, notes)])).toBe('Layout item IDs must be unique')
  for (const items of [undefined, {}, [item('x', welcome)], [item(one, welcome, { size: 'xl' })], [{ id: one }]])
    expect(await refusal(items)).toBe('Invalid layout payload')
  expect(await refusal([item(one, welcome, { settings: 'x'.repeat(70_000) })])).toBe('Invalid layout payload')
  expect(await refusal(Array.from({ length: 101 }, () => item(crypto.randomUUID(), welcome)))).toBe(
    'Invalid layout payload',
  )
  expect((await admin.put(path, '{')).body).toEqual({ error: 'Invalid JSON body' })
  expect((await app.as({ features: ['*'], kind: 'api_key' }).get(path)).status).toBe(403)
  const reader = await person(app, 'employee', ['dashboards.view'])
  expect((await reader.get(path)).body.canConfigure).toBe(false)
  expect((await reader.put(path, { items: [] })).body.requiredFeatures).toEqual(['dashboards.configure'])
})

test('one item changes alone; one of the defaults brings the others with it', async () => {
  await using app = await dashboardApp()
  const admin = await person(app, 'admin')
  const change = (id: string, body: object | string) => admin.patch(`${path}/${id}`, body)
  expect((await change('00000000-0000-0000-0000-000000000000', {})).body).toEqual({ error: 'Layout not found' })
  const before = (await admin.get(path)).body.layout.items
  const saved = await change(before[1].id, { size: 'lg', settings: { text: 'new' } })
  expect([saved.status, saved.body]).toEqual([200, { ok: true }])
  const after = [before[0], { ...before[1], size: 'lg', settings: { text: 'new' } }, before[2]]
  expect((await admin.get(path)).body.layout.items).toEqual(after)
  expect((await change(before[1].id, { settings: null })).status).toBe(200)
  expect((await admin.get(path)).body.layout.items).toEqual(after)
  expect((await change(one, { size: 'sm' })).body).toEqual({ error: 'Layout item not found' })
  for (const body of [{ size: 'xl' }, [], 'null', '"x"'])
    expect((await change(before[1].id, body)).body.error).toBe('Invalid payload')
  expect((await change('x', {})).body.error).toBe('Invalid payload')
  expect((await change(before[1].id, '{')).body).toEqual({ error: 'Invalid JSON body' })
  expect((await change(before[1].id, { settings: 'x'.repeat(70_000) })).body.error).toBe('Invalid payload')
})

test('changes of several items at once all count, also of a dashboard that nobody has arranged', async () => {
  await using app = await dashboardApp()
  const admin = await person(app, 'admin')
  const { items } = (await admin.get(path)).body.layout
  const changes = items.map(({ id }: { id: string }) => admin.patch(`${path}/${id}`, { settings: { mark: id } }))
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200, 200])
  const after = (await admin.get(path)).body.layout.items
  expect(after).toEqual(items.map((each: { id: string }) => ({ ...each, settings: { mark: each.id } })))
})

test('a layout shows what roles allow at the moment, and keeps the rest', async () => {
  await using app = await dashboardApp()
  const admin = await person(app, 'admin')
  const employee = await person(app, 'employee', ['dashboards.*', 'analytics.view', 'shop.view'])
  await employee.put(path, { items: [item(one, kpi), item(two, notes)] })
  const roleId = await roleOf(app, 'employee')
  await admin.put('/dashboards/roles/widgets', { roleId, widgetIds: [notes] })
  expect((await employee.get(path)).body).toMatchObject({
    layout: { items: [{ id: two, order: 0 }] },
    allowedWidgetIds: [notes],
    widgets: [{ id: notes }],
  })
  await admin.put('/dashboards/roles/widgets', { roleId, widgetIds: [] })
  expect((await employee.get(path)).body.layout.items.map(({ id }: { id: string }) => id)).toEqual([one, two])
  const poor = await person(app, 'employee', ['dashboards.view', 'analytics.view'])
  expect((await poor.get(path)).body.allowedWidgetIds).toEqual([welcome, notes, chart])
})

test('a super admin has a dashboard of their own in every tenant', async () => {
  await using app = await dashboardApp()
  const userId = await userOf(app, 'superadmin')
  const there = app.as({ isSuperAdmin: true, userId, tenantId: tenantB.id, organizationId: null })
  expect((await there.put(path, { items: [item(one, welcome)] })).status).toBe(200)
  expect((await there.get(path)).body).toMatchObject({
    layout: { items: [{ id: one }] },
    context: { userId, tenantId: tenantB.id, userEmail: 'superadmin@a0.com' },
  })
  expect(await app.sql('select tenant_id from dashboard_layouts')).toEqual([{ tenant_id: tenantB.id }])
})
