import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { businessRules } from '@plinth/business-rules'
import { attachments } from '@plinth/attachments'
import { catalog } from '@plinth/catalog'
import { customFields } from '@plinth/custom-fields'
import { dashboards } from '@plinth/dashboards'
import { dictionaries } from '@plinth/dictionaries'
import { progress } from '@plinth/progress'
import type { Client, TestPlatform } from '@plinth/testing'
import { transfer } from '@plinth/transfer'
import { webhooks } from '@plinth/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { depot } from './_depot.ts'

let app: TestPlatform
let admin: Client
let clerk: Client
let clerkId: string
let roleId: string

const created = async (client: Client, path: string, body: object): Promise<string> => {
  const answer = await client.post(path, body)
  expect([answer.status, answer.text]).toEqual([answer.status < 300 ? answer.status : 201, expect.any(String)])
  return answer.body.id
}

interface Fault {
  readonly source: { readonly kind: string; readonly id: string; readonly name: string | null }
  readonly owner: { readonly id: string } | null
  readonly kind: string
  readonly reason: string
  readonly message: string
}

const faultsFor = async (client: Client) => {
  const { status, body } = await client.get('/auth/access/faults?pageSize=100')
  expect(status).toBe(200)
  expect(body.total).toBe(body.items.length)
  const told = (body.items as readonly Fault[]).map(
    ({ source: { kind, name }, owner, reason, message }) =>
      `${kind} ${name}: ${reason}, ${message}${owner?.id === clerkId ? ', clerk' : ''}`,
  )
  return told.toSorted()
}

const customField = (key: string, entityId = 'depot:part') =>
  created(admin, '/entities/definitions', { entityId, key, kind: 'text', configJson: { filterable: true } })

/** How a file with these fields is imported, for products that are found by their SKU. */
const importOf = (fields: readonly string[]) => ({
  format: { type: 'csv', encoding: 'utf-8', delimiter: ',' },
  mapping: [
    ...fields.map((field) => ({ column: field, field })),
    { column: 'product', field: 'note', lookUp: { entity: 'catalog.product', by: 'sku' } },
  ],
  defaults: {},
  mode: 'create',
  key: null,
  blank: 'leave',
  decimal: '.',
  dates: 'ymd',
  timeZone: 'UTC',
})

const restrict = async (read: readonly string[] | undefined) => {
  const policies = read ? { 'depot.part': { read }, 'catalog.product': { read: ['title'] } } : {}
  expect((await admin.put('/auth/roles/field-policies', { roleId, policies })).body).toEqual({ ok: true })
}

beforeAll(async () => {
  app = await authApp({
    modules: [
      progress,
      attachments(),
      customFields,
      dictionaries,
      catalog,
      dashboards,
      businessRules({ url: 'https://example.test' } as never),
      transfer,
      webhooks({ webhookHosts: ['hooks.example.com'] }),
      depot,
    ],
  })
  admin = superAdminOf(app)
  await customField('secret')
  const features = [
    'depot.*',
    'dashboards.*',
    'analytics.*',
    'business_rules.*',
    'transfer.*',
    'webhooks.*',
    'catalog.*',
  ]
  roleId = await addRole(admin, 'Clerk', { features })
  clerkId = await addUser(admin, { email: 'clerk@acme.com', password: PASSWORD, roles: [roleId] })
  clerk = await signIn(app, 'clerk@acme.com')
  await created(clerk, '/business_rules/rules', {
    ruleId: 'R-1',
    ruleName: 'Costly',
    ruleType: 'GUARD',
    entityType: 'depot:part',
    eventType: 'beforeSave',
    conditionExpression: { field: 'cf_secret', operator: '=', value: 'x' },
    failureActions: [{ type: 'SHOW_ERROR', config: { message: 'costs {{data.cost}}' } }],
  })
  const export_ = { format: 'csv', frequency: 'daily', time: '05:00', timeZone: 'UTC', isActive: false }
  await created(clerk, '/transfer/exports', {
    ...export_,
    name: 'Nightly',
    list: '/depot/parts',
    query: 'cf_secret=x&search=bolt&sortField=title&page=1',
  })
  await created(clerk, '/webhooks/endpoints', {
    description: 'ERP',
    events: ['catalog.product.updated', 'catalog.category.updated'],
    condition: { field: 'sku', operator: '=', value: 'x' },
  })
  await created(clerk, '/webhooks/endpoints', {
    url: 'https://hooks.example.com/services/T0/private',
    events: ['catalog.product.updated'],
    condition: { field: 'sku', operator: '=', value: 'x' },
  })
  for (const [name, settings] of [
    [
      'Mine',
      {
        query: { sort: 'cost', dir: 'asc', look: 'board' },
        shown: { cf_secret: true, own: true },
        order: ['title'],
        widths: {},
      },
    ],
    ['Plain', { query: { sort: 'title' }, shown: {}, order: [], widths: {} }],
  ] as const)
    await created(clerk, '/auth/list-views', { name, list: '/depot/parts {}', settings })
  for (const [name, status] of [
    ['Parts', 'draft'],
    ['Done', 'completed'],
  ] as const)
    await app.sql(
      `insert into transfer_imports (id, tenant_id, organization_id, name, attachment_id, entity, status, settings, columns, actor_id,
         last_row, created_at, updated_at)
       select gen_random_uuid(), tenant_id, organization_id, $2, gen_random_uuid(), 'depot.part', $3, $4, '[]', $1::text, 0, now(), now()
       from users where id = $1::uuid`,
      [clerkId, name, status, JSON.stringify(importOf(['title', 'cost', 'cf_secret']))],
    )
  const settings = { entity: 'depot:parts', aggregate: 'sum', field: 'cost', by: 'cf_secret', look: 'bars' }
  const widget = (id: string, more: object) => ({
    id,
    widgetId: 'dashboards.dashboard.chart',
    order: 0,
    size: 'md',
    ...more,
  })
  const saved = await clerk.put('/dashboards/layout', { items: [widget(crypto.randomUUID(), { settings })] })
  expect([saved.status, saved.text]).toEqual([200, expect.any(String)])
})
afterAll(() => app[Symbol.asyncDispose]())

test('administrators are told of what names fields that its owner may not read any more', async () => {
  expect(await faultsFor(admin)).toEqual([])
  await restrict(['title', 'note'])
  const hidden = (what: string, field: string) => `${what}: hidden, The owner may not read '${field}', clerk`
  expect(await faultsFor(admin)).toEqual([
    hidden('auth.list_view null', 'cf_secret'),
    hidden('auth.list_view null', 'cost'),
    hidden('business_rules.rule Costly', 'cf_secret'),
    hidden('business_rules.rule Costly', 'cost'),
    hidden('dashboards.layout null', 'cf_secret'),
    hidden('dashboards.layout null', 'cost'),
    hidden('transfer.export Nightly', 'cf_secret'),
    hidden('transfer.import Parts', 'cf_secret'),
    hidden('transfer.import Parts', 'cost'),
    hidden('transfer.import Parts', 'sku'),
    hidden('webhooks.endpoint ERP', 'sku'),
    // Whoever administers rights need not know the address, which may be a secret.
    hidden('webhooks.endpoint hooks.example.com', 'sku'),
  ])
  await restrict(['title', 'note', 'cf_secret'])
  expect((await faultsFor(admin)).filter((told) => told.includes('cf_secret'))).toEqual([])
  await restrict(undefined)
  expect(await faultsFor(admin)).toEqual([])
})

test('administrators are told of what names fields that are gone, policies included', async () => {
  await customField('place')
  const policies = { 'depot.part': { read: { field: 'cf_place', operator: '=', value: 'x' } } }
  const other = await addRole(admin, 'Other')
  await admin.put('/auth/roles/row-policies', { roleId: other, policies })
  await admin.put('/auth/roles/field-policies', { roleId: other, policies: { 'depot.part': { read: ['cf_place'] } } })
  const list = {
    list: '/depot/parts',
    format: 'csv',
    frequency: 'daily',
    time: '05:00',
    timeZone: 'UTC',
    isActive: false,
  }
  await created(clerk, '/transfer/exports', { ...list, name: 'Places', query: 'cf_place=x' })
  await created(clerk, '/transfer/templates', {
    name: 'Places',
    entity: 'depot.part',
    settings: importOf(['title', 'cf_place']),
  })
  expect(await faultsFor(admin)).toEqual([])
  expect((await admin.del('/entities/definitions', { entityId: 'depot:part', key: 'place' })).status).toBe(200)
  const gone = "gone, 'cf_place' does not exist"
  expect(await faultsFor(admin)).toEqual([
    `auth.role Other: ${gone}`,
    `auth.role Other: ${gone}`,
    `transfer.export Places: ${gone}, clerk`,
    `transfer.template Places: ${gone}`,
  ])
})

test('nobody is told names of fields that are hidden from them, or people of other organizations', async () => {
  await restrict(['title'])
  const policies = { 'depot.part': { read: ['title', 'cost'] } }
  const helperRole = await addRole(admin, 'Helper', {
    features: ['auth.*', 'depot.*', 'business_rules.*', 'transfer.*', 'webhooks.*'],
  })
  expect((await admin.put('/auth/roles/field-policies', { roleId: helperRole, policies })).body).toEqual({ ok: true })
  await addUser(admin, { email: 'helper@acme.com', password: PASSWORD, roles: [helperRole] })
  const helper = await signIn(app, 'helper@acme.com')
  const told = await faultsFor(helper)
  expect(told.join()).toContain("'cost'")
  expect(told.filter((one) => one.includes('cf_secret'))).toEqual([])
  expect((await clerk.get('/auth/access/faults')).status).toBe(403)
})
