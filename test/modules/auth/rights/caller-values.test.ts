import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf, withHeaders } from '@plinth/auth/testing'
import { businessRules } from '@plinth/business-rules'
import { customFields } from '@plinth/custom-fields'
import { progress } from '@plinth/progress'
import { type Client, type TestPlatform, testSecret, withLayers } from '@plinth/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { casework } from './_cases.ts'

let app: TestPlatform
let admin: Client
const modules = [progress, auditLogs, apiKeys, customFields, businessRules(), casework]
const LAYERS = ['both layers', 'no ORM filters', 'no row level security'] as const

beforeAll(async () => {
  app = await authApp({ modules })
  admin = superAdminOf(app)
  await define('region')
  await define('regions', { multi: true })
  await define('grade', {}, 'integer')
  await define('secret', { encrypted: true })
  for (const title of ['north', 'south', 'west']) await admin.post('/cases/cases', { title })
})
afterAll(() => app[Symbol.asyncDispose]())

async function define(key: string, configJson: object = {}, kind = 'text') {
  const answer = await admin.post('/entities/definitions', { entityId: 'auth:user', key, kind, configJson })
  expect([answer.status < 300, answer.text]).toEqual([true, expect.any(String)])
}

const ofRegion = { field: 'title', operator: '=', value: null, valueField: 'me.cf_region' }
const noteOfRegion = { ...ofRegion, field: 'text' }
const restrict = (roleId: string, policies: object) =>
  admin.put('/auth/roles/row-policies', { roleId, policies: { 'cases.case': policies } })

async function person(read: object = ofRegion, fields: object = {}, features: readonly string[] = []) {
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: ['cases.*', ...features] })
  const saved = await restrict(roleId, { read })
  expect([saved.status, saved.text]).toEqual([200, expect.any(String)])
  const email = `${crypto.randomUUID()}@acme.com`
  const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId], ...fields })
  return Object.assign(await signIn(app, email), { email, userId, roleId })
}

const change = (id: string, values: object, client = admin) => client.put('/auth/users', { id, ...values })
const titles = async (client: Client) =>
  (await client.get('/cases/cases?sortField=title')).body.items.map(({ title }: { title: string }) => title)

test('rows are compared with custom fields of the caller, in either layer, and a change counts with the next request', async () => {
  const clerk = await person(ofRegion, { cf_region: 'north' })
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => expect([layers, ...(await titles(clerk))]).toEqual([layers, 'north']))
  const moved = await change(clerk.userId, { cf_region: 'south' })
  expect([moved.status, await titles(clerk)]).toEqual([200, ['south']])
  const { undoToken } = moved.operation!
  expect((await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken })).status).toBe(200)
  expect(await titles(clerk)).toEqual(['north'])
})

test('who has no value sees nothing by it, and a negation does not give it either', async () => {
  for (const read of [
    ofRegion,
    { operator: 'NOT', rules: [ofRegion] },
    { ...ofRegion, operator: '!=' },
    { ...ofRegion, operator: 'IN', valueField: 'me.cf_regions' },
    { ...ofRegion, operator: 'NOT_IN', valueField: 'me.cf_regions' },
    { field: 'me.cf_region', operator: '!=', value: 'north' },
    { field: 'me.cf_region', operator: 'NOT_IN', value: ['north'] },
    { field: 'me.cf_grade', operator: '<', value: 5 },
    { operator: 'NOT', rules: [{ field: 'me.cf_grade', operator: '>', value: 5 }] },
  ])
    expect([read, await titles(await person(read))]).toEqual([read, []])
  expect(await titles(await person({ field: 'me.cf_region', operator: 'IS_EMPTY', value: null }))).toHaveLength(3)
})

test('blank texts are no values, and what is of another type permits nothing, negated or not', async () => {
  const not = (rule: object) => ({ operator: 'NOT', rules: [rule] })
  const startsWith = { ...ofRegion, operator: 'STARTS_WITH' }
  const regions = { field: 'me.cf_regions', operator: '=', value: 'north' }
  const region = { field: 'me.cf_region', operator: '=', value: 5 }
  for (const [read, fields] of [
    [startsWith, { cf_region: '' }],
    [startsWith, { cf_region: ' ' }],
    [{ ...ofRegion, operator: 'NOT_IN', valueField: 'me.cf_regions' }, { cf_regions: [''] }],
    [not(regions), { cf_regions: ['north', 'west'] }],
    [{ ...regions, operator: '!=' }, { cf_regions: ['north', 'west'] }],
    [{ ...regions, operator: 'NOT_IN', value: ['north'] }, { cf_regions: ['north'] }],
    [{ ...regions, operator: 'NOT_CONTAINS', value: 5 }, { cf_regions: ['north'] }],
    [not(region), { cf_region: 'north' }],
    [{ ...region, operator: '!=' }, { cf_region: 'north' }],
    [{ ...region, operator: 'NOT_IN', value: 'north' }, { cf_region: 'north' }],
    [{ ...region, operator: 'NOT_IN', value: [5] }, { cf_region: 'north' }],
    [
      { field: 'me.cf_region', operator: '!=', value: null, valueField: 'me.cf_grade' },
      { cf_region: 'x', cf_grade: 3 },
    ],
  ] as const)
    expect([read, await titles(await person(read, fields))]).toEqual([read, []])
  const contains = { ...regions, operator: 'CONTAINS' }
  expect(await titles(await person(contains, { cf_regions: ['north', 'west'] }))).toHaveLength(3)
  expect(await titles(await person(not(contains), { cf_regions: ['west'] }))).toHaveLength(3)
})

test('several values, numbers, and conditions about the caller alone are compared as well', async () => {
  const seen = async (read: object, fields: object) => titles(await person(read, fields))
  const inRegions = { ...ofRegion, operator: 'IN', valueField: 'me.cf_regions' }
  expect(await seen(inRegions, { cf_regions: ['north', 'west'] })).toEqual(['north', 'west'])
  const highGrade = { field: 'me.cf_grade', operator: '>=', value: 3 }
  expect(await seen(highGrade, { cf_grade: 3 })).toHaveLength(3)
  expect(await seen(highGrade, { cf_grade: 2 })).toEqual([])
  // A number is no title.
  expect(await seen({ ...ofRegion, valueField: 'me.cf_grade' }, { cf_grade: 3 })).toEqual([])
})

test('fields that are unknown or encrypted are refused, and one that has gone permits nothing and says so', async () => {
  const roleId = await addRole(admin, 'Refused', { features: ['cases.*'] })
  for (const key of ['secret', 'nothing', 'constructor', '__proto__']) {
    const { status, text } = await restrict(roleId, { read: { ...ofRegion, valueField: `me.cf_${key}` } })
    expect([key, status, text]).toEqual([key, 400, expect.stringContaining(`'me.cf_${key}' does not exist`)])
  }
  await define('place')
  const clerk = await person({ ...ofRegion, valueField: 'me.cf_place' }, { cf_place: 'west' })
  expect(await titles(clerk)).toEqual(['west'])
  const deleted = await admin.del('/entities/definitions', { entityId: 'auth:user', key: 'place' })
  expect([deleted.status, await titles(clerk)]).toEqual([200, []])
  const { body } = await admin.get(`/auth/roles/row-policies?roleId=${clerk.roleId}`)
  expect(body.faults).toEqual([{ kind: 'cases.case', action: 'read', message: "'me.cf_place' does not exist" }])
  const { items } = (await admin.get('/auth/access/faults')).body
  expect(items.map(({ message }: { message: string }) => message)).toEqual(["'me.cf_place' does not exist"])
  const { undoToken } = deleted.operation!
  expect((await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken })).status).toBe(200)
  expect(await titles(clerk)).toEqual(['west'])
})

test('explanations and rehearsals know the values of whom they are about, and name the field', async () => {
  const clerk = await person(ofRegion, { cf_region: 'north' })
  const { items } = (await admin.get('/cases/cases?pageSize=100')).body
  const explained = async (title: string) => {
    const { id } = items.find((one: { title: string }) => one.title === title)
    const query = `userId=${clerk.userId}&feature=cases.view&kind=cases.case&recordId=${id}`
    const { body } = await admin.get(`/auth/access/explain?${query}`)
    const [read] = body.record.actions
    return [read.isPermitted, read.policies[0].condition.valueField, read.policies[0].isSatisfied]
  }
  expect(await explained('north')).toEqual([true, 'me.cf_region', true])
  expect(await explained('south')).toEqual([false, 'me.cf_region', false])
  const tried = await admin.post('/auth/roles/row-policies/try', {
    roleId: clerk.roleId,
    userIds: [clerk.userId],
    policies: { 'cases.case': { read: ofRegion } },
  })
  expect(tried.body.items[0]).toMatchObject({ total: 3, visible: 1 })
  const offered = (await admin.get('/auth/row-policies')).body.caller
  expect(offered.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['me.cf_grade', 'me.cf_region', 'me.cf_regions']),
  )
  expect(JSON.stringify(offered)).not.toContain('secret')
})

test('a key has the values of its creator', async () => {
  const clerk = await person(ofRegion, { cf_region: 'north' }, ['api_keys.*'])
  const made = await clerk.post('/api_keys/keys', { name: 'K', roles: [clerk.roleId] })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  const key = withHeaders(app, { 'x-api-key': made.body.secret })
  expect(await titles(key)).toEqual(['north'])
  await change(clerk.userId, { cf_region: 'west' })
  expect(await titles(key)).toEqual(['west'])
})

test('nobody with a policy changes values by which policies decide, for themselves or for others', async () => {
  const features = ['auth.users.*', 'audit_logs.*']
  const clerk = await person({ field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }, {}, features)
  const colleague = await person(ofRegion, { cf_region: 'north' })
  expect((await change(clerk.userId, { cf_region: 'north' }, clerk)).status).toBe(403)
  expect((await change(colleague.userId, { cf_region: 'south' }, clerk)).status).toBe(403)
  expect(await titles(colleague)).toEqual(['north'])
  // What is there already may be sent back, and so may what no policy compares.
  await define('desk')
  expect((await change(colleague.userId, { cf_region: 'north', cf_desk: 'x' }, clerk)).status).toBe(200)
  const fresh = { email: `${crypto.randomUUID()}@acme.com`, password: PASSWORD, roles: [] }
  const { organizationId } = (await admin.get(`/auth/users?id=${clerk.userId}`)).body.items[0]
  expect((await clerk.post('/auth/users', { ...fresh, organizationId, cf_region: 'north' })).status).toBe(403)
  expect((await clerk.post('/auth/users', { ...fresh, organizationId, cf_desk: 'x' })).status).toBe(201)
  const moved = await change(colleague.userId, { cf_region: 'south' })
  const undo = { undoToken: moved.operation!.undoToken }
  const undone = await clerk.post('/audit_logs/audit-logs/actions/undo', undo)
  expect([undone.status, undone.text]).toEqual([403, expect.stringContaining('values of accounts')])
  expect(await titles(colleague)).toEqual(['south'])
})

test('a changed value counts on another host', async () => {
  const clerk = await person(ofRegion, { cf_region: 'north' })
  await using other = await authApp({ modules, databaseUrl: app.databaseUrl, secret: testSecret })
  const there = await signIn(other, clerk.email)
  expect(await titles(there)).toEqual(['north'])
  await change(clerk.userId, { cf_region: 'west' })
  await expect.poll(() => titles(there), { timeout: 5_000 }).toEqual(['west'])
})

test('what somebody with a policy sends back does not undo a change that is made at this moment', async () => {
  const clerk = await person({ field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }, {}, [
    'auth.users.*',
  ])
  const colleague = await person(ofRegion, { cf_region: 'north' })
  await define('note')
  const admins = new pg.Client({ connectionString: app.databaseUrl })
  await admins.connect()
  await admins.query('begin')
  await admins.query(`update users set custom = custom || '{"region": "south"}' where id = $1`, [colleague.userId])
  const sent = change(colleague.userId, { name: 'Colleague', cf_region: 'north', cf_note: 'x' }, clerk)
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await admins.query(waiting)).rowCount).toBe(1)
  await admins.query('commit')
  await admins.end()
  expect([(await sent).status, (await sent).text]).toEqual([200, expect.any(String)])
  const read = 'select custom, name from users where id = $1'
  const stored = { custom: { region: 'south', note: 'x' }, name: 'Colleague' }
  expect(await app.sql(read, [colleague.userId])).toEqual([stored])
  // A form sends what is empty as well.
  const none = await person(ofRegion)
  expect((await change(none.userId, { cf_region: null, cf_note: 'x' }, clerk)).status).toBe(200)
})

test('whoever has other values than an account does not take it over, although the policies are the same', async () => {
  const clerk = await person(ofRegion, { cf_region: 'north' }, ['auth.users.*'])
  const make = async (fields: object) => {
    const email = `${crypto.randomUUID()}@acme.com`
    return { email, id: await addUser(admin, { email, password: PASSWORD, roles: [clerk.roleId], ...fields }) }
  }
  const [near, far, none] = [await make({ cf_region: 'north' }), await make({ cf_region: 'south' }), await make({})]
  const password = 'Another-456'
  const other = await person({ field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }, {}, [
    'auth.users.*',
  ])
  const noCases = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: [] })
  await admin.put('/auth/roles/row-policies', { roleId: noCases, policies: { 'cases.note': { read: noteOfRegion } } })
  const weaker = await addUser(admin, {
    email: `${crypto.randomUUID()}@acme.com`,
    roles: [noCases],
    cf_region: 'south',
  })
  expect((await change(weaker, { password }, other)).status).toBe(200)
  expect((await change(near.id, { password }, clerk)).status).toBe(200)
  for (const { id } of [far, none]) {
    expect((await change(id, { password }, clerk)).status).toBe(403)
    expect((await change(id, { email: `${crypto.randomUUID()}@acme.com` }, clerk)).status).toBe(403)
  }
  await expect(signIn(app, far.email, { password })).rejects.toThrow('401')
})

test('nobody with a policy writes rules that set such values, not even by undo', async () => {
  const clerk = await person(ofRegion, { cf_region: 'north' }, ['auth.users.*', 'business_rules.*', 'audit_logs.*'])
  const setting = (field: string) => ({ successActions: [{ type: 'SET_FIELD', config: { field, value: 'south' } }] })
  const rule = { ruleName: 'Move', ruleType: 'ACTION', entityType: 'auth:user', eventType: 'beforeUpdate' }
  const conditionExpression = { field: 'email', operator: '=', value: clerk.email }
  const make = (client: Client, changes: object) =>
    client.post('/business_rules/rules', { ...rule, conditionExpression, ruleId: crypto.randomUUID(), ...changes })
  const put = (id: string, changes: object, client: Client = clerk) =>
    client.put('/business_rules/rules', { id, ...changes })
  const refused = { status: 403, body: { error: expect.stringContaining('your rules cannot set values of accounts') } }
  expect(await make(clerk, setting('cf_region'))).toMatchObject(refused)
  expect(await make(clerk, { ...setting('cf_region'), entityType: 'auth:users' })).toMatchObject(refused)
  expect(await make(clerk, { failureActions: setting('cf_region').successActions })).toMatchObject(refused)
  const named = await make(clerk, setting('name'))
  expect(named.status).toBe(201)
  expect(await put(named.body.id, setting('cf_region'))).toMatchObject(refused)
  const off = (await make(admin, { ...setting('cf_region'), enabled: false })).body.id
  expect(await put(off, { enabled: true })).toMatchObject(refused)
  expect(await put(off, { priority: 7, conditionExpression })).toMatchObject(refused)
  expect((await put(off, { enabled: true }, admin)).status).toBe(200)
  const disabled = await put(off, { enabled: false })
  expect(disabled.status).toBe(200)
  const undo = await clerk.post('/audit_logs/audit-logs/actions/undo', { undoToken: disabled.operation!.undoToken })
  expect(undo).toMatchObject(refused)
  expect((await change(clerk.userId, { name: 'Clerk' })).status).toBe(200)
  expect(await titles(clerk)).toEqual(['north'])
})

test('whoever changes their own settings, or views as somebody, changes no values by it', async () => {
  await person(ofRegion)
  const free = await signIn(app, 'employee@acme.com')
  expect((await free.put('/auth/profile/settings', { language: 'de', cf_region: 'south' })).status).toBe(200)
  const boss = await signIn(app, 'superadmin@acme.com')
  const clerk = await person(ofRegion, { cf_region: 'north' })
  const viewed = await boss.post('/auth/view-as', { userId: clerk.userId, cf_region: 'south' })
  expect([viewed.status, viewed.text]).toEqual([200, expect.any(String)])
  const read = 'select email from users where custom ->> $1 = $2 and email = any ($3)'
  expect(await app.sql(read, ['region', 'south', ['employee@acme.com', clerk.email]])).toEqual([])
})
