import { auditLogs } from '@plinth/audit-logs'
import { type TestResponse, type Client, type Persona, tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { addOrganization, addRole, addUser, idOf, superAdminOf } from '../auth/_people.ts'

const PATH = '/audit_logs/audit-logs/actions'
const open = () => authApp({ modules: [auditLogs] })
const admin = (app: TestPlatform, persona: Persona = {}) =>
  app.as({ features: ['auth.*', 'directory.*', 'audit_logs.*'], ...persona })
const undo = (client: Client, answer: TestResponse) =>
  client.post(`${PATH}/undo`, { undoToken: answer.operation?.undoToken })
const redo = (client: Client, logId: unknown) => client.post(`${PATH}/redo`, { logId })
const UNAVAILABLE = { error: 'Undo token not available' }
const NO_TARGET = { error: 'Redo target not available' }

test('bodies that are none, tokens and ids that are none', async () => {
  await using app = await open()
  const json = { 'content-type': 'application/json' }
  for (const body of ['', '{', 'null', '[]', '{}', '{"undoToken":"  "}', '{"undoToken":7}', '{"undoToken":["a"]}'])
    expect(await admin(app).send('POST', `${PATH}/undo`, { body, headers: json }), body).toMatchObject({
      status: 400,
      body: { error: 'Invalid undo token' },
    })
  for (const body of ['', '{', 'null', '{"logId":""}', '{"logId":"7"}', '{"logId":null}'])
    expect(await admin(app).send('POST', `${PATH}/redo`, { body, headers: json }), body).toMatchObject({
      status: 400,
      body: { error: 'Invalid log id' },
    })
  expect((await admin(app).post(`${PATH}/undo`, { undoToken: 'unknown' })).body).toEqual(UNAVAILABLE)
  expect((await redo(admin(app), crypto.randomUUID())).body).toEqual(NO_TARGET)
})

test('tokens are trimmed, work once, and tell nothing to others', async () => {
  await using app = await open()
  const branch = await addOrganization(app)
  const made = await admin(app).post('/auth/roles', { name: 'Clerk' })
  const strangers = [
    admin(app, { tenantId: tenantB.id, organizationId: tenantB.organization }),
    admin(app, { organizationIds: [branch] }),
    app.as({ features: ['audit_logs.undo_self', 'audit_logs.redo_self', 'auth.*'] }),
  ]
  for (const stranger of strangers) expect(await undo(stranger, made)).toMatchObject({ status: 400, body: UNAVAILABLE })
  const undone = await admin(app).post(`${PATH}/undo`, { undoToken: ` ${made.operation?.undoToken} ` })
  expect(undone).toMatchObject({ status: 200, body: { ok: true, logId: made.operation?.id }, operation: null })
  expect((await undo(admin(app), made)).body).toEqual(UNAVAILABLE)
  for (const stranger of strangers)
    expect(await redo(stranger, undone.body.logId)).toMatchObject({ status: 400, body: NO_TARGET })
  const redone = await redo(admin(app), undone.body.logId)
  expect(redone.body).toEqual({ ok: true, logId: redone.operation?.id, undoToken: redone.operation?.undoToken })
  expect(redone.operation).toMatchObject({ commandId: 'auth.roles.create', resourceId: made.body.id })
  expect((await redo(admin(app), undone.body.logId)).body).toEqual(NO_TARGET)
  expect((await redo(admin(app), redone.body.logId)).body).toEqual(NO_TARGET)
  expect(await undo(admin(app), redone)).toMatchObject({ status: 200, body: { logId: redone.body.logId } })
})

test('what is in the way is told as fields, as a failure, or not at all', async () => {
  await using app = await open()
  const client = admin(app, { userId: crypto.randomUUID() })
  const { body } = await client.post('/auth/roles', { name: 'Clerk' })
  const removed = await client.del(`/auth/roles?id=${body.id}`)
  await addRole(client, 'Clerk')
  expect(await undo(client, removed)).toMatchObject({ status: 400, body: { error: 'Undo failed' } })
  const made = await client.post('/auth/roles', { name: 'Scribe' })
  await addUser(client, { roles: [made.body.id] })
  expect(await undo(client, made)).toMatchObject({
    status: 400,
    body: { error: 'Later changes are in the way', conflicts: [{ resourceKind: 'user_roles', fields: ['roleId'] }] },
  })
  const above = await client.post('/directory/organizations', { name: 'Above' })
  await client.post('/directory/organizations', { name: 'Below', parentId: above.body.id })
  expect(await undo(client, above)).toMatchObject({ status: 400 })
  const userId = await addUser(client)
  const renamed = await client.put('/auth/users', { id: userId, name: 'One' })
  await client.put('/auth/users', { id: userId, name: 'Two' })
  const inTheWay = (field: string) => ({
    conflicts: [{ resourceKind: 'auth.user', resourceId: userId, fields: [field] }],
  })
  expect((await undo(client, renamed)).body).toEqual({ ...UNAVAILABLE, ...inTheWay('name') })
  const other = admin(app)
  const again = await other.put('/auth/users', { id: userId, name: 'Three' })
  const modest = app.as({ features: ['auth.*', 'audit_logs.undo_self'], userId: crypto.randomUUID() })
  const mine = await modest.put('/auth/users', { id: userId, name: 'Four' })
  await other.put('/auth/users', { id: userId, name: 'Five' })
  expect((await undo(modest, mine)).body).toEqual({
    error: 'Later changes are in the way',
    ...inTheWay('name'),
  })
  await client.del(`/auth/users?id=${userId}`)
  expect((await undo(other, again)).body).toEqual({ ...UNAVAILABLE, ...inTheWay('id') })
  expect(await app.sql('select count(*) from plinth.turns')).toEqual([{ count: '0' }])
})

test('entries of somebody whose account is gone can still be undone', async () => {
  await using app = await open()
  const userId = await addUser(superAdminOf(app))
  const made = await admin(app, { userId }).post('/auth/roles', { name: 'Clerk' })
  await superAdminOf(app).del(`/auth/users?id=${userId}`)
  const client = admin(app)
  const [entry] = (await client.get(`${PATH}?actorUserId=${userId}`)).body.items
  expect(entry).toMatchObject({ actorUserId: userId, actorUserName: null, undoToken: made.operation?.undoToken })
  expect((await undo(client, made)).status).toBe(200)
})

test('an entry without a resource is undone before its actor’s earlier ones', async () => {
  await using app = await open()
  const client = admin(app, { userId: await idOf(app, 'admin@acme.com') })
  const first = await client.put('/auth/sidebar/preferences', { groupOrder: ['a'] })
  const second = await client.put('/auth/sidebar/preferences', { groupOrder: ['b'] })
  expect((await undo(client, first)).body).toMatchObject({ ...UNAVAILABLE, conflicts: [{ fields: ['settings'] }] })
  for (const answer of [second, first]) expect((await undo(client, answer)).status).toBe(200)
})

test('nobody regains by undo or redo what they could not grant', async () => {
  await using app = await open()
  const boss = superAdminOf(app)
  const userId = await addUser(boss)
  const flag = (isSuperAdmin: boolean) =>
    boss.put('/auth/users/acl', { userId, isSuperAdmin, features: ['*'], organizations: null })
  await flag(true)
  const taken = await flag(false)
  const client = admin(app, { userId })
  expect(await undo(client, taken)).toMatchObject({ status: 403 })
  expect(await undo(boss, taken)).toMatchObject({ status: 200 })
  expect(await redo(client, taken.operation?.id)).toMatchObject({ status: 403 })
  const roleId = await addRole(boss, 'Keeper', { features: ['dashboards.*'] })
  const emptied = await boss.put('/auth/roles/acl', { roleId, features: [] })
  expect(await undo(client, emptied)).toMatchObject({ status: 403, body: { error: expect.any(String) } })
  expect(await undo(admin(app, { features: ['*'] }), emptied)).toMatchObject({ status: 200 })
  const holder = await addUser(boss, { roles: [roleId] })
  const without = await boss.put('/auth/users', { id: holder, roles: [] })
  expect(await undo(client, without)).toMatchObject({ status: 403 })
  const password = await boss.put('/auth/users', { id: userId, password: 'Secret-456' })
  expect([password.status, password.operation]).toEqual([200, null])
  expect(await app.sql('select tenant_id from plinth.turns where kind = $1', ['undo'])).toEqual([
    { tenant_id: tenantA.id },
    { tenant_id: tenantA.id },
  ])
})
