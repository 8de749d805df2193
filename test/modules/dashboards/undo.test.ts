import { checkUndo } from '@plinth/testing'
import { dashboards } from '@plinth/dashboards'
import { clerks, dashboardsFixtures } from '@plinth/dashboards/testing'
import { expect, test } from 'vitest'
import { addVisitor, visitor } from '@plinth/auth/testing'
import { dashboardApp } from './_dashboards.ts'

test('every command is undone and redone exactly, and readers are told at once', { timeout: 120_000 }, async () => {
  await using app = await dashboardApp()
  await addVisitor(app)
  const roleId = await clerks(app)
  const reader = app.as(visitor)
  const paths = ['layout', `roles/widgets?roleId=${roleId}`, `users/widgets?userId=${visitor.userId}`]
  const report = await checkUndo(app, {
    ...dashboardsFixtures.undo!,
    modules: [dashboards],
    look: () => Promise.all(paths.map(async (path) => (await reader.get(`/dashboards/${path}`)).body)),
  })
  expect(report).toMatchObject({ commands: 4, examples: 8 })
})

test('a list that is cleared and made again stays one resource, so that its actions are undone in order', async () => {
  await using app = await dashboardApp()
  const admin = app.as({ features: ['*'] })
  const roleId = await clerks(app)
  const assign = async (...widgetIds: string[]) =>
    (await admin.put('/dashboards/roles/widgets', { roleId, widgetIds })).operation!
  const [welcome, notes] = ['dashboards.dashboard.welcome', 'dashboards.dashboard.notes'] as const
  const operations = [await assign(welcome), await assign(), await assign(notes), await assign()]
  expect(new Set(operations.map(({ resourceId }) => resourceId)).size).toBe(1)
})
