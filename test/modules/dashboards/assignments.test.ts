import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { dashboardApp, person, roleOf, userOf } from './_dashboards.ts'

const roles = '/dashboards/roles/widgets'
const users = '/dashboards/users/widgets'
const welcome = 'dashboards.dashboard.welcome'
const notes = 'dashboards.dashboard.notes'
const chart = 'dashboards.dashboard.chart'
const kpi = 'shop.dashboard.ordersKpi'
const map = 'shop.dashboard.map'
const nobody = '99999999-9999-4999-8999-999999999999'

test('the catalog tells everything of every widget', async () => {
  await using app = await dashboardApp()
  const admin = await person(app, 'admin')
  const { body } = await admin.get('/dashboards/widgets/catalog')
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([welcome, notes, chart, kpi, map])
  expect(body.items.slice(3)).toEqual([
    {
      id: kpi,
      title: 'Orders',
      description: null,
      defaultSize: 'sm',
      defaultEnabled: true,
      defaultSettings: { dateRange: 'this_month' },
      features: ['analytics.view', 'shop.view'],
      moduleId: 'shop',
      icon: null,
      loaderKey: 'shop:orders-kpi:widget',
      supportsRefresh: false,
    },
    {
      id: map,
      title: 'Map',
      description: null,
      defaultSize: 'lg',
      defaultEnabled: false,
      defaultSettings: null,
      features: ['shop.view'],
      moduleId: 'shop',
      icon: 'map',
      loaderKey: 'shop:map:widget',
      supportsRefresh: true,
    },
  ])
  const employee = await person(app, 'employee', ['dashboards.view'])
  expect((await employee.get('/dashboards/widgets/catalog')).status).toBe(403)
})

test('a role has the list for the organization, else the one for all of them', async () => {
  await using app = await dashboardApp()
  const admin = await person(app, 'admin')
  const roleId = await roleOf(app, 'employee')
  const organizationId = tenantA.organization
  const read = async (query = '') => (await admin.get(`${roles}?roleId=${roleId}${query}`)).body
  const assign = (widgetIds: string[], more = {}) => admin.put(roles, { roleId, widgetIds, ...more })
  const scope = { tenantId: tenantA.id, organizationId: null }
  expect(await read()).toMatchObject({ widgetIds: [], hasCustom: false, scope })
  const saved = await assign([map, welcome])
  expect([saved.status, saved.body]).toEqual([200, { ok: true, widgetIds: [map, welcome] }])
  expect(saved.operation).toMatchObject({ resourceKind: 'dashboards.role_widgets' })
  expect(await read()).toMatchObject({ widgetIds: [map, welcome], hasCustom: true, scope })
  expect((await read(`&organizationId=${organizationId}`)).widgetIds).toEqual([map, welcome])
  await assign([kpi], { organizationId })
  expect(await read(`&organizationId=${organizationId}`)).toMatchObject({
    widgetIds: [kpi],
    hasCustom: true,
    scope: { tenantId: tenantA.id, organizationId },
  })
  expect((await read()).widgetIds).toEqual([map, welcome])
  expect((await (await person(app, 'employee')).get('/dashboards/layout')).body.allowedWidgetIds).toEqual([kpi])
  await assign([], { organizationId })
  expect((await assign([])).body).toEqual({ ok: true, widgetIds: [] })
  expect((await read()).hasCustom).toBe(false)
  expect((await (await person(app, 'employee')).get('/dashboards/layout')).body.allowedWidgetIds).toHaveLength(5)
})

test('a user inherits or has a list of their own, which may be empty', async () => {
  await using app = await dashboardApp()
  const admin = await person(app, 'admin')
  const userId = await userOf(app, 'employee')
  const employee = await person(app, 'employee')
  const read = async () => (await admin.get(`${users}?userId=${userId}`)).body
  const scope = { tenantId: tenantA.id, organizationId: tenantA.organization }
  const inherits = {
    mode: 'inherit',
    widgetIds: [],
    hasCustom: false,
    effectiveWidgetIds: [welcome, notes, chart],
    scope,
  }
  expect(await read()).toMatchObject(inherits)
  const overrides = await admin.put(users, { userId, mode: 'override', widgetIds: [map, notes] })
  expect(overrides.body).toEqual({ ok: true, mode: 'override', widgetIds: [map, notes] })
  expect(await read()).toMatchObject({
    mode: 'override',
    widgetIds: [map, notes],
    hasCustom: true,
    effectiveWidgetIds: [notes],
    scope,
  })
  expect((await employee.get('/dashboards/layout')).body.allowedWidgetIds).toMatchObject([notes, map])
  await admin.put(users, { userId, mode: 'override', widgetIds: [] })
  expect((await employee.get('/dashboards/layout')).body).toMatchObject({ layout: { items: [] }, widgets: [] })
  const back = await admin.put(users, { userId, widgetIds: [kpi] })
  expect(back.body).toEqual({ ok: true, mode: 'inherit', widgetIds: [] })
  expect(await read()).toMatchObject(inherits)
})

test('unknown widgets, roles, users and organizations are refused, foreign ones like unknown ones', async () => {
  await using app = await dashboardApp()
  const admin = await person(app, 'admin')
  const [roleId, userId] = [await roleOf(app, 'admin'), await userOf(app, 'admin')]
  const widgetIds = [welcome]
  for (const [path, own, name] of [
    [roles, { roleId }, 'Role'],
    [users, { userId }, 'User'],
  ] as const) {
    const [member, id] = Object.entries(own)[0]!
    const unknown = await admin.put(path, { ...own, mode: 'override', widgetIds: ['x.y', welcome] })
    expect([unknown.status, unknown.body]).toEqual([400, { error: 'Unknown widgets', unknown: ['x.y'] }])
    expect((await admin.put(path, '{')).body).toEqual({ error: 'Invalid JSON body' })
    for (const body of [{ ...own }, { widgetIds }, { ...own, widgetIds: [''] }, { ...own, widgetIds: 'x' }])
      expect((await admin.put(path, body)).body.error).toBe('Invalid payload')
    expect((await admin.get(path)).body.error).toBe(`${member} is required`)
    const foreign = name === 'Role' ? await roleOf(app, 'admin', tenantB) : await userOf(app, 'admin', tenantB)
    for (const other of [nobody, foreign]) {
      const refused = [
        await admin.get(`${path}?${member}=${other}`),
        await admin.put(path, { [member]: other, widgetIds }),
      ]
      expect(refused.map(({ status, body }) => [status, body.error])).toEqual([
        [404, `${name} not found`],
        [404, `${name} not found`],
      ])
    }
    for (const organizationId of [nobody, tenantB.organization]) {
      expect((await admin.get(`${path}?${member}=${id}&organizationId=${organizationId}`)).status).toBe(404)
      expect((await admin.put(path, { ...own, organizationId, widgetIds })).body.error).toBe(
        'Organization out of scope',
      )
    }
    expect((await admin.put(path, { ...own, tenantId: tenantB.id, widgetIds })).status).toBe(403)
  }
  expect((await admin.put(users, { userId, mode: 'both', widgetIds })).body.error).toBe('Invalid payload')
  expect(await app.sql('select from dashboard_role_widgets union all select from dashboard_user_widgets')).toEqual([])
})

test('a super admin assigns in another tenant', async () => {
  await using app = await dashboardApp()
  const root = app.as({ isSuperAdmin: true, userId: await userOf(app, 'superadmin') })
  const [roleId, userId] = [await roleOf(app, 'admin', tenantB), await userOf(app, 'admin', tenantB)]
  const tenantId = tenantB.id
  expect((await root.put(roles, { roleId, tenantId, widgetIds: [notes] })).status).toBe(200)
  expect((await root.get(`${roles}?roleId=${roleId}&tenantId=${tenantId}`)).body).toMatchObject({
    widgetIds: [notes],
    scope: { tenantId, organizationId: null },
  })
  expect((await root.put(users, { userId, tenantId, mode: 'override', widgetIds: [map] })).status).toBe(200)
  expect((await root.get(`${users}?userId=${userId}&tenantId=${tenantId}`)).body).toMatchObject({
    effectiveWidgetIds: [map],
    scope: { tenantId, organizationId: null },
  })
  expect(
    await app.sql('select distinct tenant_id from plinth.action_log where command_id like $1', ['%.assign']),
  ).toEqual([{ tenant_id: tenantId }])
})
