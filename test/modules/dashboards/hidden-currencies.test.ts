import { defineEntity, p } from '@mikro-orm/core'
import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { defineFeatures, defineMigration, defineModule, input, resource, Scoped } from '@plinth/core'
import { dashboards } from '@plinth/dashboards'
import { analytics } from '@plinth/points'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'

const features = defineFeatures('till', { view: 'View sales', manage: 'Manage sales' })
const Sale = defineEntity({
  name: 'Sale',
  tableName: 'till_sales',
  extends: Scoped,
  properties: { title: p.string(), net: p.decimal().nullable(), currency: p.string().nullable() },
})
const sales = resource('/till/sales', Sale, {
  access: { read: features.view, write: features.manage },
  input: input(Sale, ['title', 'net', 'currency']),
  list: { select: ['id', 'title', 'net', 'currency'] },
})
const till = defineModule({
  id: 'till',
  title: 'Till',
  features,
  resources: [sales],
  migrations: [
    defineMigration(
      'till.sales',
      `select plinth.scoped_table('till_sales', $$ title text not null, net numeric, currency text $$)`,
    ),
  ],
  contributes: [
    analytics.of({
      id: 'till:sales',
      features: [features.view],
      table: 'till_sales',
      fields: {
        title: { column: 'title', type: 'text' },
        net: { column: 'net', type: 'number', currency: 'currency' },
        currency: { column: 'currency', type: 'text' },
      },
    }),
  ],
})

test('amounts are counted, but not summed up, for those who may not read their currency', async () => {
  await using app = await authApp({ modules: [auditLogs, dashboards, till] })
  const admin = superAdminOf(app)
  for (const [net, currency] of [
    ['10', 'EUR'],
    ['5', 'USD'],
  ])
    expect((await admin.post('/till/sales', { title: 'A', net, currency })).status).toBe(201)
  const roleId = await addRole(admin, 'Clerk', { features: ['till.*', 'dashboards.*', 'analytics.*'] })
  const policies = { 'till.sale': { read: ['title', 'net'] } }
  expect((await admin.put('/auth/roles/field-policies', { roleId, policies })).status).toBe(200)
  const email = 'clerk@acme.com'
  await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  const clerk = await signIn(app, email)
  const ask = async (aggregate: string, more: object = {}) => {
    const request = { entityType: 'till:sales', metric: { field: 'net', aggregate }, ...more }
    const { status, body } = await clerk.post('/dashboards/widgets/data', request)
    return status === 200 ? body.value : [status, body.error]
  }
  const refused = [400, 'Invalid metric field: net for entity type: till:sales; sum is not offered']
  expect(await ask('sum')).toEqual(refused)
  expect(await ask('sum', { groupBy: { field: 'title' } })).toEqual(refused)
  expect(await ask('count')).toBe(2)
  expect(await ask('count', { groupBy: { field: 'title' }, splitBy: { field: 'currency' } })).toEqual([
    400,
    'Invalid splitBy field: currency',
  ])
})
