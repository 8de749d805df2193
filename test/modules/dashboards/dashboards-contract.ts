import type { ContractOptions, TestPlatform } from '@plinth/core/testing'
import { roleOf, userOf } from './_dashboards.ts'

const unknown = '99999999-9999-4999-8999-999999999999'
const rights = { features: ['dashboards.*', 'analytics.*', 'shop.*'] }
const widgetIds = ['dashboards.dashboard.notes']
const item = { id: '11111111-1111-4111-8111-111111111111', widgetId: widgetIds[0], order: 0 }
const sum = { entityType: 'shop:orders', metric: { field: 'id', aggregate: 'count' } }

const admin = async (app: TestPlatform) => ({ ...rights, userId: await userOf(app, 'admin') })
const role = async (app: TestPlatform) => ({ roleId: await roleOf(app, 'employee') })
const user = async (app: TestPlatform) => ({ userId: await userOf(app, 'employee') })

/** What dashboards promise. */
export const dashboardsContract: ContractOptions & { readonly routes: readonly string[] } = {
  open: [],
  get routes() {
    return [...new Set(this.samples.map(({ route }) => route))]
  },
  samples: [
    { route: 'GET /dashboards/layout', as: admin, expect: 200 },
    { route: 'GET /dashboards/layout', as: { ...rights, kind: 'api_key' }, expect: 403 },
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
    { route: 'GET /dashboards/widgets/catalog', as: rights, expect: 200 },
    {
      route: 'GET /dashboards/roles/widgets',
      as: rights,
      request: async (app) => ({ query: await role(app) }),
      expect: 200,
    },
    { route: 'GET /dashboards/roles/widgets', as: rights, expect: 400 },
    { route: 'GET /dashboards/roles/widgets', as: rights, request: { query: { roleId: unknown } }, expect: 404 },
    {
      route: 'PUT /dashboards/roles/widgets',
      as: rights,
      request: async (app) => ({ body: { ...(await role(app)), widgetIds } }),
      expect: 200,
    },
    { route: 'PUT /dashboards/roles/widgets', as: rights, request: { body: {} }, expect: 400 },
    {
      route: 'PUT /dashboards/roles/widgets',
      as: rights,
      request: { body: { roleId: unknown, widgetIds } },
      expect: 404,
    },
    {
      route: 'GET /dashboards/users/widgets',
      as: rights,
      request: async (app) => ({ query: await user(app) }),
      expect: 200,
    },
    { route: 'GET /dashboards/users/widgets', as: rights, expect: 400 },
    { route: 'GET /dashboards/users/widgets', as: rights, request: { query: { userId: unknown } }, expect: 404 },
    {
      route: 'PUT /dashboards/users/widgets',
      as: rights,
      request: async (app) => ({ body: { ...(await user(app)), mode: 'override', widgetIds } }),
      expect: 200,
    },
    { route: 'PUT /dashboards/users/widgets', as: rights, request: { body: {} }, expect: 400 },
    {
      route: 'PUT /dashboards/users/widgets',
      as: rights,
      request: { body: { userId: unknown, widgetIds } },
      expect: 404,
    },
    {
      route: 'POST /dashboards/widgets/data',
      as: rights,
      request: { body: { ...sum, groupBy: { field: 'status', resolveLabels: true } } },
      expect: 200,
    },
    { route: 'POST /dashboards/widgets/data', as: rights, request: { body: {} }, expect: 400 },
    {
      route: 'POST /dashboards/widgets/data',
      as: { features: ['analytics.view'] },
      request: { body: sum },
      expect: 403,
    },
    {
      route: 'POST /dashboards/widgets/data/batch',
      as: rights,
      request: { body: { requests: [{ id: 'a', request: sum }] } },
      expect: 200,
    },
    { route: 'POST /dashboards/widgets/data/batch', as: rights, request: { body: {} }, expect: 400 },
  ],
}
