import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { make } from '@plinth/catalog/testing'
import { customFields } from '@plinth/custom-fields'
import { addEntity, addRecord, defineField } from '@plinth/custom-fields/testing'
import { dictionaries } from '@plinth/dictionaries'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { tenantA, type TestPlatform, type TestResponse } from '@plinth/testing'
import { expect, test } from 'vitest'
import { filesApp, send } from '../attachments/_files.ts'
import { authApp, prepareAccounts } from '../auth/_accounts.ts'
import { guardRule, rulesPath } from './_rules.ts'

const features = ['business_rules.*', 'catalog.*', 'attachments.*', 'entities.*', 'audit_logs.*']
const REFUSED = [403, 'Policies hide records or fields from you that a rule about them would see']
const isOpen = { field: 'title', operator: 'STARTS_WITH', value: 'Open' }

/** Somebody from whom policies hide rows. */
async function restricted(app: TestPlatform, policies: object) {
  const admin = superAdminOf(app)
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features })
  const { status, text } = await admin.put('/auth/roles/row-policies', { roleId, policies })
  expect([status, text]).toEqual([200, expect.any(String)])
  const email = `${crypto.randomUUID()}@acme.com`
  await addUser(admin, { email, password: PASSWORD, roles: [roleId], organizationId: tenantA.organization })
  return signIn(app, email)
}

test('logs of rules about hidden records are not shown', async () => {
  await using app = await authApp({
    modules: [auditLogs, progress, catalog, dictionaries, customFields, businessRules()],
  })
  const admin = superAdminOf(app)
  const entityId = await addEntity(admin)
  await defineField(admin, entityId, { key: 'size', kind: 'integer' })
  for (const [index, entityType] of ['catalog:products', entityId].entries())
    await admin.post(rulesPath, {
      ...guardRule,
      ruleId: `R${index}`,
      entityType,
      eventType: 'beforeSave',
      conditionExpression: { field: entityType === entityId ? 'cf_name' : 'title', operator: '!=', value: 'Refused' },
    })
  const open = await make(admin, 'products', { title: 'Open' })
  const hidden = await make(admin, 'products', { title: 'Hidden' })
  await admin.post('/catalog/products', { title: 'Refused' })
  const { recordId: small } = await addRecord(admin, { entityId, values: { name: 'Small', size: 1 } })
  await addRecord(admin, { entityId, values: { name: 'Large', size: 9 } })
  await app.jobs()
  const clerk = await restricted(app, {
    'catalog.product': { read: isOpen },
    [`entities.${entityId.replace(':', '.')}`]: { read: { field: 'cf_size', operator: '=', value: 1 } },
  })
  const logs = async (client: typeof admin, query = '') => {
    const { body } = await client.get(`/business_rules/logs?pageSize=100${query}`)
    expect(body.total).toBe(body.items.length)
    return body.items as readonly { id: string; entityId: string }[]
  }
  const all = await logs(admin)
  expect(all).toHaveLength(5)
  const shown = await logs(clerk)
  expect(shown.map((log) => log.entityId).toSorted()).toEqual([open, small].toSorted())
  expect(await logs(clerk, `&entityId=${hidden}`)).toEqual([])
  for (const { id } of all) {
    const isShown = shown.some((log) => log.id === id)
    expect((await clerk.get(`/business_rules/logs/${id}`)).status).toBe(isShown ? 200 : 404)
  }
})

test('nobody writes rules about files of records that policies hide from them, nor sees their logs', async () => {
  const modules = [directory, auth({ secret: 'files'.repeat(8) }), auditLogs, progress, catalog, businessRules()]
  await using app = await filesApp({}, modules, { prepare: prepareAccounts })
  const admin = superAdminOf(app)
  const aboutFiles = { ...guardRule, entityType: 'attachments:files', eventType: 'beforeCreate' }
  const conditionExpression = { field: 'fileName', operator: '!=', value: 'refused.txt' }
  const { body: rule } = await admin.post(rulesPath, { ...aboutFiles, conditionExpression })
  for (const title of ['Open', 'Hidden'])
    await send(admin, { fields: { entityId: 'catalog:product', recordId: await make(admin, 'products', { title }) } })
  await app.jobs()
  const clerk = await restricted(app, { 'catalog.product': { read: isOpen } })
  const other = await restricted(app, { 'catalog.category': { read: { field: 'name', operator: '=', value: 'None' } } })
  expect((await admin.get('/business_rules/logs')).body.total).toBe(2)
  expect((await clerk.get('/business_rules/logs')).body.total).toBe(1)
  expect((await other.get('/business_rules/logs')).body.total).toBe(2)
  const create = (client: typeof clerk) => client.post(rulesPath, { ...aboutFiles, ruleId: 'R-2' })
  const change = (client: typeof clerk) => client.put(rulesPath, { id: rule.id, conditionExpression: isOpen })
  for (const write of [create, change]) {
    const { status, body } = await write(clerk)
    expect([status, body.error]).toEqual(REFUSED)
    expect((await write(other)).status).toBeLessThan(300)
  }
})

test('nobody brings back by undo or redo what they may not write', async () => {
  await using app = await authApp({ modules: [auditLogs, progress, catalog, businessRules()] })
  const admin = superAdminOf(app)
  const clerk = await restricted(app, { 'catalog.product': { read: isOpen } })
  const aboutProducts = { ...guardRule, entityType: 'catalog:product' }
  const created = await admin.post(rulesPath, aboutProducts)
  const { id } = created.body
  const revert = async (client: typeof admin, direction: 'undo' | 'redo', { operation }: TestResponse) => {
    const named = direction === 'undo' ? { undoToken: operation!.undoToken } : { logId: operation!.id }
    const { status, body } = await client.post(`/audit_logs/audit-logs/actions/${direction}`, named)
    return status === 200 ? 200 : [status, body.error]
  }
  const told = await admin.put(rulesPath, { id, conditionExpression: isOpen })
  expect(await revert(clerk, 'undo', told)).toEqual(REFUSED)
  expect(await revert(admin, 'undo', told)).toBe(200)
  expect(await revert(clerk, 'redo', told)).toEqual(REFUSED)
  const moved = await admin.put(rulesPath, { id, entityType: 'Invoice' })
  expect(await revert(clerk, 'undo', moved)).toEqual(REFUSED)
  expect(await revert(admin, 'undo', moved)).toBe(200)
  const disabled = await admin.put(rulesPath, { id, enabled: false })
  expect(await revert(clerk, 'undo', disabled)).toBe(200)
  const deleted = await admin.del(rulesPath, { id })
  expect(await revert(clerk, 'undo', deleted)).toEqual(REFUSED)
  expect(await revert(admin, 'undo', deleted)).toBe(200)
})
