import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { addOrganization } from '../auth/_people.ts'
import { dashboardApp, roleOf, userOf } from './_dashboards.ts'

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
