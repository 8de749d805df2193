import { auditLogs } from '@plinth/audit-logs'
import { auth, seedAccounts } from '@plinth/auth'
import { defineFeatures, defineMigration, defineModule, type Module, type Platform } from '@plinth/core'
import { tenantA, tenantB, type TestPlatform, type TestPlatformOptions } from '@plinth/testing'
import { dashboards } from '@plinth/dashboards'
import { directory, provisionTenant } from '@plinth/directory'
import { analytics, type AnalyticsEntity, widgets } from '@plinth/points'
import { testApp } from '../../_setup/app.ts'
import { argon2 } from '../../_setup/cheap-passwords.ts'

const features = defineFeatures('shop', { view: 'View orders' })

/** Orders with a field of every type. */
const orders: AnalyticsEntity = {
  id: 'shop:orders',
  features: [features.view],
  table: 'orders',
  only: { deleted_at: null },
  fields: {
    id: { column: 'id', type: 'uuid' },
    total: { column: 'total', type: 'number' },
    weight: { column: 'weight', type: 'number', aggregates: ['count', 'max'] },
    net: { column: 'net', type: 'number', currency: 'currency' },
    currency: { column: 'currency', type: 'text' },
    status: { column: 'status', type: 'text' },
    isPaid: { column: 'is_paid', type: 'boolean' },
    address: { column: 'address', type: 'json' },
    placedAt: { column: 'placed_at', type: 'time' },
  },
}
/** The same orders, in a place where days begin earlier. */
const berlinOrders: AnalyticsEntity = { ...orders, id: 'shop:berlin', timeZone: 'Europe/Berlin' }

const shop = defineModule({
  id: 'shop',
  title: 'Shop',
  features,
  roles: { admin: ['shop.*'] },
  migrations: [
    defineMigration(
      'shop.orders',
      `select plinth.scoped_table('orders', $$ total numeric, net numeric, currency text, weight double precision, status text, is_paid boolean,
        address jsonb, placed_at timestamptz, deleted_at timestamptz $$)`,
    ),
  ],
  contributes: [
    analytics.of(orders, berlinOrders),
    widgets.of(
      {
        id: 'shop.dashboard.ordersKpi',
        title: 'Orders',
        data: orders,
        size: 'sm',
        isDefault: true,
        settings: { dateRange: 'this_month' },
      },
      { id: 'shop.dashboard.map', title: 'Map', features: [features.view], icon: 'map', size: 'lg', canRefresh: true },
    ),
  ],
})

/** The modules with what they ship. */
export const shipped = [directory, auth({ secret: 'dashboards'.repeat(4), argon2 }), auditLogs, dashboards]

/** The same with no widgets but those of dashboards, and a shop. */
export const modules = [...shipped.map((module) => (module === dashboards ? module : withoutWidgets(module))), shop]

function withoutWidgets({ contributes = [], ...module }: Module): Module {
  return { ...module, contributes: contributes.filter(({ point }) => point !== widgets) }
}

/** A platform with a shop, and people in two tenants: admin, employee and superadmin of A, other of B. */
export function dashboardApp(options: Partial<TestPlatformOptions> = {}): Promise<TestPlatform> {
  return testApp({ modules, prepare, ...options })
}

async function prepare({ platform }: { platform: Platform }): Promise<void> {
  for (const [{ id, organization }, people] of [
    [tenantA, ['superadmin', 'admin', 'employee']],
    [tenantB, ['admin']],
  ] as const) {
    const scope = { tenantId: id, organizationId: organization, organizationIds: null }
    await platform.actAs({ actor: 'platform', reason: 'test', scope }, async ({ run }) => {
      await run(provisionTenant, { tenantName: id.slice(0, 2), organizationName: id.slice(0, 2) })
      const accounts = people.map((role) => ({ email: `${role}@${id.slice(0, 2)}.com`, password: 'Secret-123', role }))
      await run(seedAccounts, { accounts })
    })
  }
}

/** The id of a seeded account. */
export async function userOf(
  app: TestPlatform,
  role: string,
  { id }: { readonly id: string } = tenantA,
): Promise<string> {
  const [row] = await app.sql('select id from users where email = $1', [`${role}@${id.slice(0, 2)}.com`])
  return row!['id']
}

/** The id of a tenant's role. */
export async function roleOf(
  app: TestPlatform,
  name: string,
  { id }: { readonly id: string } = tenantA,
): Promise<string> {
  const [row] = await app.sql('select id from roles where tenant_id = $1 and name = $2', [id, name])
  return row!['id']
}

/** Somebody with an account and these features. */
export async function person(app: TestPlatform, role: string, granted: readonly string[] = ['*']) {
  return app.as({ features: granted, userId: await userOf(app, role), email: `${role}@a0.com` })
}

/** Gives tenant A's first organization orders; a field that is left out is null. */
export async function addOrders(app: TestPlatform, list: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  await app.sql(
    `insert into orders (id, tenant_id, organization_id, total, weight, status, is_paid, address, placed_at, deleted_at, net, currency)
     select gen_random_uuid(), coalesce(tenant_id, $1), coalesce(organization_id, $2), total, weight, status, is_paid,
       address, placed_at, deleted_at, net, currency
     from jsonb_to_recordset($3) as o(tenant_id uuid, organization_id uuid, total numeric, weight float8, status text,
       is_paid boolean, address jsonb, placed_at timestamptz, deleted_at timestamptz, net numeric, currency text)`,
    [tenantA.id, tenantA.organization, JSON.stringify(list)],
  )
}
