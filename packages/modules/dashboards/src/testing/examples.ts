import { tenantA, type TestPlatform, type UndoExample } from '@plinth/testing'
import { addVisitor, visitor } from '@plinth/auth/testing'
import { assignRoleWidgets, assignUserWidgets, saveLayout, updateLayoutItem } from '../index.ts'

const welcome = 'dashboards.dashboard.welcome'
const notes = 'dashboards.dashboard.notes'
const item = (widgetId: string) => ({ id: crypto.randomUUID(), widgetId, order: 0 })

/** The first item of the visitor's dashboard. */
async function firstItem(app: TestPlatform): Promise<string> {
  await addVisitor(app)
  const { body } = await app.as(visitor).get('/dashboards/layout')
  return body.layout.items[0].id
}

async function layoutOf(app: TestPlatform, ...widgetIds: string[]) {
  await addVisitor(app)
  return { items: widgetIds.map(item) }
}

/** The role of tenant A whose widgets are assigned. */
export async function clerks({ sql }: Pick<TestPlatform, 'sql'>): Promise<string> {
  const [role] = await sql<{ id: string }>(`select id from roles where tenant_id = $1 and name = 'employee'`, [
    tenantA.id,
  ])
  return role!.id
}

const organizationId = null
const user = { userId: visitor.userId, organizationId }

/** Every undoable command of dashboards. */
export const examples: readonly UndoExample[] = [
  {
    command: updateLayoutItem,
    name: 'of a dashboard that nobody has arranged',
    as: visitor,
    input: async (app: TestPlatform) => ({ itemId: await firstItem(app), settings: { text: 'x' } }),
  },
  { command: saveLayout, name: 'the first', as: visitor, input: (app: TestPlatform) => layoutOf(app, notes, welcome) },
  { command: saveLayout, name: 'another', as: visitor, input: (app: TestPlatform) => layoutOf(app, welcome) },
  {
    command: updateLayoutItem,
    as: visitor,
    input: async (app: TestPlatform) => ({ itemId: await firstItem(app), size: 'lg' }),
  },
  {
    command: assignRoleWidgets,
    name: 'the first',
    input: async (app: TestPlatform) => ({ roleId: await clerks(app), organizationId, widgetIds: [notes] }),
  },
  {
    command: assignRoleWidgets,
    name: 'none any more',
    input: async (app: TestPlatform) => {
      const roleId = await clerks(app)
      await app.as(visitor).put('/dashboards/roles/widgets', { roleId, widgetIds: [welcome] })
      return { roleId, organizationId, widgetIds: [] }
    },
  },
  {
    command: assignUserWidgets,
    name: 'the first',
    input: async (app: TestPlatform) => {
      await addVisitor(app)
      return { ...user, mode: 'override', widgetIds: [notes] }
    },
  },
  {
    command: assignUserWidgets,
    name: 'none any more',
    input: async (app: TestPlatform) => {
      await addVisitor(app)
      await app.as(visitor).put('/dashboards/users/widgets', { ...user, mode: 'override', widgetIds: [welcome] })
      return { ...user, mode: 'inherit', widgetIds: [] }
    },
  },
]
