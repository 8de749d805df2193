import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { catalog } from '@plinth/catalog'
import { customFields } from '@plinth/custom-fields'
import { progress } from '@plinth/progress'
import type { Client, TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { depot } from './_depot.ts'

let app: TestPlatform
let admin: Client
/** What nobody with a policy may learn. */
const CANARY = 'Zanzibar'
const COST = 7_340_912
const FEATURES = ['depot.view', 'depot.manage', 'audit_logs.*']

beforeAll(async () => {
  app = await authApp({ modules: [progress, catalog, customFields, auditLogs, depot] })
  admin = superAdminOf(app)
})
afterAll(() => app[Symbol.asyncDispose]())

async function made(client: Client, path: string, body: object): Promise<string> {
  const answer = await client.post(path, body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.body.id
}

/** Somebody with a role that has these policies. */
async function restricted(policies: object, features: readonly string[] = FEATURES) {
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features })
  await restrict(roleId, policies)
  const email = `${crypto.randomUUID()}@acme.com`
  const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  return Object.assign(await signIn(app, email), { roleId, userId })
}

async function restrict(roleId: string, policies: object) {
  const answer = await admin.put('/auth/roles/field-policies', { roleId, policies })
  expect([answer.status, answer.text]).toEqual([200, '{"ok":true}'])
}

/** A part whose note, cost and supplier's IBAN nobody without them may learn. */
async function stored() {
  const tag = crypto.randomUUID().slice(0, 8)
  const supplier = await made(admin, '/depot/suppliers', { name: `Supplier ${tag}`, iban: `${CANARY} ${tag}` })
  const part = { title: `Bolt ${tag}`, note: `${CANARY} ${tag}`, cost: COST, margin: 12, rating: 3, supplier }
  const batches = [{ label: 'first', price: COST }]
  const id = await made(admin, '/depot/parts', { ...part, batches })
  return { id, supplier, tag, part }
}

const READS = {
  'depot.part': { read: ['title', 'rating', 'supplier', 'batches.label'] },
  'depot.supplier': { read: ['name'] },
}

test('a field that may not be read is in no answer, export or log, and neither filtered, sorted nor searched by', async () => {
  const { id, tag, supplier } = await stored()
  const clerk = await restricted(READS)
  const { body } = await clerk.get(`/depot/parts?id=${id}&expand=batches`)
  expect(body.items).toEqual([
    {
      id,
      title: `Bolt ${tag}`,
      rating: 3,
      updatedAt: expect.any(String),
      supplier: { id: supplier, name: `Supplier ${tag}` },
      batches: [{ id: expect.any(String), label: 'first' }],
    },
  ])
  for (const format of ['csv', 'json', 'jsonl', 'xml', 'markdown']) {
    const { status, text } = await clerk.get(`/depot/parts?format=${format}&id=${id}&expand=batches`)
    expect([format, status, text.includes(CANARY), text.includes(String(COST))]).toEqual([format, 200, false, false])
  }
  const csv = await clerk.get(`/depot/parts?format=csv&id=${id}&expand=batches`)
  expect(csv.text.split('\n')[0]).toBe('id,title,rating,updatedAt,supplier,batches')

  for (const [parameter, query] of [
    ['cost', `cost=${COST}`],
    ['cost_gte', 'cost_gte=1'],
    ['margin', 'margin=12'],
    ['margin_in', 'margin_in=12,13'],
    ['sortField', 'sortField=cost'],
    ['sortField', 'sortField=margin'],
  ]) {
    const answer = await clerk.get(`/depot/parts?${query}`)
    expect([query, answer.status, answer.body]).toEqual([
      query,
      400,
      { error: 'Unknown property', details: [{ code: 'custom', path: [parameter], message: 'Unknown property' }] },
    ])
  }
  const found = async (query: string) => (await clerk.get(`/depot/parts?search=${query}`)).body.items.length
  expect([await found(CANARY), await found(tag)]).toEqual([0, 1])
  const named = async (query: string) => (await clerk.get(`/depot/suppliers?search=${query}`)).body.items.length
  expect([await named(CANARY), await named(tag)]).toEqual([0, 1])

  await admin.put('/depot/parts', { id, note: `${CANARY} again`, cost: COST + 1, title: `Nut ${tag}` })
  const log = await clerk.get('/audit_logs/audit-logs/actions?pageSize=100')
  expect([log.status, log.text.includes(CANARY), log.text.includes(String(COST))]).toEqual([200, false, false])
  const auditor = await restricted(READS, [...FEATURES, 'audit_logs.view_tenant'])
  const all = await auditor.get(`/audit_logs/audit-logs/actions?pageSize=100&resourceKind=depot.part&resourceId=${id}`)
  expect([all.text.includes(`Nut ${tag}`), all.text.includes(CANARY), all.text.includes(String(COST))]).toEqual([
    true,
    false,
    false,
  ])
  const searched = async (text: string) =>
    (await auditor.get(`/audit_logs/audit-logs/actions?search=${text}`)).body.items.length
  expect([await searched(CANARY), (await searched(tag)) > 0]).toEqual([0, true])
})

test('the default order of a list tells nothing of a field that may not be read', async () => {
  const { part } = await stored()
  const ids = [3, 1, 2].map(async (cost) => made(admin, '/depot/parts', { ...part, title: 'Ordered', cost }))
  await Promise.all(ids)
  const clerk = await restricted(READS)
  const { body } = await clerk.get('/depot/parts?title=Ordered')
  const listed = body.items.map(({ id }: { id: string }) => id)
  expect(listed).toEqual(listed.toSorted())
  expect(listed).toHaveLength(3)
})

test('a field that may not be written is refused by name, unless what is sent is what is there', async () => {
  const { id, part, supplier } = await stored()
  const clerk = await restricted({
    'depot.part': {
      read: ['title', 'cost', 'rating', 'dueAt', 'supplier', 'batches'],
      write: ['title', 'supplier', 'batches.label'],
    },
  })
  const put = async (body: object) => {
    const answer = await clerk.put('/depot/parts', { id, ...body })
    return [answer.status, answer.body.fields ?? answer.body]
  }
  expect(await put({ title: 'Mine' })).toEqual([200, { ok: true }])
  expect(await put({ title: 'Mine', cost: COST, rating: 3, dueAt: null, supplier })).toEqual([200, { ok: true }])
  expect(await put({ title: 'Mine', cost: COST + 1, rating: 4 })).toEqual([403, ['cost', 'rating']])
  // The right value of a hidden field is refused like a wrong one.
  expect(await put({ note: part.note })).toEqual([403, ['note']])
  expect(await put({ note: 'other' })).toEqual([403, ['note']])
  const listed = await clerk.get(`/depot/parts?id=${id}&expand=batches`)
  const [batch] = listed.body.items[0].batches
  const { position: _, ...line } = batch
  expect(await put({ batches: [{ ...line, label: 'renamed' }] })).toEqual([200, { ok: true }])
  expect(await put({ batches: [{ ...line, price: 1 }] })).toEqual([403, ['batches.price']])
  expect(await put({ batches: [{ label: 'new', price: 1 }] })).toEqual([403, ['batches.price']])
  const fresh = { title: 'New', supplier }
  expect((await clerk.post('/depot/parts', { ...fresh, cost: 1 })).body).toEqual({
    error: 'You may not change these fields: cost.',
    fields: ['cost'],
  })
  expect((await clerk.post('/depot/parts', fresh)).status).toBe(201)
  const { body } = await admin.get(`/depot/parts?id=${id}&expand=batches`)
  expect(body.items[0]).toMatchObject({
    title: 'Mine',
    cost: COST,
    rating: 3,
    batches: [{ label: 'renamed', price: COST }],
  })
})

test('what an author declares needs its features, whatever roles allow', async () => {
  const { id } = await stored()
  const plain = await restricted({})
  const full = await restricted({}, [...FEATURES, 'depot.seeMargins', 'depot.setRatings'])
  const [seen, all] = [await plain.get(`/depot/parts?id=${id}`), await full.get(`/depot/parts?id=${id}`)]
  expect([seen.body.items[0].margin, seen.body.items[0].cost, all.body.items[0].margin]).toEqual([undefined, COST, 12])
  expect((await plain.get('/depot/parts?margin=12')).status).toBe(400)
  expect((await plain.put('/depot/parts', { id, margin: 12 })).body.fields).toEqual(['margin'])
  expect((await plain.put('/depot/parts', { id, rating: 3 })).status).toBe(200)
  expect((await plain.put('/depot/parts', { id, rating: 4 })).body.fields).toEqual(['rating'])
  expect((await full.put('/depot/parts', { id, rating: 4, margin: 1 })).status).toBe(200)
})

test('several roles add up, a role without a policy opens its module, and super admins see everything', async () => {
  const { id } = await stored()
  const clerk = await restricted(READS)
  const shown = async () => Object.keys((await clerk.get(`/depot/parts?id=${id}`)).body.items[0])
  expect(await shown()).not.toContain('cost')
  const more = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: ['depot.view'] })
  await restrict(more, { 'depot.part': { read: ['cost'] } })
  await admin.put('/auth/users', { id: clerk.userId, roles: [clerk.roleId, more] })
  expect(await shown()).toEqual(expect.arrayContaining(['cost', 'title']))
  expect(await shown()).not.toContain('note')
  // Neither role lets its holder write the other one's fields, but both together do.
  await restrict(more, {})
  expect(await shown()).toEqual(expect.arrayContaining(['cost', 'note']))
  const other = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: ['catalog.*'] })
  await admin.put('/auth/users', { id: clerk.userId, roles: [clerk.roleId, other] })
  expect(await shown()).not.toContain('cost')
})

test('undo and redo are refused for changes of fields that the caller may not write, without naming a value', async () => {
  const { id } = await stored()
  const clerk = await restricted({ 'depot.part': { read: ['title', 'cost'], write: ['title'] } })
  const undo = (client: Client, undoToken: string) => client.post('/audit_logs/audit-logs/actions/undo', { undoToken })
  const own = await clerk.put('/depot/parts', { id, title: 'Mine' })
  expect((await undo(clerk, own.operation!.undoToken!)).status).toBe(200)
  const boss = await restricted({})
  for (const change of [{ note: `${CANARY} 2` }, { cost: COST + 5 }, { title: 'Both', cost: COST + 6 }]) {
    const done = await boss.put('/depot/parts', { id, ...change })
    const answer = await undo(clerk, done.operation!.undoToken!)
    expect([answer.status, answer.text.includes(CANARY), answer.text.includes(String(COST))]).toEqual([
      403,
      false,
      false,
    ])
    expect(answer.body.error).toContain('not visible to you')
  }
  const renamed = await clerk.put('/depot/parts', { id, title: 'Later' })
  await boss.put('/depot/parts', { id, title: 'Latest', note: 'new' })
  const conflict = await undo(clerk, renamed.operation!.undoToken!)
  expect([conflict.status, JSON.stringify(conflict.body).includes('note')]).toEqual([400, false])
})

test('the OpenAPI document of a caller has what the caller may use', async () => {
  const clerk = await restricted({
    'depot.part': { read: ['title', 'cost', 'supplier', 'batches.label'], write: ['title', 'batches'] },
  })
  const { paths, components } = (await clerk.get('/openapi.json')).body
  const resolved = (schema: { $ref?: string }) =>
    schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!] : schema
  const { get, post, put } = paths['/depot/parts']
  const response = resolved(get.responses['200'].content['application/json'].schema)
  const item = resolved(response.properties.items.items)
  expect(Object.keys(item.properties).filter((name) => !name.startsWith('cf_'))).toEqual([
    'id',
    'title',
    'cost',
    'updatedAt',
    'supplier',
    'batches',
  ])
  expect(Object.keys(item.properties.batches.items.properties)).toEqual(['id', 'label'])
  const names = get.parameters.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['cost_gte', 'title']))
  expect(names.filter((name: string) => /margin|rating/.test(name))).toEqual([])
  const sort = get.parameters.find(({ name }: { name: string }) => name === 'sortField')
  expect(sort.schema.enum).toEqual(['title', 'cost', 'id'])
  for (const { requestBody } of [post, put]) {
    const { properties } = resolved(requestBody.content['application/json'].schema)
    expect(Object.keys(properties).filter((name) => ['title', 'cost', 'note', 'batches'].includes(name))).toEqual([
      'title',
      'batches',
    ])
  }
  const whole = (await admin.get('/openapi.json')).body
  expect(JSON.stringify(whole.paths['/depot/parts'])).toContain('margin')
})

test('nobody grants a field that they may not read themselves, and policies are checked, limited, reported and undone', async () => {
  const clerk = await restricted(READS, [...FEATURES, 'auth.*'])
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: [] })
  const give = (policies: object) => clerk.put('/auth/roles/field-policies', { roleId, policies })
  const features = await clerk.put('/auth/roles/acl', { roleId, features: ['depot.view'] })
  expect([features.status, features.body.error]).toEqual([403, expect.stringContaining('more fields than you have')])
  expect((await give({ 'depot.part': { read: ['title', 'cost'] } })).status).toBe(403)
  expect((await give({ 'depot.part': { read: ['title'] }, 'depot.supplier': { read: [] } })).status).toBe(200)
  expect((await clerk.put('/auth/roles/acl', { roleId, features: ['depot.view'] })).status).toBe(200)
  expect((await give({})).status).toBe(403)

  for (const [policies, path] of [
    [{ 'depot.part': { read: ['gone'] } }, ['policies', 'depot.part', 'read']],
    [{ 'auth.user': { read: ['name'] } }, ['policies', 'auth.user', 'read']],
    [{ 'depot.part': { write: ['batches.gone'] } }, ['policies', 'depot.part', 'write']],
  ] as const) {
    const answer = await admin.put('/auth/roles/field-policies', { roleId, policies })
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, path])
  }
  const many = { 'depot.part': { read: Array.from({ length: 501 }, () => 'title') } }
  expect((await admin.put('/auth/roles/field-policies', { roleId, policies: many })).status).toBe(400)

  const changed = await admin.put('/auth/roles/field-policies', { roleId, policies: READS })
  const read = async () => (await admin.get(`/auth/roles/field-policies?roleId=${roleId}`)).body
  expect(await read()).toMatchObject({ policies: READS, faults: [] })
  const rows = { 'depot.part': { read: { field: 'title', operator: '=', value: 'A' } } }
  await admin.put('/auth/roles/row-policies', { roleId, policies: rows })
  expect(await read()).toMatchObject({ policies: READS })
  expect((await admin.get(`/auth/roles/row-policies?roleId=${roleId}`)).body.policies).toEqual(rows)
  await admin.put('/auth/roles/row-policies', { roleId, policies: {} })
  expect(
    (await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken: changed.operation!.undoToken })).status,
  ).toBe(400)
  await app.sql(
    `update role_acls set policies = '{"depot.part": {"fields": {"read": ["title", "gone", "cf_gone"]}}}' where role_id = $1`,
    [roleId],
  )
  expect((await read()).faults).toEqual([
    { kind: 'depot.part', action: 'read', message: "'gone' does not exist" },
    { kind: 'depot.part', action: 'read', message: "'cf_gone' does not exist" },
  ])
})

test('a condition of rows does not tell what a field that may not be read contains', async () => {
  await stored()
  const keeper = await restricted(READS, [...FEATURES, 'auth.acl.manage', 'auth.users.list'])
  const other = await restricted({})
  const cost = { 'depot.part': { read: { field: 'cost', operator: '>', value: 5 } } }
  const iban = { 'depot.part': { read: { field: 'supplier.iban', operator: 'STARTS_WITH', value: CANARY } } }
  const title = { 'depot.part': { read: { field: 'title', operator: '!=', value: 'x' } } }
  const attempt = (policies: object) =>
    keeper.post('/auth/roles/row-policies/try', { roleId: other.roleId, policies, userIds: [other.userId] })
  const save = (policies: object) => keeper.put('/auth/roles/row-policies', { roleId: other.roleId, policies })
  for (const ask of [attempt, save]) {
    for (const [hidden, column] of [
      [cost, 'cost'],
      [iban, 'iban'],
    ] as const) {
      const { status, body } = await ask(hidden)
      expect([status, body.details]).toMatchObject([400, [{ message: `'${column}' does not exist` }]])
    }
    expect((await ask(title)).status).toBe(200)
  }
  // What somebody else has saved stays when the whole is saved again.
  expect((await admin.put('/auth/roles/row-policies', { roleId: other.roleId, policies: cost })).status).toBe(200)
  expect((await save(cost)).status).toBe(200)
})
