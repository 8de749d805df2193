import { attachments, storage } from '@plinth/attachments'
import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { provide } from '@plinth/core'
import { dashboards } from '@plinth/dashboards'
import { dictionaries } from '@plinth/dictionaries'
import { progress } from '@plinth/progress'
import { type Client, type TestPlatform, type TestResponse, withLayers } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { memoryStorage } from '../../../_setup/memory-storage.ts'

// What `checkVisibility` has found once: places that told of rows that a policy hides.

let app: TestPlatform
let admin: Client

const files = memoryStorage()

beforeAll(async () => {
  app = await authApp({
    modules: [progress, catalog, auditLogs, dictionaries, dashboards, businessRules(), attachments()],
    services: [provide(storage, () => files)],
  })
  admin = superAdminOf(app)
})
afterAll(() => app[Symbol.asyncDispose]())

/** Somebody to whom a row of a kind is hidden. */
async function blindTo(kind: string, ...ids: readonly string[]) {
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: ['*'] })
  const read = { field: 'id', operator: 'NOT_IN', value: ids }
  const answer = await admin.put('/auth/roles/row-policies', { roleId, policies: { [kind]: { read } } })
  expect([answer.status, answer.body]).toEqual([200, { ok: true, warnings: [] }])
  const email = `${crypto.randomUUID()}@acme.com`
  const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  return Object.assign(await signIn(app, email), { roleId, userId })
}

async function made(path: string, body: object): Promise<string> {
  const answer = await admin.post(path, body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.body.id
}

test('hidden dictionaries and entries are not listed, found or looked up', async () => {
  const [seen, hidden] = [
    await made('/dictionaries', { key: 'seen', name: 'Seen' }),
    await made('/dictionaries', { key: 'hidden', name: 'Zanzibar' }),
  ]
  const client = await blindTo('dictionaries.dictionary', hidden)
  const { body, text } = await client.get('/dictionaries')
  expect(body.items.map(({ id }: { id: string }) => id)).toContain(seen)
  expect(text).not.toContain('Zanzibar')
  for (const path of [`/dictionaries/${hidden}`, `/dictionaries/${hidden}/entries`])
    expect((await client.get(path)).status).toBe(404)
  const entry = await made(`/dictionaries/${seen}/entries`, { value: 'zanzibar' })
  const other = await blindTo('dictionaries.entry', entry)
  expect((await other.get(`/dictionaries/${seen}/entries`)).body.items).toEqual([])
})

const RULE = {
  ruleName: 'Zanzibar',
  ruleType: 'GUARD',
  entityType: 'Order',
  conditionExpression: { field: 'a', operator: '=', value: 1 },
}

test('hidden rules are neither run by name, nor analyzed, read or summed up, with each layer alone', async () => {
  const hidden = await made('/business_rules/rules', { ...RULE, ruleId: 'R-1' })
  const set = await made('/business_rules/sets', { setId: 'S-1', setName: 'Set' })
  await made(`/business_rules/sets/${set}/members`, { ruleId: hidden, sequence: 1 })
  const client = await blindTo('business_rules.rule', hidden)
  for (const layers of ['both layers', 'no ORM filters', 'no row level security'] as const)
    await withLayers(app, layers, async () => {
      const dryRun = { dryRun: true, entityId: '1', data: { a: 2 } }
      const one = await client.post(`/business_rules/execute/${hidden}`, dryRun)
      const all = await client.post('/business_rules/execute', { ...dryRun, entityType: 'Order' })
      const analysis = await client.post('/business_rules/rules/analyze', {})
      const read = await client.get(`/business_rules/rules/${hidden}`)
      const members = await client.get(`/business_rules/sets/${set}`)
      const sum = await client.post('/dashboards/widgets/data', {
        entityType: 'business_rules:rules',
        metric: { field: 'id', aggregate: 'count' },
      })
      expect([layers, one.status, read.status, members.body.members]).toEqual([layers, 404, 404, []])
      expect([layers, analysis.body.rules, sum.body.value]).toEqual([layers, 0, 0])
      // It applies to everybody, whoever sees it.
      expect([layers, all.body.allowed, all.body.executedRules]).toEqual([layers, false, []])
    })
})

test('a visible product does not tell the ids of its hidden categories', async () => {
  const [seen, hidden] = [
    await made('/catalog/categories', { name: 'Seen' }),
    await made('/catalog/categories', { name: 'Zanzibar' }),
  ]
  const product = await made('/catalog/products', { title: 'Chair', categoryIds: [seen, hidden] })
  const client = await blindTo('catalog.category', hidden)
  expect((await client.get(`/catalog/products?id=${product}`)).body.items[0].categoryIds).toEqual([seen])
})

async function upload(recordId: string, name: string): Promise<string> {
  const form = new FormData()
  form.set('entityId', 'catalog:product')
  form.set('recordId', recordId)
  form.set('partitionCode', 'privateAttachments')
  form.set('tags', JSON.stringify([`tag of ${name}`]))
  form.set('file', new Blob([name], { type: 'text/plain' }), name)
  const { status, text, body } = await admin.post('/attachments', form)
  expect([status, text]).toEqual([200, expect.any(String)])
  return body.item.id
}

test('the library neither lists nor counts hidden files, nor those of hidden records, nor their tags', async () => {
  const [seen, hidden] = [
    await made('/catalog/products', { title: 'Chair' }),
    await made('/catalog/products', { title: 'Zanzibar' }),
  ]
  const [one, other] = [await upload(seen, 'chair.txt'), await upload(hidden, 'zanzibar.txt')]
  for (const client of [await blindTo('catalog.product', hidden), await blindTo('attachments.attachment', other)]) {
    const { body, text } = await client.get('/attachments/library')
    expect([body.items.map(({ id }: { id: string }) => id), body.total]).toEqual([[one], 1])
    expect([body.availableTags, text.includes('zanzibar')]).toEqual([['tag of chair.txt'], false])
    const served = [await client.get(`/attachments/file/${one}`), await client.get(`/attachments/file/${other}`)]
    expect(served.map(({ status }) => status)).toEqual([200, 404])
  }
})

test('the log tells neither of files of hidden records nor of entries of hidden dictionaries', async () => {
  const log = '/audit_logs/audit-logs/actions'
  const product = await made('/catalog/products', { title: 'Atlantis' })
  const file = await upload(product, 'atlantis.txt')
  expect((await admin.del(`/attachments?id=${file}`)).status).toBe(200)
  const dictionary = await made('/dictionaries', { key: 'islands', name: 'Islands' })
  await made(`/dictionaries/${dictionary}/entries`, { value: 'atlantis.txt' })
  const nobody = await blindTo('catalog.category')
  for (const [kind, id] of [
    ['catalog.product', product],
    ['dictionaries.dictionary', dictionary],
  ] as const) {
    const client = await blindTo(kind, id)
    const entity = kind === 'catalog.product' ? 'attachments.attachment' : 'dictionaries.entry'
    for (const path of [`${log}?pageSize=100&resourceKind=${entity}`, `${log}/export?resourceKind=${entity}`]) {
      expect((await nobody.get(path)).text).toContain('atlantis.txt')
      expect((await client.get(path)).text).not.toContain('atlantis.txt')
    }
  }
})

/** Undoes what another answer did, as somebody else. */
const undoOf = (client: Client, answer: TestResponse) => {
  const { undoToken } = JSON.parse(decodeURIComponent(answer.headers.get('x-om-operation')!.replace('omop:', '')))
  return client.post('/audit_logs/audit-logs/actions/undo', { undoToken })
}

test('actions on files of hidden records can be neither undone nor redone, nor counted', async () => {
  const product = await made('/catalog/products', { title: 'Lemuria' })
  const file = await upload(product, 'lemuria.txt')
  const deleted = await admin.del(`/attachments?id=${file}`)
  const client = await blindTo('catalog.product', product)
  const counted = async (who: Client) => {
    const { body } = await who.post('/dashboards/widgets/data', {
      entityType: 'audit_logs:actions',
      metric: { field: 'id', aggregate: 'count' },
      groupBy: { field: 'resourceKind' },
    })
    return body.data.find(({ groupKey }: { groupKey: string }) => groupKey === 'attachments.attachment')?.value ?? 0
  }
  const nobody = await blindTo('catalog.category')
  expect(await counted(nobody)).toBeGreaterThan(await counted(client))
  const refused = await undoOf(client, deleted)
  expect([refused.status, refused.text]).toEqual([403, expect.not.stringContaining('lemuria')])
  const undone = await undoOf(nobody, deleted)
  expect(undone.status).toBe(200)
  const redone = await client.post('/audit_logs/audit-logs/actions/redo', { logId: undone.body.logId })
  expect(redone.status).toBe(403)
  expect((await nobody.get(`/attachments/library`)).text).toContain('lemuria.txt')
})

test('the log does not tell which hidden rules sets have, and which hidden categories products have', async () => {
  const rule = await made('/business_rules/rules', { ...RULE, ruleId: 'R-2' })
  const set = await made('/business_rules/sets', { setId: 'S-2', setName: 'Set' })
  await made(`/business_rules/sets/${set}/members`, { ruleId: rule, sequence: 1 })
  const category = await made('/catalog/categories', { name: 'Hidden' })
  await made('/catalog/products', { title: 'Chair', categoryIds: [category] })
  for (const [kind, id, about] of [
    ['business_rules.rule', rule, 'business_rules.set_member'],
    ['catalog.category', category, 'catalog.product'],
  ] as const) {
    const client = await blindTo(kind, id)
    const path = `/audit_logs/audit-logs/actions?pageSize=100&resourceKind=${about}`
    expect((await admin.get(path)).text).toContain(id)
    expect((await client.get(path)).text).not.toContain(id)
  }
})

test('the log shows what may be seen of an action whose other rows are hidden, or have gone', async () => {
  const [seen, hidden, gone] = [
    await made('/catalog/categories', { name: 'Seen' }),
    await made('/catalog/categories', { name: 'Zanzibar' }),
    await made('/catalog/categories', { name: 'Gone' }),
  ]
  const product = await made('/catalog/products', { title: 'Bench', categoryIds: [seen, hidden, gone] })
  const other = await made('/catalog/products', { title: 'Table', categoryIds: [gone] })
  expect((await admin.put('/catalog/products', { id: other, categoryIds: [] })).status).toBe(200)
  expect((await admin.put('/catalog/products', { id: product, categoryIds: [seen, hidden] })).status).toBe(200)
  expect((await admin.del(`/catalog/categories?id=${gone}`)).status).toBe(200)
  const dictionary = await made('/dictionaries', { key: 'gone', name: 'Gone' })
  const entry = await made(`/dictionaries/${dictionary}/entries`, { value: 'gone' })
  expect((await admin.del(`/dictionaries/${dictionary}`)).status).toBe(200)
  const client = await blindTo('catalog.category', hidden)
  const log = (query: string) => client.get(`/audit_logs/audit-logs/actions?pageSize=100&${query}`)
  for (const id of [product, other]) {
    const history = await log(`resourceKind=catalog.product&resourceId=${id}`)
    // Nothing is left of the change of categories alone.
    expect(history.body.items).toMatchObject([{ commandId: 'catalog.products.create' }])
    expect([history.text.includes(hidden), history.text.includes(gone)]).toEqual([false, false])
  }
  expect((await log(`resourceKind=catalog.product&resourceId=${product}`)).text).toContain(seen)
  expect((await log(`resourceKind=catalog.product&search=${hidden}`)).body.items).toEqual([])
  const deletion = await log(`resourceKind=catalog.category&resourceId=${gone}`)
  expect(deletion.body.items.map(({ commandId }: { commandId: string }) => commandId)).toContain(
    'catalog.categories.delete',
  )
  const reader = await blindTo('dictionaries.dictionary')
  const ofDictionary = await reader.get(
    `/audit_logs/audit-logs/actions?resourceKind=dictionaries.dictionary&resourceId=${dictionary}`,
  )
  expect(ofDictionary.body.items).toHaveLength(2)
  expect(ofDictionary.text).not.toContain(entry)
})

test('what somebody has deleted comes back with its files and entries, as long as they may see it', async () => {
  const client = await blindTo('catalog.product')
  const [product, other] = [
    await made('/catalog/products', { title: 'Mu' }),
    await made('/catalog/products', { title: 'Thule' }),
  ]
  const [file, theirs] = [await upload(product, 'mu.txt'), await upload(other, 'thule.txt')]
  const deleted = await client.del(`/catalog/products?id=${product}`)
  expect((await undoOf(client, deleted)).status).toBe(200)
  expect((await client.get(`/attachments/file/${file}`)).status).toBe(200)
  const dictionary = await made('/dictionaries', { key: 'mu', name: 'Mu' })
  await made(`/dictionaries/${dictionary}/entries`, { value: 'mu' })
  const emptied = await client.del(`/dictionaries/${dictionary}`)
  expect([emptied.status, (await undoOf(client, emptied)).status]).toEqual([200, 200])
  const removed = await client.del(`/attachments?id=${theirs}`)
  const read = { field: 'id', operator: '!=', value: other }
  await admin.put('/auth/roles/row-policies', { roleId: client.roleId, policies: { 'catalog.product': { read } } })
  expect([removed.status, (await undoOf(client, removed)).status]).toEqual([200, 403])
})

test('a product stays in categories that are hidden from whoever assigns it to others', async () => {
  const [seen, hidden] = [
    await made('/catalog/categories', { name: 'Seen' }),
    await made('/catalog/categories', { name: 'Zanzibar' }),
  ]
  const product = await made('/catalog/products', { title: 'Stool', categoryIds: [seen, hidden] })
  const client = await blindTo('catalog.category', hidden)
  const saved = await client.put('/catalog/products', { id: product, categoryIds: [] })
  const categories = async () => (await admin.get(`/catalog/products?id=${product}`)).body.items[0]?.categoryIds
  expect([saved.status, await categories()]).toEqual([200, [hidden]])
  const deleted = await client.del(`/catalog/products?id=${product}`)
  expect([deleted.status, await categories()]).toEqual([200, undefined])
  expect([(await undoOf(client, deleted)).status, await categories()]).toEqual([200, [hidden]])
})

test('a file that has been served is hidden by the next policy', async () => {
  const file = await upload(await made('/catalog/products', { title: 'Desk' }), 'desk.txt')
  const client = await blindTo('attachments.attachment')
  expect((await client.get(`/attachments/file/${file}`)).status).toBe(200)
  const read = { field: 'id', operator: '!=', value: file }
  const policies = { 'attachments.attachment': { read } }
  await admin.put('/auth/roles/row-policies', { roleId: client.roleId, policies })
  expect((await client.get(`/attachments/file/${file}`)).status).toBe(404)
})

test('whoever has row policies reads the access log of nobody else', async () => {
  const reader = await blindTo('catalog.category')
  const hidden = await made('/catalog/products', { title: 'Zanzibar' })
  await reader.get(`/catalog/products?id=${hidden}`)
  await app.settled()
  const client = await blindTo('catalog.product', hidden)
  const path = `/audit_logs/audit-logs/access?actorUserId=${reader.userId}`
  expect((await admin.get(path)).body.total).toBeGreaterThan(0)
  const { body, text } = await client.get(path)
  expect([body.items, body.canViewTenant, text.includes(hidden)]).toEqual([[], false, false])
  expect((await client.get(path.replace('access?', 'access/export?'))).text).toBe('')
})
