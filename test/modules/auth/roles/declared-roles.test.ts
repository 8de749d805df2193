import { features as files } from '@plinth/attachments'
import { features as log, auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { defineFeatures, defineMigration, defineModule, type Feature, input, resource, Scoped } from '@plinth/core'
import { dashboards, features as boards } from '@plinth/dashboards'
import { defineEntity, p } from '@mikro-orm/core'
import { directory, provisionTenant } from '@plinth/directory'
import type { Client } from '@plinth/testing'
import { expect, test } from 'vitest'
import { filesApp, uploadForm } from '../../attachments/_files.ts'
import { testApp } from '../../../_setup/app.ts'

const features = defineFeatures('desk', { answer: 'Answer', close: 'Close' })
const desk = defineModule({
  id: 'desk',
  title: 'Desk',
  features,
  roles: { agent: [features.answer], manager: ['desk.*'], superadmin: [features.close] },
})
const hotline = defineModule({ id: 'hotline', title: 'Hotline', roles: { Agent: [features.close] } })

test('roles that modules declare reach new tenants, and no module makes super admins', async () => {
  await using app = await testApp({ modules: [directory, auth({ secret: 'x'.repeat(32) }), desk, hotline] })
  const place = { tenantId: crypto.randomUUID(), organizationId: crypto.randomUUID(), organizationIds: null }
  await app.platform.actAs({ actor: 'platform', reason: 'a new tenant', scope: place }, ({ run }) =>
    run(provisionTenant, { tenantName: 'New', organizationName: 'New' }),
  )
  const roles = await app.sql(
    `select r.name, a.is_super_admin, a.features from roles r join role_acls a on a.role_id = r.id
     where r.tenant_id = $1 and r.name not in ('admin', 'employee') order by r.name`,
    [place.tenantId],
  )
  expect(roles).toEqual([
    { name: 'agent', is_super_admin: false, features: ['desk.answer', 'desk.close'] },
    { name: 'manager', is_super_admin: false, features: ['desk.*'] },
  ])
})

const till = defineFeatures('till', { view: 'View', manage: 'Manage' })
const Sale = defineEntity({ name: 'Sale', tableName: 'sales', extends: Scoped, properties: { title: p.string() } })
const sales = resource('/till/sales', Sale, {
  access: { read: till.view, write: till.manage },
  input: input(Sale, ['title']),
  list: { select: ['id', 'title'], sort: ['title'], defaultSort: { field: 'title' } },
})
const shop = defineModule({
  id: 'till',
  title: 'Till',
  features: till,
  entities: [Sale],
  migrations: [defineMigration('till.sales', `select plinth.scoped_table('sales', 'title text not null')`)],
  roles: {
    Clerk: ['till.*', files.view, files.manage, log.view_self, log.undo_self, log.redo_self],
    clerk: [boards.dashboard, boards.configure],
  },
  commands: sales.commands,
  routes: sales.routes,
})

test('a role of a product has files, undo and dashboards, and is one person through a test', async () => {
  const modules = [directory, auth({ secret: 'x'.repeat(32) }), auditLogs, dashboards, shop]
  await using app = await filesApp({}, modules)
  const place = { tenantId: crypto.randomUUID(), organizationId: crypto.randomUUID(), organizationIds: null }
  await app.platform.actAs({ actor: 'platform', reason: 'a new tenant', scope: place }, ({ run }) =>
    run(provisionTenant, { tenantName: 'New', organizationName: 'New' }),
  )
  const clerk = app.as('clerk')
  const sold = await clerk.post('/till/sales', { title: 'Pen' })
  const sale = { fields: { entityId: 'till:sale', recordId: sold.body.id } }
  expect((await clerk.post('/attachments', uploadForm(sale))).status).toBe(200)
  expect((await clerk.get('/dashboards/layout')).body.context).toMatchObject({ userEmail: 'clerk@example.com' })
  expect(app.callerOf('Clerk')).toBe(app.callerOf('clerk'))
  const other = app.as({ features: ['till.*', log.undo_self] })
  const undo = { undoToken: sold.operation!.undoToken }
  const undoneBy = async (client: Client) => (await client.post('/audit_logs/audit-logs/actions/undo', undo)).status
  expect([await undoneBy(other), await undoneBy(app.as('Clerk'))]).toEqual([400, 200])
  const granted = await app.sql(
    `select features from roles r join role_acls a on a.role_id = r.id where name = 'clerk'`,
  )
  expect(granted).toEqual([{ features: [...shop.roles!['Clerk']!, ...shop.roles!['clerk']!].map(idOf) }])
})

const idOf = (feature: Feature | string) => (typeof feature === 'string' ? feature : feature.id)
