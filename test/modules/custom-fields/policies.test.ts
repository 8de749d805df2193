import { attachments, storage } from '@plinth/attachments'
import { uploadForm } from '@plinth/attachments/testing'
import { auditLogs } from '@plinth/audit-logs'
import { apiKeys } from '@plinth/api-keys'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { type Caller, provide } from '@plinth/core'
import { createRecord, customFields } from '@plinth/custom-fields'
import { dashboards } from '@plinth/dashboards'
import { dictionaries } from '@plinth/dictionaries'
import { progress } from '@plinth/progress'
import { type Client, type TestPlatform, type TestResponse, withLayers } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryStorage } from '../../_setup/memory-storage.ts'
import { authApp } from '../auth/_accounts.ts'
import { addEntity, defineField, undo } from './_app.ts'

let app: TestPlatform
let admin: Client
/** An entity of vehicles, and another one with the same fields. */
let vehicle: string
let boat: string
const LAYERS = ['both layers', 'no ORM filters', 'no row level security'] as const
const FEATURES = ['entities.records.view', 'entities.records.manage', 'entities.definitions.view', 'audit_logs.*']
const CANARY = 'Zanzibar'

beforeAll(async () => {
  app = await authApp({
    modules: [progress, auditLogs, dictionaries, apiKeys, customFields, attachments(), dashboards],
    services: [provide(storage, () => memoryStorage())],
  })
  admin = superAdminOf(app)
  ;[vehicle, boat] = [await addEntity(admin, { owned: true }), await addEntity(admin, { label: 'Boat' })]
  for (const entityId of [vehicle, boat]) {
    await defineField(admin, entityId, { key: 'region', searchable: true })
    await defineField(admin, entityId, { key: 'driver' })
    await defineField(admin, entityId, { key: 'wheels', kind: 'integer' })
    await defineField(admin, entityId, { key: 'cost', kind: 'float' })
  }
})
afterAll(() => app[Symbol.asyncDispose]())

const kindOf = (entityId: string) => `entities.${entityId.replace(':', '.')}`

interface Restrictions {
  readonly rows?: object
  readonly fields?: object
  readonly features?: readonly string[]
}

/** Somebody with a role that has these policies for vehicles. */
async function person({ rows, fields, features = FEATURES }: Restrictions) {
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: [...features] })
  for (const [sort, policies] of [
    ['row', rows],
    ['field', fields],
  ] as const)
    if (policies) {
      const answer = await admin.put(`/auth/roles/${sort}-policies`, {
        roleId,
        policies: { [kindOf(vehicle)]: policies },
      })
      expect([answer.status, answer.text]).toMatchObject([200, expect.stringContaining('"ok":true')])
    }
  const email = `${crypto.randomUUID()}@acme.com`
  const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  return Object.assign(await signIn(app, email), { userId, roleId, email })
}

async function add(client: Client, values: object, entityId = vehicle): Promise<string> {
  const answer = await client.post('/entities/records', { entityId, values })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return answer.body.item.recordId
}

const change = (client: Client, recordId: string, values: object) =>
  client.put('/entities/records', { entityId: vehicle, recordId, values })
const give = (client: Client, recordId: string, ownerId: string) =>
  client.put('/entities/records', { entityId: vehicle, recordId, ownerId })
const remove = (client: Client, recordId: string) => client.del('/entities/records', { entityId: vehicle, recordId })
const list = (client: Client, query = '', entityId = vehicle) =>
  client.get(`/entities/records?entityId=${entityId}&sortField=name&${query}`)
const namesIn = ({ status, body, text }: TestResponse) => {
  expect([status, text]).toEqual([200, expect.any(String)])
  return body.items.map(({ name }: { name: string }) => name)
}
const tag = () => crypto.randomUUID().slice(0, 8)

test('rows are read, changed and deleted as far as conditions on fields permit, in either layer', async () => {
  const region = tag()
  const is = (field: string, value: unknown, operator = '=') => ({ field, operator, value })
  const clerk = await person({
    rows: {
      read: { operator: 'AND', rules: [is('cf_region', region), is('cf_wheels', 2, '>=')] },
      update: is('cf_name', 'A', 'STARTS_WITH'),
      delete: is('cf_wheels', 4),
    },
  })
  const [seen, fixed] = [
    await add(admin, { name: 'A', region, wheels: 4 }),
    await add(admin, { name: 'B', region, wheels: 2 }),
  ]
  const hidden = await add(admin, { name: CANARY, region, wheels: 1 })
  await add(admin, { name: CANARY, region: 'elsewhere', wheels: 4 })
  const other = await add(admin, { name: 'Boat', region }, boat)
  const absent = crypto.randomUUID()
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => {
      const all = await list(clerk)
      expect([layers, namesIn(all), all.body.total]).toEqual([layers, ['A', 'B'], 2])
      expect(namesIn(await list(clerk, `region=${region}`))).toEqual(['A', 'B'])
      expect(namesIn(await list(clerk, `search=${region}`))).toEqual(['A', 'B'])
      expect(namesIn(await list(clerk, `ids=${hidden},${seen}`))).toEqual(['A'])
      expect((await list(clerk, 'format=csv')).text).not.toContain(CANARY)
      // Records of other entities are not restricted.
      expect(namesIn(await list(clerk, `id=${other}`, boat))).toEqual(['Boat'])
      const options = await clerk.get(`/entities/relations/options?entityId=${vehicle}&q=${CANARY}`)
      expect(options.body.items).toEqual([])
      // A hidden record is as one that does not exist.
      for (const act of [(id: string) => change(clerk, id, { name: 'C' }), (id: string) => remove(clerk, id)]) {
        const [one, none] = [await act(hidden), await act(absent)]
        expect([one.status, one.body]).toEqual([none.status, none.body])
        expect(one.status).toBe(404)
      }
      expect((await change(clerk, fixed, { name: 'C' })).status).toBe(403)
      expect((await change(clerk, seen, { name: 'C' })).status).toBe(403)
      expect((await change(clerk, seen, { wheels: 4 })).status).toBe(200)
      expect((await remove(clerk, fixed)).status).toBe(403)
      const place = await clerk.post('/entities/records', { entityId: vehicle, values: { name: 'D', region: 'other' } })
      expect(place.status).toBe(403)
    })
  const deleted = await remove(clerk, seen)
  expect(deleted.status).toBe(200)
  expect((await undo(clerk, deleted)).status).toBe(200)
  // What a caller without policies sees has not changed.
  expect((await list(admin, `region=${region}`)).body.total).toBe(3)
})

test('conditions compare with the caller, and roles add up as for resources that modules declare', async () => {
  const mine = { field: 'cf_driver', operator: '=', value: null, valueField: 'me.id' }
  const clerk = await person({ rows: { read: mine } })
  const name = tag()
  await add(admin, { name: `${name} mine`, driver: clerk.userId })
  await add(admin, { name: `${name} other` })
  expect(namesIn(await list(clerk))).toEqual([`${name} mine`])
  // Another role grants the records without a policy for them.
  const open = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: ['entities.records.view'] })
  await admin.put('/auth/users', { id: clerk.userId, roles: [clerk.roleId, open] })
  expect(namesIn(await list(await signIn(app, clerk.email)))).toContain(`${name} other`)
})

test('the log, undo and redo know no hidden records', async () => {
  const region = tag()
  const clerk = await person({ rows: { read: { field: 'cf_region', operator: '=', value: region } } })
  const seen = await add(admin, { name: 'Seen', region })
  const moved = await change(admin, seen, { cost: 1 })
  const hidden = await add(admin, { name: CANARY, region: 'elsewhere' })
  const secret = await change(admin, hidden, { name: `${CANARY} 2` })
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => {
      const log = await clerk.get('/audit_logs/audit-logs/actions?resourceKind=entities.record&pageSize=100')
      const ids = log.body.items.map(({ resourceId }: { resourceId: string }) => resourceId)
      expect([layers, ids.includes(seen), ids.includes(hidden)]).toEqual([layers, true, false])
      expect(log.text).not.toContain(CANARY)
      expect((await undo(clerk, secret)).status).toBe(403)
    })
  expect((await undo(admin, moved)).status).toBe(200)
})

test('fields that may not be read are absent everywhere, and refused by name', async () => {
  const name = tag()
  const clerk = await person({
    fields: { read: ['cf_name', 'cf_wheels', 'cf_region'], write: ['cf_name', 'cf_region'] },
  })
  const recordId = await add(admin, { name, region: name, wheels: 4, cost: 123_456.5, driver: CANARY })
  const shown = await list(clerk, `id=${recordId}`)
  expect(shown.body.items).toEqual([
    { id: recordId, name, wheels: 4, region: name, updatedAt: expect.any(String) as unknown as string },
  ])
  const { text: csv } = await list(clerk, `id=${recordId}&format=csv`)
  expect(csv.split('\n')[0]).toBe('id,updatedAt,name,region,wheels')
  for (const query of [
    'cost=5',
    'cf_cost=5',
    'costIn=5,6',
    'cf_driver=x',
    'sortField=cf_cost',
    'sortField=cost',
    'ownerId=x',
  ])
    expect([query, (await clerk.get(`/entities/records?entityId=${vehicle}&${query}`)).status]).toEqual([query, 400])
  expect(namesIn(await list(clerk, `search=${name}`))).toEqual([name])
  // As for a field that does not exist.
  const unknown = await clerk.get(`/entities/records?entityId=${vehicle}&nothing=5`)
  expect(unknown.status).toBe(400)
  const refused = await change(clerk, recordId, { cost: 123_456.5 })
  expect([refused.status, refused.body.fields]).toEqual([403, ['cf_cost']])
  const fixed = await change(clerk, recordId, { wheels: 5 })
  expect([fixed.status, fixed.body.fields]).toEqual([403, ['cf_wheels']])
  expect((await change(clerk, recordId, { name: `${name} 2`, wheels: 4 })).status).toBe(200)
  const chosen = await give(clerk, recordId, clerk.userId)
  expect([chosen.status, chosen.body.fields]).toEqual([403, ['ownerId']])
  // A replacement keeps what the caller may not write.
  const replaced = await clerk.post('/entities/records', { entityId: vehicle, recordId, values: { name } })
  expect(replaced.status).toBe(200)
  expect((await list(admin, `id=${recordId}`)).body.items).toMatchObject([
    { name, wheels: 4, cost: 123_456.5, driver: CANARY, region: null },
  ])
  const defined = await clerk.get(`/entities/definitions?entityId=${vehicle}`)
  expect(defined.body.items.map(({ key }: { key: string }) => key).toSorted()).toEqual(['name', 'region', 'wheels'])
  const log = await clerk.get(`/audit_logs/audit-logs/actions?resourceKind=entities.record&resourceId=${recordId}`)
  expect(log.body.items.length).toBeGreaterThan(0)
  for (const one of [CANARY, '123456.5']) expect(log.text).not.toContain(one)
  const found = await clerk.get(`/audit_logs/audit-logs/actions?search=${CANARY}`)
  expect([found.status, found.body.items]).toEqual([200, []])
})

test('a replacement keeps required values that the caller may not write', async () => {
  const entityId = await addEntity(admin)
  await defineField(admin, entityId, { key: 'code', validation: [{ rule: 'required', message: 'Needed' }] })
  await defineField(admin, entityId, { key: 'tags', multi: true })
  const values = { name: 'A', code: CANARY, tags: [CANARY] }
  const recordId = await add(admin, values, entityId)
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: FEATURES })
  const email = `${crypto.randomUUID()}@acme.com`
  await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  for (const read of [['cf_name'], ['cf_name', 'cf_code', 'cf_tags']]) {
    const policies = { [kindOf(entityId)]: { read, write: ['cf_name'] } }
    expect((await admin.put('/auth/roles/field-policies', { roleId, policies })).status).toBe(200)
    const clerk = await signIn(app, email)
    const name = `B ${read.length}`
    const replaced = await clerk.post('/entities/records', { entityId, recordId, values: { name } })
    expect([replaced.status, replaced.text]).toEqual([200, expect.not.stringContaining('cf_code')])
    expect((await list(admin, '', entityId)).body.items).toMatchObject([{ ...values, name }])
  }
})

test('undo is refused for fields that may not be written, of this entity alone', async () => {
  const clerk = await person({ fields: { read: ['cf_name', 'cf_cost'], write: ['cf_name'] } })
  const record = await add(admin, { name: 'A', cost: 1 })
  const [cost, name] = [await change(admin, record, { cost: 2 }), await change(admin, record, { name: 'B' })]
  expect((await undo(clerk, name)).status).toBe(200)
  expect((await undo(clerk, cost)).status).toBe(403)
  const other = await add(admin, { name: 'A', cost: 1 }, boat)
  const moved = await admin.put('/entities/records', { entityId: boat, recordId: other, values: { cost: 2 } })
  expect((await undo(clerk, moved)).status).toBe(200)
})

test('labels and searches by them leave out what may not be read', async () => {
  const name = `${CANARY} ${tag()}`
  const clerk = await person({ fields: { read: ['cf_wheels'] } })
  const id = await add(admin, { name, wheels: 3 })
  const { body } = await clerk.get(`/entities/relations/options?entityId=${vehicle}&ids=${id}`)
  expect(body.items).toEqual([{ value: id, label: id }])
  expect((await clerk.get(`/entities/relations/options?entityId=${vehicle}&q=${CANARY}`)).body.items).toEqual([])
  expect((await clerk.get(`/entities/records?entityId=${vehicle}&search=${CANARY}`)).status).toBe(400)
})

test('custom entities are among the kinds that policies restrict, with their fields', async () => {
  const rows = await admin.get('/auth/row-policies')
  const kind = rows.body.items.find((one: { kind: string }) => one.kind === kindOf(vehicle))
  expect(kind).toMatchObject({ kind: kindOf(vehicle), label: 'Vehicle' })
  expect(kind.fields).toContainEqual({ name: 'cf_wheels', type: 'custom', label: expect.any(String) as unknown })
  expect(kind.fields).toContainEqual({ name: 'ownerId', type: 'uuid' })
  const fields = await admin.get('/auth/field-policies')
  const named = fields.body.items.find((one: { kind: string }) => one.kind === kindOf(vehicle))
  expect(named.fields).toEqual(['cf_cost', 'cf_driver', 'cf_name', 'cf_region', 'cf_wheels', 'ownerId'])
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: FEATURES })
  const read = { field: 'cf_name', operator: '=', value: 'A' }
  for (const [sort, policies] of [
    ['row', { 'entities.fleet.typo': { read } }],
    ['row', { [kindOf(vehicle)]: { read: { field: 'nothing', operator: '=', value: 1 } } }],
    ['row', { 'entities.record': { read } }],
    ['field', { 'entities.fleet.typo': { read: ['cf_name'] } }],
    ['field', { [kindOf(vehicle)]: { read: ['nothing'] } }],
  ] as const)
    expect((await admin.put(`/auth/roles/${sort}-policies`, { roleId, policies })).status).toBe(400)
  expect(
    (await admin.put('/auth/roles/row-policies', { roleId, policies: { [`entities.${vehicle}`]: { read } } })).status,
  ).toBe(200)
  const { body } = await admin.get(`/auth/roles/row-policies?roleId=${roleId}`)
  expect(body).toMatchObject({ policies: { [kindOf(vehicle)]: { read } }, faults: [] })
})

test('policies of an entity that is gone keep restricting its records', async () => {
  const entityId = await addEntity(admin)
  await add(admin, { name: CANARY }, entityId)
  const seen = await add(admin, { name: 'A' }, entityId)
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: FEATURES })
  const policies = { [kindOf(entityId)]: { read: { field: 'cf_name', operator: '=', value: 'A' } } }
  expect((await admin.put('/auth/roles/row-policies', { roleId, policies })).status).toBe(200)
  const email = `${crypto.randomUUID()}@acme.com`
  await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  const clerk = await signIn(app, email)
  expect((await admin.del('/entities/entities', { entityId })).status).toBe(200)
  expect((await list(clerk, '', entityId)).body.items).toMatchObject([{ id: seen }])
  const stored = await admin.get(`/auth/roles/row-policies?roleId=${roleId}`)
  expect(stored.body.faults).toEqual([
    { kind: kindOf(entityId), action: 'read', message: `The entity '${entityId}' does not exist` },
  ])
  expect((await admin.put('/auth/roles/row-policies', { roleId, policies })).status).toBe(200)
})

test('a condition on a field that is gone, or that holds other values now, is among the faults', async () => {
  const entityId = await addEntity(admin)
  const kind = kindOf(entityId)
  await defineField(admin, entityId, { key: 'gone' })
  await defineField(admin, entityId, { key: 'level', kind: 'integer' })
  await defineField(admin, entityId, { key: 'places', multi: true })
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: FEATURES })
  const is = (field: string, value: unknown, operator = '=') => ({ field, operator, value })
  const faultsOf = async (read: object) => {
    const policies = { [kind]: { read } }
    expect((await admin.put('/auth/roles/row-policies', { roleId, policies })).status).toBe(200)
    const { body } = await admin.get(`/auth/roles/row-policies?roleId=${roleId}`)
    return body.faults.map(({ message }: { message: string }) => message)
  }
  const rules = [
    is('cf_gone', 'a'),
    is('cf_level', [1, 2], 'IN'),
    is('cf_name', 'A'),
    is('cf_places', null, 'IS_EMPTY'),
  ]
  expect(await faultsOf({ operator: 'OR', rules })).toEqual([])
  expect(await faultsOf({ operator: 'NOT', rules: [is('cf_places', 'a')] })).toEqual(["'cf_places' cannot be compared"])
  expect(await faultsOf(is('cf_level', '1'))).toEqual(["'cf_level' is compared with a number"])
  expect(await faultsOf({ operator: 'OR', rules })).toEqual([])
  expect((await admin.del('/entities/definitions', { entityId, key: 'gone' })).status).toBe(200)
  expect(await faultsOf({ operator: 'OR', rules })).toEqual(["'cf_gone' does not exist"])
})

test('administrators learn who may see a record and why, and try policies before they save them', async () => {
  const region = tag()
  const read = { field: 'cf_region', operator: '=', value: region }
  const clerk = await person({ rows: { read } })
  const [seen, hidden] = [await add(admin, { name: 'Seen', region }), await add(admin, { name: 'Hidden' })]
  const explain = async (recordId: string, kind = kindOf(vehicle)) =>
    admin.get(
      `/auth/access/explain?userId=${clerk.userId}&feature=entities.records.view&kind=${kind}&recordId=${recordId}`,
    )
  const permitted = async (id: string) => (await explain(id)).body.record.actions[0]
  expect(await permitted(seen)).toMatchObject({ isPermitted: true, policies: [{ condition: read, isSatisfied: true }] })
  expect(await permitted(hidden)).toMatchObject({ isPermitted: false, policies: [{ isSatisfied: false }] })
  // A record of another entity is none of this kind.
  expect((await explain(seen, kindOf(boat))).status).toBe(404)
  const holders = await admin.get(
    `/auth/access/holders?feature=entities.records.view&kind=${kindOf(vehicle)}&recordId=${hidden}&pageSize=100`,
  )
  const holder = holders.body.items.find(({ id }: { id: string }) => id === clerk.userId)
  expect(holder.record).toEqual({ read: false, update: false, delete: false })
  const tried = await admin.post('/auth/roles/row-policies/try', {
    roleId: clerk.roleId,
    userIds: [clerk.userId],
    policies: { [kindOf(vehicle)]: { read: { ...read, value: 'nowhere' } } },
  })
  expect(tried.body.items).toMatchObject([{ kind: kindOf(vehicle), visible: 0 }])
  expect(tried.body.items[0].total).toBe((await list(admin, 'withDeleted=true')).body.total)
  const again = await admin.post('/auth/roles/row-policies/try', {
    roleId: clerk.roleId,
    userIds: [clerk.userId],
    policies: { [kindOf(vehicle)]: { read } },
  })
  expect(again.body.items).toMatchObject([{ visible: 1, examples: { visible: [seen] }, names: { [seen]: 'Seen' } }])
})

test('records belong to who creates them, and can be handed over', async () => {
  const mine = { field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }
  const features = [...FEATURES, 'auth.users.edit', 'auth.users.list']
  const [clerk, other] = [await person({ rows: { read: mine }, features }), await person({})]
  const name = tag()
  const [own, given] = [await add(clerk, { name: `${name} a` }), await add(clerk, { name: `${name} b` })]
  await add(other, { name: `${name} c` })
  expect((await list(clerk)).body.items).toMatchObject([
    { id: own, ownerId: clerk.userId },
    { id: given, ownerId: clerk.userId },
  ])
  expect(namesIn(await list(other, `ownerId=${clerk.userId}`))).toEqual([`${name} a`, `${name} b`])
  expect((await list(other, 'sortField=ownerId')).status).toBe(200)
  // Nobody gives away what they would not see any more: a change must satisfy the policy afterwards, too.
  expect((await give(clerk, own, other.userId)).status).toBe(403)
  const moved = await give(other, given, other.userId)
  expect(moved.status).toBe(200)
  expect(namesIn(await list(clerk))).toEqual([`${name} a`])
  expect((await undo(other, moved)).status).toBe(200)
  const unknown = await give(other, given, crypto.randomUUID())
  expect([unknown.status, unknown.body.fieldErrors]).toEqual([400, { ownerId: 'Not found' }])
  const deleted = await remove(admin, await add(clerk, { name: `${name} d` }))
  const all = await admin.post('/auth/users/hand-over', { fromUserId: clerk.userId, toUserId: other.userId })
  expect(all.body).toEqual({ items: [{ kind: 'entities.record', count: 2 }], withheld: [], hasMore: false })
  expect(namesIn(await list(clerk))).toEqual([])
  // A deleted record is no record, and returns as it was.
  expect((await undo(admin, deleted)).status).toBe(200)
  expect(namesIn(await list(clerk))).toEqual([`${name} d`])
  expect(namesIn(await list(other, `ownerId=${other.userId}`))).toEqual([`${name} a`, `${name} b`, `${name} c`])
  // Entities without owners have none.
  const boats = await clerk.post('/entities/records', { entityId: boat, values: { name }, ownerId: other.userId })
  expect((await list(clerk, `id=${boats.body.item.recordId}`, boat)).body.items[0]).not.toHaveProperty('ownerId')
})

test('a record is shared to be read or edited, in either layer, and by none who has it by a share', async () => {
  const mine = { field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }
  const [owner, guest] = [await person({ rows: { read: mine } }), await person({ rows: { read: mine } })]
  const name = tag()
  const [one, unshared] = [await add(owner, { name: `${name} one` }), await add(owner, { name: `${name} two` })]
  const share = (client: Client, id: string, body: object) => client.post(`/entities/records/${id}/shares`, body)
  const forGuest = { with: 'user', subjectId: guest.userId }
  expect((await share(guest, one, forGuest)).status).toBe(404)
  const shared = await share(owner, one, forGuest)
  expect([shared.status, shared.body]).toEqual([201, { id: expect.any(String) as unknown }])
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => {
      expect([layers, ...namesIn(await list(guest))]).toEqual([layers, `${name} one`])
      expect(namesIn(await list(guest, 'shared=me'))).toEqual([`${name} one`])
      expect(namesIn(await list(owner, 'shared=me'))).toEqual([])
      expect((await change(guest, one, { wheels: 1 })).status).toBe(403)
      expect((await remove(guest, one)).status).toBe(403)
      expect((await change(guest, unshared, { wheels: 1 })).status).toBe(404)
    })
  expect((await share(owner, one, { ...forGuest, access: 'edit' })).status).toBe(201)
  expect((await change(guest, one, { wheels: 1 })).status).toBe(200)
  expect((await remove(guest, one)).status).toBe(403)
  expect((await share(guest, one, { with: 'user', subjectId: owner.userId })).status).toBe(403)
  const listed = await owner.get(`/entities/records/${one}/shares`)
  expect(listed.body.items).toMatchObject([
    { with: 'user', subjectId: guest.userId, access: 'edit', name: guest.email },
  ])
  const explained = await admin.get(
    `/auth/access/explain?userId=${guest.userId}&feature=entities.records.view&kind=${kindOf(vehicle)}&recordId=${one}`,
  )
  expect(explained.body.record.actions.map(({ isPermitted }: { isPermitted: boolean }) => isPermitted)).toEqual([
    true,
    true,
    false,
  ])
  // Shares end with their record, and return with it.
  const deleted = await remove(owner, one)
  expect(deleted.status).toBe(200)
  expect((await share(owner, one, forGuest)).status).toBe(404)
  expect((await owner.get(`/entities/records/${one}/shares`)).status).toBe(404)
  expect(namesIn(await list(guest, 'withDeleted=true'))).toEqual([])
  expect((await undo(owner, deleted)).status).toBe(200)
  expect(namesIn(await list(guest))).toEqual([`${name} one`])
  expect((await owner.del(`/entities/records/${one}/shares/${shared.body.id}`)).status).toBe(200)
  expect(namesIn(await list(guest))).toEqual([])
})

test('previews show nothing that may not be read', async () => {
  const recordId = await add(admin, { name: tag(), cost: 123_456.5 })
  const { actor, scope } = app.callerOf({ features: FEATURES })
  const policies = { [kindOf(vehicle)]: { fields: { read: ['cf_name'] } } }
  const layers = [[{ source: { kind: 'user' as const }, features: FEATURES, policies }]]
  const preview = (caller: Caller) =>
    app.platform.actAs(caller, ({ dryRun }) =>
      dryRun(({ run }) => run(createRecord, { entityId: vehicle, recordId, values: { name: 'Other' } })),
    )
  const [shown] = await preview({ scope, actor: { ...actor, layers } })
  expect(shown!.changes.map(({ table }) => table)).toContain('custom_entity_records')
  expect(JSON.stringify(shown)).not.toContain('123456.5')
  // Whoever may write all fields replaces all of them.
  expect(JSON.stringify(await preview({ actor, scope }))).toContain('123456.5')
})

test('files of hidden records are hidden, and others are not', async () => {
  const region = tag()
  const rows = { read: { field: 'cf_region', operator: '=', value: region } }
  const clerk = await person({ rows, features: [...FEATURES, 'attachments.*', 'analytics.*'] })
  const upload = async (client: Client, entityId: string, recordId: string) =>
    client.post('/attachments', uploadForm({ name: `${CANARY}.txt`, fields: { entityId, recordId } }))
  const [seen, hidden] = [await add(admin, { name: 'Seen', region }), await add(admin, { name: 'Hidden' })]
  const other = await add(admin, { name: 'Boat' }, boat)
  const filesOf = async (client: Client, entityId: string, recordId: string) => {
    const { status, body } = await client.get(`/attachments?entityId=${entityId}&recordId=${recordId}`)
    return [status, body.items?.length ?? body.total]
  }
  const ids: string[] = []
  for (const [entityId, recordId] of [
    [vehicle, seen],
    [vehicle, hidden],
    [boat, other],
    ['shop:order', '1'],
  ] as const) {
    const { status, body } = await upload(admin, entityId, recordId)
    expect([entityId, status]).toEqual([entityId, 200])
    ids.push(body.item.id as string)
  }
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => {
      const files = await clerk.get('/attachments/library?pageSize=100')
      const listed = files.body.items.map(({ id }: { id: string }) => id)
      expect([layers, ...ids.map((id) => listed.includes(id))]).toEqual([layers, true, false, true, true])
      const opened = await Promise.all(ids.map(async (id) => (await clerk.get(`/attachments/library/${id}`)).status))
      expect([layers, ...opened]).toEqual([layers, 200, 404, 200, 200])
      expect(await filesOf(clerk, vehicle, hidden)).toEqual(await filesOf(clerk, vehicle, crypto.randomUUID()))
      const counted = async (client: Client) => {
        const filters = [{ field: 'entityId', operator: 'eq', value: vehicle }]
        const metric = { field: 'id', aggregate: 'count' }
        return (await client.post('/dashboards/widgets/data', { entityType: 'attachments:files', metric, filters }))
          .body.value
      }
      expect([layers, await counted(clerk), await counted(admin)]).toEqual([layers, 1, 2])
    })
  expect((await upload(clerk, vehicle, hidden)).status).toBe(404)
  expect((await upload(clerk, vehicle, seen)).status).toBe(200)
  expect((await filesOf(admin, vehicle, hidden))[1]).toBe(1)
})

test('charts count, group and sum up records as far as the caller may read them, and follow each write', async () => {
  const region = tag()
  const features = [...FEATURES, 'analytics.*', 'dashboards.*']
  const clerk = await person({ rows: { read: { field: 'cf_region', operator: '=', value: region } }, features })
  const blind = await person({ fields: { read: ['cf_name', 'cf_wheels', 'cf_region'] }, features })
  const filters = [{ field: 'cf_region', operator: 'eq', value: region }]
  const ask = (client: Client, request: object = {}) =>
    client.post('/dashboards/widgets/data', {
      entityType: vehicle,
      metric: { field: 'id', aggregate: 'count' },
      ...request,
    })
  const sum = (field: string) => ({ metric: { field, aggregate: 'sum' }, filters })
  await add(admin, { name: 'A', region, wheels: 4, cost: 10 })
  await add(admin, { name: 'B', region, wheels: 2, cost: 5 })
  await add(admin, { name: 'C', region: 'elsewhere', wheels: 2 })
  await add(admin, { name: 'D', region }, boat)
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => {
      expect([layers, (await ask(clerk)).body.value]).toEqual([layers, 2])
      expect((await ask(clerk, sum('cf_cost'))).body.value).toBe(15)
    })
  const { body } = await ask(clerk, { groupBy: { field: 'cf_wheels' } })
  expect(body.data.map(({ groupKey, value }: { groupKey: number; value: number }) => [groupKey, value])).toEqual(
    expect.arrayContaining([
      [2, 1],
      [4, 1],
    ]),
  )
  await add(admin, { name: 'E', region, wheels: 2, cost: 1 })
  expect((await ask(clerk)).body.value).toBe(3)
  expect((await ask(admin, { filters })).body.value).toBe(3)
  // Neither does a share that has ended count any more.
  const mine = { field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }
  const [owner, guest] = [await person({ rows: { read: mine } }), await person({ rows: { read: mine }, features })]
  const countsOf = async (client: Client) => {
    const request = { entityType: vehicle, metric: { field: 'id', aggregate: 'count' } }
    const batch = await client.post('/dashboards/widgets/data/batch', { requests: [{ id: 'one', request }] })
    return [(await ask(client)).body.value, batch.body.results[0].data.value]
  }
  const recordId = await add(owner, { name: 'Shared' })
  expect(await countsOf(guest)).toEqual([0, 0])
  const shared = await owner.post(`/entities/records/${recordId}/shares`, { with: 'user', subjectId: guest.userId })
  expect(await countsOf(guest)).toEqual([1, 1])
  expect((await owner.del(`/entities/records/${recordId}/shares/${shared.body.id}`)).status).toBe(200)
  expect(await countsOf(guest)).toEqual([0, 0])
  // A field that may not be read is unknown.
  const [hidden, unknown] = [await ask(blind, sum('cf_cost')), await ask(blind, sum('cf_cust'))]
  expect([hidden.status, hidden.text.replace('cost', 'cust')]).toEqual([unknown.status, unknown.text])
  expect((await ask(blind, sum('cf_wheels'))).body.value).toBe(8)
  const split = (client: Client, field: string) => ask(client, { groupBy: { field: 'cf_wheels' }, splitBy: { field } })
  const [hiddenSplit, unknownSplit] = [await split(blind, 'cf_cost'), await split(blind, 'cf_cust')]
  expect([hiddenSplit.status, hiddenSplit.text.replace('cost', 'cust')]).toEqual([400, unknownSplit.text])
  const regions = (await split(clerk, 'cf_region')).body.series
  expect(regions.map(({ seriesKey }: { seriesKey: string }) => seriesKey)).toEqual([region])
  const offered = async (client: Client) =>
    (await client.get('/dashboards/entities')).body.items.find(({ id }: { id: string }) => id === vehicle)
  const fields = (await offered(admin)).fields.map(({ name }: { name: string }) => name)
  expect(await offered(admin)).toMatchObject({ module: 'Custom Fields', label: 'Vehicle' })
  expect(fields).toEqual(expect.arrayContaining(['createdAt', 'cf_wheels', 'cf_cost']))
  expect(JSON.stringify(await offered(blind))).not.toContain('cf_cost')
  const other = await person({ features: ['analytics.*', 'dashboards.*'] })
  expect([(await ask(other)).status, await offered(other)]).toEqual([403, undefined])
  expect((await ask(admin, { entityType: 'shop:nothing' })).status).toBe(400)
})
