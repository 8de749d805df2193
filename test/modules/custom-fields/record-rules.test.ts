import { postFile, workOn } from '@plinth/transfer/testing'
import { addRole, PASSWORD, addUser, signIn, superAdminOf } from '@plinth/auth/testing'
import { businessRules } from '@plinth/business-rules'
import { auditLogs } from '@plinth/audit-logs'
import { customFields } from '@plinth/custom-fields'
import { dictionaries } from '@plinth/dictionaries'
import type { Client, TestResponse } from '@plinth/testing'
import { afterAll, expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { importApp } from '../transfer/_shop.ts'
import { addEntity, addRecord, defineField, everything, undo } from './_app.ts'

const app = await authApp({ modules: [auditLogs, businessRules(), dictionaries, customFields] })
afterAll(() => app[Symbol.asyncDispose]())
const admin = app.as({ features: ['*'], userId: 'c0ffee00-0000-4000-8000-000000000000' })

/** An entity of vehicles. */
async function vehicles(client: Client = admin) {
  const entityId = await addEntity(client)
  await defineField(client, entityId, { key: 'wheels', kind: 'integer' })
  await defineField(client, entityId, { key: 'status', kind: 'select', options: ['free', 'sold'] })
  await defineField(client, entityId, { key: 'price', kind: 'float' })
  return entityId
}

let count = 0
async function addRule(client: Client, entityType: string, rule: object): Promise<TestResponse['body']> {
  const answer = await client.post('/business_rules/rules', {
    ruleId: `R${++count}`,
    ruleName: `Rule ${count}`,
    ruleType: 'GUARD',
    entityType,
    eventType: 'beforeSave',
    ...rule,
  })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.body
}

type Compared = readonly [field: string, operator: string, value: unknown]

/** A guard with a condition, and what it says. */
const guard = ([field, operator, value]: Compared, message: string, eventType = 'beforeSave') => ({
  eventType,
  conditionExpression: { field, operator, value },
  failureActions: [{ type: 'SHOW_ERROR', config: { message } }],
})

const add = (entityId: string, values: object, recordId?: string) =>
  admin.post('/entities/records', { entityId, values, ...(recordId && { recordId }) })
const change = (entityId: string, recordId: string, values: object) =>
  admin.put('/entities/records', { entityId, recordId, values })
const remove = (entityId: string, recordId: string) => admin.del('/entities/records', { entityId, recordId })
const told = ({ status, body }: TestResponse) => (status < 300 ? status : [status, body.error])
const all = async (entityId: string) =>
  (await admin.get(`/entities/records?entityId=${entityId}&sortField=name`)).body.items
const redo = async (client: Client, { operation }: TestResponse) =>
  client.post('/audit_logs/audit-logs/actions/redo', { logId: operation?.id })

test('a date is not compared with what only people read as one, and analysis says so', async () => {
  const entityId = await vehicles()
  await defineField(admin, entityId, { key: 'due', kind: 'date' })
  const rule = await addRule(admin, entityId, guard(['cf_due', '<=', '31.12.2026'], 'Too late'))
  const why = `${rule.ruleName ?? `Rule ${count}`}: Condition evaluation failed: cf_due is a date and cannot be compared with a text`
  expect(told(await add(entityId, { due: '2026-05-01' }))).toEqual([422, why])
  expect(told(await add(entityId, { due: '2027-05-01' }))).toEqual([422, why])
  const { findings } = (await admin.post('/business_rules/rules/analyze', { entityType: entityId })).body
  const message = 'cf_due is a date and cannot be compared with a text, so the rule rejects'
  expect(findings).toMatchObject([{ code: 'wrong-type', message }])
  // Also where the field may have no value.
  await addRule(admin, entityId, guard(['cf_price', '<=', '7,000'], 'Too dear'))
  const all = (await admin.post('/business_rules/rules/analyze', { entityType: entityId })).body.findings
  const dear = 'cf_price is a number and cannot be compared with a text, so the rule rejects'
  expect(all).toContainEqual(expect.objectContaining({ code: 'wrong-type', message: dear }))
})

test('guards decide on records as they are stored, of their entity alone', async () => {
  const [vehicle, boat] = [await vehicles(), await vehicles()]
  await addRule(admin, vehicle, guard(['cf_wheels', '<=', 4], 'At most 4 wheels'))
  expect(told(await add(vehicle, { name: 'Lorry', wheels: '6' }))).toEqual([422, 'At most 4 wheels'])
  expect(told(await add(boat, { name: 'Lorry', wheels: 6 }))).toBe(200)
  const van = (await add(vehicle, { name: 'Van', wheels: 4 })).body.item.recordId
  expect(told(await change(vehicle, van, { cf_wheels: 8 }))).toEqual([422, 'At most 4 wheels'])
  // What is not sent is as it is stored.
  expect(told(await change(vehicle, van, { name: 'Car' }))).toBe(200)
  // A creation with the id of a record replaces it.
  expect(told(await add(vehicle, { name: 'Bus', wheels: 6 }, van))).toEqual([422, 'At most 4 wheels'])
  // A guard that cannot be evaluated denies.
  const missing = await add(vehicle, { name: 'Sledge' })
  expect(missing.status).toBe(422)
  expect(missing.body.error).toContain('cf_wheels')
  expect(await all(vehicle)).toMatchObject([{ name: 'Car', wheels: 4 }])
})

test('each event is that of what was done to the record', async () => {
  const vehicle = await vehicles()
  const now = guard(['cf_status', '!=', 'sold'], 'Sold vehicles stay', 'beforeDelete')
  await addRule(admin, vehicle, now)
  const before = { field: 'before.cf_status', operator: '=', value: 'sold' }
  await addRule(admin, vehicle, {
    eventType: 'beforeUpdate',
    conditionExpression: { operator: 'NOT', rules: [before] },
    failureActions: [{ type: 'SHOW_ERROR', config: { message: 'It is sold' } }],
  })
  await addRule(admin, vehicle, guard(['cf_name', '!=', 'Never'], 'Not called so', 'beforeCreate'))
  expect(told(await add(vehicle, { name: 'Never' }))).toEqual([422, 'Not called so'])
  const { recordId } = (await add(vehicle, { name: 'Van', status: 'free' })).body.item
  expect(told(await change(vehicle, recordId, { name: 'Never' }))).toBe(200)
  expect(told(await change(vehicle, recordId, { status: 'sold' }))).toBe(200)
  expect(told(await change(vehicle, recordId, { status: 'free' }))).toEqual([422, 'It is sold'])
  expect(told(await add(vehicle, { name: 'Other' }, recordId))).toEqual([422, 'It is sold'])
  expect(told(await remove(vehicle, recordId))).toEqual([422, 'Sold vehicles stay'])
  expect((await all(vehicle)).length).toBe(1)
})

test('undo and redo ask the guards of the entity of each record', async () => {
  const [vehicle, boat] = [await vehicles(), await vehicles()]
  const [van, ship] = [
    (await add(vehicle, { name: 'Van', wheels: 8 })).body.item,
    (await add(boat, { wheels: 8 })).body.item,
  ]
  const changed = [await change(vehicle, van.recordId, { wheels: 4 }), await change(boat, ship.recordId, { wheels: 4 })]
  const deleted = (await add(vehicle, { name: 'Old', wheels: 10 })).body.item
  const deletion = await remove(vehicle, deleted.recordId)
  const rule = await addRule(admin, vehicle, guard(['cf_wheels', '<=', 4], 'At most 4 wheels'))
  expect(told(await undo(admin, changed[0]!))).toEqual([422, 'At most 4 wheels'])
  expect(told(await undo(admin, changed[1]!))).toBe(200)
  expect(told(await undo(admin, deletion))).toEqual([422, 'At most 4 wheels'])
  await admin.put('/business_rules/rules', { id: rule.id, enabled: false })
  expect(told(await undo(admin, changed[0]!))).toBe(200)
  await addRule(admin, vehicle, guard(['cf_wheels', '>', 4], 'More than 4 wheels'))
  expect(told(await redo(admin, changed[0]!))).toEqual([422, 'More than 4 wheels'])
  expect(await all(vehicle)).toMatchObject([{ name: 'Van', wheels: 8 }])
  // The undo of a creation deletes.
  const made = await add(vehicle, { name: 'New', wheels: 6 })
  await addRule(admin, vehicle, guard(['cf_name', '!=', 'New'], 'New ones stay', 'beforeDelete'))
  expect(told(await undo(admin, made))).toEqual([422, 'New ones stay'])
})

test('rules set values, which are validated, and run after the commit', async () => {
  const vehicle = await vehicles()
  await addRule(admin, vehicle, {
    ruleType: 'ASSIGNMENT',
    conditionExpression: { field: 'cf_wheels', operator: '>', value: 4 },
    successActions: [{ type: 'SET_FIELD', config: { field: 'cf_status', value: 'sold' } }],
  })
  await addRule(admin, vehicle, {
    ruleType: 'ASSIGNMENT',
    conditionExpression: { field: 'cf_name', operator: '=', value: 'Wrong' },
    successActions: [
      { type: 'SET_FIELD', config: { field: 'cf_status', value: 'melted' } },
      { type: 'SET_FIELD', config: { field: 'cf_nothing', value: 1 } },
    ],
  })
  const lorry = (await add(vehicle, { name: 'Lorry', wheels: 6, cf_status: 'free' })).body.item.recordId
  expect(await all(vehicle)).toMatchObject([{ name: 'Lorry', wheels: 6, status: 'sold' }])
  expect(told(await change(vehicle, lorry, { wheels: 4, status: 'free' }))).toBe(200)
  expect(told(await change(vehicle, lorry, { wheels: 5 }))).toBe(200)
  expect(await all(vehicle)).toMatchObject([{ wheels: 5, status: 'sold' }])
  const wrong = await add(vehicle, { name: 'Wrong' })
  expect([wrong.status, wrong.body.fields]).toEqual([400, { cf_status: 'Must be one of the options' }])
  await addRule(admin, vehicle, {
    ruleType: 'ACTION',
    eventType: 'afterSave',
    conditionExpression: { field: 'cf_wheels', operator: '>=', value: 9 },
    successActions: [{ type: 'LOG', config: { message: 'Long' } }],
  })
  await change(vehicle, lorry, { wheels: 9 })
  await app.jobs()
  await app.settled()
  const logs = (await admin.get(`/business_rules/logs?entityType=${vehicle}&pageSize=100`)).body.items
  const ran = logs.filter(({ inputContext }: { inputContext: { data: object } }) => 'cf_wheels' in inputContext.data)
  expect(ran.length).toBe(logs.length)
  expect(ran.at(0).inputContext.data).toMatchObject({ entityId: vehicle, cf_wheels: 9 })
})

test('the editor is told the entities of customers, with their fields and values', async () => {
  const vehicle = await vehicles()
  await defineField(admin, vehicle, { key: 'tags', multi: true })
  await defineField(admin, vehicle, { key: 'bought', kind: 'date' })
  await defineField(admin, 'auth:role', { key: 'grade', kind: 'select', options: [1, 2] })
  const { items } = (await admin.get('/business_rules/entities')).body
  const own = items.find(({ entityType }: { entityType: string }) => entityType === vehicle)
  expect(own).toMatchObject({ title: 'Vehicle', source: 'custom', aliases: [], definedFor: vehicle })
  expect(own.events.map(({ eventType }: { eventType: string }) => eventType).toSorted()).toEqual(
    ['Create', 'Delete', 'Save', 'Update'].flatMap((verb) => [`after${verb}`, `before${verb}`]).toSorted(),
  )
  const named = Object.fromEntries(own.fields.map(({ name, ...rest }: { name: string }) => [name, rest]))
  expect(named).toMatchObject({
    cf_wheels: { type: 'number', settable: true, label: 'wheels' },
    cf_status: { type: 'text', values: ['free', 'sold'] },
    cf_tags: { type: 'array' },
    cf_bought: { type: 'date' },
    ownerId: { type: 'text', settable: false },
  })
  expect(named).not.toHaveProperty('entityId')
  const role = items.find(({ entityType }: { entityType: string }) => entityType === 'auth:role')
  expect(role).toMatchObject({ source: 'code', definedFor: 'auth:role' })
  expect(role.fields).toContainEqual({ name: 'cf_grade', type: 'any', values: [1, 2], label: 'grade', settable: true })
  expect(items.some(({ entityType }: { entityType: string }) => entityType === 'entities:record')).toBe(false)
})

test('a rule about what does not exist is refused, and analysis says what is wrong', async () => {
  const vehicle = await vehicles()
  const write = (rule: object) =>
    admin.post('/business_rules/rules', {
      ruleId: 'X',
      ruleName: 'X',
      ruleType: 'GUARD',
      eventType: 'beforeSave',
      ...rule,
    })
  expect((await write({ entityType: 'fleet:nothing' })).body.fieldErrors.entityType).toContain(vehicle)
  expect((await write({ entityType: 'entities:record' })).status).toBe(400)
  expect((await write({ entityType: vehicle, eventType: 'beforeSale' })).body.fieldErrors.eventType).toContain(
    `${vehicle} has no event 'beforeSale'`,
  )
  const rule = await addRule(admin, vehicle, guard(['cf_wheals', '<=', 4], 'At most 4 wheels'))
  const { findings } = (await admin.post('/business_rules/rules/analyze', { entityType: vehicle })).body
  expect(findings).toContainEqual(expect.objectContaining({ code: 'unknown-field', rules: [expect.any(String)] }))
  expect(told(await add(vehicle, { name: 'Van', wheels: 4 }))).toMatchObject([
    422,
    expect.stringContaining('cf_wheals'),
  ])
  await admin.del(`/business_rules/rules?id=${rule.id}`)
})

test('a guard on a field or an entity that is gone denies, as on built-in ones', async () => {
  const vehicle = await vehicles()
  await defineField(admin, 'auth:role', { key: 'level', kind: 'integer' })
  const about = guard(['cf_level', '<=', 4], 'At most 4')
  const ofRoles = await addRule(admin, 'auth:role', about)
  await addRule(admin, vehicle, guard(['cf_price', '<=', 4], 'At most 4'))
  const { recordId } = (await add(vehicle, { name: 'Van', price: 4 })).body.item
  expect((await admin.post('/auth/roles', { name: 'Auditor', cf_level: 1 })).status).toBe(201)
  for (const [entityId, key] of [
    ['auth:role', 'level'],
    [vehicle, 'price'],
  ])
    expect((await admin.del('/entities/definitions', { entityId, key })).status).toBe(200)
  const refused = [
    await admin.post('/auth/roles', { name: 'Builder' }),
    await change(vehicle, recordId, { name: 'Car' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([422, 422])
  expect(refused[0]!.body.error).toContain('cf_level is missing')
  expect(refused[1]!.body.error).toContain('cf_price is missing')
  await admin.del(`/business_rules/rules?id=${ofRoles.id}`)
  await admin.post('/entities/definitions.restore', { entityId: vehicle, key: 'price' })
  expect(told(await change(vehicle, recordId, { name: 'Car' }))).toBe(200)
  // Records outlive their entity, and so do its rules.
  expect((await admin.del('/entities/entities', { entityId: vehicle })).status).toBe(200)
  expect(told(await change(vehicle, recordId, { price: 5 }))).toEqual([422, 'At most 4'])
  const { findings } = (await admin.post('/business_rules/rules/analyze', { entityType: vehicle })).body
  expect(findings).toContainEqual(expect.objectContaining({ code: 'never-runs', path: 'entityType' }))
})

test('logs and the editor know no fields that the caller may not read', async () => {
  const root = superAdminOf(app)
  const vehicle = await vehicles(root)
  await addRule(root, vehicle, guard(['cf_price', '<=', 4], 'Too dear'))
  const roleId = await addRole(root, `Role ${crypto.randomUUID()}`, { features: ['business_rules.*', 'entities.*'] })
  const policies = { [`entities.${vehicle.replace(':', '.')}`]: { read: ['cf_name'] } }
  expect((await root.put('/auth/roles/field-policies', { roleId, policies })).status).toBe(200)
  const email = `${crypto.randomUUID()}@acme.com`
  await addUser(root, { email, password: PASSWORD, roles: [roleId] })
  const clerk = await signIn(app, email)
  expect(
    (await root.post('/entities/records', { entityId: vehicle, values: { name: 'V', price: 987_654 } })).status,
  ).toBe(422)
  await app.settled()
  const [seen, hidden] = await Promise.all(
    [root, clerk].map((client) => client.get(`/business_rules/logs?entityType=${vehicle}`)),
  )
  expect([seen!.body.items.length, hidden!.body.items.length]).toEqual([1, 1])
  expect(seen!.text).toContain('987654')
  expect(hidden!.text).not.toContain('987654')
  const { items } = (await clerk.get('/business_rules/entities')).body
  const { fields } = items.find(({ entityType }: { entityType: string }) => entityType === vehicle)
  expect(fields.map(({ name }: { name: string }) => name).filter((name: string) => name.startsWith('cf_'))).toEqual([
    'cf_name',
  ])
})

test('imports obey the rules, row by row', async () => {
  await using shop = await importApp()
  const owner = shop.person(['*']).client
  const vehicle = await vehicles(owner)
  await addRule(owner, vehicle, guard(['cf_wheels', '<=', 4], 'At most 4 wheels'))
  const made = await postFile(owner, { bytes: 'name,wheels\nVan,4\nLorry,6\nSledge,\n', entity: vehicle })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  expect(await workOn(shop, owner, { id: made.body.id, work: 'run' })).toMatchObject({
    counts: { created: 1, refused: 2 },
  })
  const { items } = (await owner.get(`/transfer/refusals?importId=${made.body.id}`)).body
  expect(JSON.stringify(items)).toContain('At most 4 wheels')
  expect((await owner.get(`/entities/records?entityId=${vehicle}`)).body.items).toMatchObject([{ name: 'Van' }])
}, 60_000)

test('records of entities without rules are written as before', async () => {
  const boat = await vehicles(everything(app))
  expect(await addRecord(admin, { entityId: boat, values: { name: 'Ship' } })).toMatchObject({ entityId: boat })
})
