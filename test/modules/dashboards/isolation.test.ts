import { checkIsolation, tenantA, tenantB } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { addOrganization } from '../auth/_people.ts'
import { dashboardApp, modules, roleOf, userOf } from './_dashboards.ts'
import { dashboardsContract } from './dashboards-contract.ts'

test('nobody learns of or touches dashboards and numbers that are not theirs', { timeout: 300_000 }, async () => {
  await using app = await dashboardApp({ modules: modules.filter(({ id }) => id !== 'audit_logs') })
  const report = await checkIsolation(app, {
    routes: dashboardsContract.routes,
    samples: dashboardsContract.samples,
    organizationColumns: { organizations: 'id' },
    rows: {
      tenants: ({ tenantId }) => ({ id: tenantId, is_active: true, deleted_at: null }),
      organizations: () => ({ is_active: true, deleted_at: null }),
      orders: ({ mark }) => ({ status: mark, total: 5 }),
      dashboard_role_widgets: () => ({ widget_ids: ['dashboards.dashboard.notes'] }),
      dashboard_user_widgets: () => ({ widget_ids: ['dashboards.dashboard.notes'] }),
      dashboard_layouts: ({ mark, idIn }) => ({
        items: JSON.stringify([
          {
            id: idIn('dashboard_layouts'),
            widgetId: 'dashboards.dashboard.notes',
            size: 'md',
            settings: { text: mark },
          },
        ]),
      }),
    },
    unreached: {
      'PUT /dashboards/roles/widgets': 'an attack names a row among the widgets; see below',
      'PUT /dashboards/users/widgets': 'an attack names a row among the widgets; see below',
    },
    idTables: { itemId: 'dashboard_layouts' },
    unrecorded: ['sessions', 'password_tokens', 'confirmed_addresses'],
    secrets: { sessions: ['token_hash'], password_tokens: ['token_hash'] },
  })
  expect(report.tables).toBeGreaterThan(10)
})

test('nobody assigns widgets to foreign roles and users, or in foreign organizations, by either layer alone', async () => {
  await using app = await dashboardApp()
  const branch = await addOrganization(app, 'Branch', null)
  const [roleId, userId] = [await roleOf(app, 'employee'), await userOf(app, 'employee')]
  const widgetIds = ['dashboards.dashboard.notes']
  const foreign = app.as({ features: ['*'], tenantId: tenantB.id, userId: await userOf(app, 'admin', tenantB) })
  const sibling = app.as({ features: ['*'], organizationIds: [branch] })
  const role = '/dashboards/roles/widgets'
  const user = '/dashboards/users/widgets'
  const override = { userId, mode: 'override', widgetIds }
  for (const layer of ['both', 'no row level security']) {
    if (layer !== 'both') {
      const tables = ['users', 'roles', 'dashboard_layouts', 'dashboard_role_widgets', 'dashboard_user_widgets']
      for (const table of tables) await app.sql(`alter table ${table} disable row level security`)
    }
    const { organization } = tenantA
    for (const answer of [
      await foreign.put(role, { roleId, widgetIds }),
      await foreign.put(user, override),
      await foreign.get(`${user}?userId=${userId}`),
      await sibling.put(user, override),
      await sibling.get(`${user}?userId=${userId}`),
      await sibling.get(`${role}?roleId=${roleId}&organizationId=${organization}`),
    ])
      expect(answer.status, `${layer} ${answer.text}`).toBe(404)
    expect((await foreign.put(role, { roleId, tenantId: tenantA.id, widgetIds })).status).toBe(403)
    expect((await sibling.put(role, { roleId, widgetIds, organizationId: organization })).status).toBe(403)
    expect(await app.sql('select from dashboard_role_widgets union all select from dashboard_user_widgets')).toEqual([])
  }
  expect((await sibling.put(role, { roleId, widgetIds, organizationId: branch })).status).toBe(200)
})
