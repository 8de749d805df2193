import { addVisitor, visitor } from '@plinth/auth/testing'
import type { ModuleFixtures, TestPlatform } from '@plinth/testing'
import { analytics, type AnalyticsEntity } from '@plinth/points'
import { clerks } from './examples.ts'

const unknown = '99999999-9999-4999-8999-999999999999'
const all = { features: ['*'] }
const widgetIds = ['dashboards.dashboard.notes']
const item = { id: '11111111-1111-4111-8111-111111111111', widgetId: widgetIds[0], order: 0 }

const role = async (app: TestPlatform) => ({ roleId: await clerks(app) })
const user = async (app: TestPlatform) => {
  await addVisitor(app)
  return { userId: visitor.userId }
}
const admin = async (app: TestPlatform) => ({ ...all, ...(await user(app)) })

/** Requests a count of rows grouped by a text column, if there is one, so that foreign rows would be noticed. */
function counted({ platform }: TestPlatform) {
  const textOf = ({ fields }: AnalyticsEntity) => Object.keys(fields).find((name) => fields[name]!.type === 'text')
  const known = analytics.from(platform.modules).map(({ value }) => value)
  const entity = known.find((one) => !one.table.startsWith('plinth.') && textOf(one)) ?? known[0]!
  const field = textOf(entity) ?? 'id'
  return {
    entityType: entity.id,
    metric: { field: 'id', aggregate: 'count' },
    groupBy: { field, resolveLabels: true },
  }
}

/** Contract samples of dashboards. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: [],
  samples: [
    { route: 'GET /dashboards/layout', as: admin, expect: 200 },
    { route: 'GET /dashboards/layout', as: { ...all, kind: 'api_key' }, expect: 403 },
    { route: 'PUT /dashboards/layout', as: admin, request: { body: { items: [item] } }, expect: 200 },
    { route: 'PUT /dashboards/layout', as: admin, request: { body: {} }, expect: 400 },
    {
      route: 'PATCH /dashboards/layout/{itemId}',
      as: admin,
      request: async (app) => {
        await app.as(await admin(app)).put('/dashboards/layout', { items: [item] })
        return { params: { itemId: item.id }, body: { size: 'lg' } }
      },
      expect: 200,
    },
    {
      route: 'PATCH /dashboards/layout/{itemId}',
      as: admin,
      request: { params: { itemId: unknown }, body: { size: 'xl' } },
      expect: 400,
    },
    {
      route: 'PATCH /dashboards/layout/{itemId}',
      as: admin,
      request: { params: { itemId: unknown }, body: {} },
      expect: 404,
    },
    { route: 'GET /dashboards/widgets/catalog', as: all, expect: 200 },
    { route: 'GET /dashboards/entities', as: all, expect: 200 },
    {
      route: 'GET /dashboards/roles/widgets',
      as: all,
      request: async (app) => ({ query: await role(app) }),
      expect: 200,
    },
    { route: 'GET /dashboards/roles/widgets', as: all, expect: 400 },
    { route: 'GET /dashboards/roles/widgets', as: all, request: { query: { roleId: unknown } }, expect: 404 },
    {
      route: 'PUT /dashboards/roles/widgets',
      as: all,
      request: async (app) => ({ body: { ...(await role(app)), widgetIds } }),
      expect: 200,
    },
    { route: 'PUT /dashboards/roles/widgets', as: all, request: { body: {} }, expect: 400 },
    {
      route: 'PUT /dashboards/roles/widgets',
      as: all,
      request: { body: { roleId: unknown, widgetIds } },
      expect: 404,
    },
    {
      route: 'GET /dashboards/users/widgets',
      as: all,
      request: async (app) => ({ query: await user(app) }),
      expect: 200,
    },
    { route: 'GET /dashboards/users/widgets', as: all, expect: 400 },
    { route: 'GET /dashboards/users/widgets', as: all, request: { query: { userId: unknown } }, expect: 404 },
    {
      route: 'PUT /dashboards/users/widgets',
      as: all,
      request: async (app) => ({ body: { ...(await user(app)), mode: 'override', widgetIds } }),
      expect: 200,
    },
    { route: 'PUT /dashboards/users/widgets', as: all, request: { body: {} }, expect: 400 },
    {
      route: 'PUT /dashboards/users/widgets',
      as: all,
      request: { body: { userId: unknown, widgetIds } },
      expect: 404,
    },
    {
      route: 'POST /dashboards/widgets/data',
      as: all,
      request: (app) => ({ body: counted(app) }),
      expect: 200,
    },
    { route: 'POST /dashboards/widgets/data', as: all, request: { body: {} }, expect: 400 },
    {
      route: 'POST /dashboards/widgets/data',
      as: { features: ['analytics.view'] },
      request: (app) => ({ body: counted(app) }),
      expect: 403,
    },
    {
      route: 'POST /dashboards/widgets/data/batch',
      as: all,
      request: (app) => ({ body: { requests: [{ id: 'a', request: counted(app) }] } }),
      expect: 200,
    },
    { route: 'POST /dashboards/widgets/data/batch', as: all, request: { body: {} }, expect: 400 },
  ],
}
