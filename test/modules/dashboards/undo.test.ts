import { checkUndo } from '@plinth/core/testing'
import { assignRoleWidgets, assignUserWidgets, dashboards, saveLayout, updateLayoutItem } from '@plinth/dashboards'
import { expect, test } from 'vitest'
import { dashboardApp, person, roleOf, userOf } from './_dashboards.ts'

const welcome = 'dashboards.dashboard.welcome'
const notes = 'dashboards.dashboard.notes'
const item = (widgetId: string) => ({ id: crypto.randomUUID(), widgetId, order: 0 })

test('every command is undone and redone exactly, and readers are told at once', { timeout: 120_000 }, async () => {
  await using app = await dashboardApp()
  const userId = await userOf(app, 'employee')
  const admin = await person(app, 'admin')
  const employee = { features: ['*'], userId, email: 'employee@a0.com' }
  const first = async () => (await app.as(employee).get('/dashboards/layout')).body.layout.items[0].id
  const roleId = await roleOf(app, 'employee')
  const role = { roleId, organizationId: null }
  const user = { userId, organizationId: null }
  const report = await checkUndo(app, {
    modules: [dashboards],
    examples: [
      {
        command: updateLayoutItem,
        name: 'of a dashboard that nobody has arranged',
        as: employee,
        input: async () => ({ itemId: await first(), settings: { text: 'x' } }),
      },
      { command: saveLayout, name: 'the first', as: employee, input: { items: [item(notes), item(welcome)] } },
      { command: saveLayout, name: 'another', as: employee, input: { items: [item(welcome)] } },
      { command: updateLayoutItem, as: employee, input: async () => ({ itemId: await first(), size: 'lg' }) },
      { command: assignRoleWidgets, name: 'the first', input: { ...role, widgetIds: [notes] } },
      {
        command: assignRoleWidgets,
        name: 'none any more',
        input: async () => {
          await admin.put('/dashboards/roles/widgets', { roleId, widgetIds: [welcome] })
          return { ...role, widgetIds: [] }
        },
      },
      { command: assignUserWidgets, name: 'the first', input: { ...user, mode: 'override', widgetIds: [notes] } },
      {
        command: assignUserWidgets,
        name: 'none any more',
        input: async () => {
          await admin.put('/dashboards/users/widgets', { ...user, mode: 'override', widgetIds: [welcome] })
          return { ...user, mode: 'inherit', widgetIds: [] }
        },
      },
    ],
    look: async () => [
      (await app.as(employee).get('/dashboards/layout')).body,
      (await admin.get(`/dashboards/roles/widgets?roleId=${roleId}`)).body,
      (await admin.get(`/dashboards/users/widgets?userId=${userId}`)).body,
    ],
  })
  expect(report).toMatchObject({ commands: 4, examples: 8 })
})
