import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf, withHeaders } from '@plinth/auth/testing'
import { apiKeys } from '@plinth/api-keys'
import { progress } from '@plinth/progress'
import { createBelow } from '@plinth/directory/testing'
import { type Client, tenantB, testPlatform, type TestPlatform, withLayers } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { casework } from './_cases.ts'

let app: TestPlatform
let admin: Client
const unknown = 'f0000000-0000-4000-8000-00000000000f'
const LAYERS = ['both layers', 'no ORM filters', 'no row level security'] as const
const isMine = { field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }
const FEATURES = ['cases.*', 'audit_logs.*']

beforeAll(async () => {
  app = await authApp({ modules: [progress, auditLogs, apiKeys, casework] })
  admin = superAdminOf(app)
})
afterAll(() => app[Symbol.asyncDispose]())

async function person(
  policies: object = { read: isMine },
  features: readonly string[] = FEATURES,
  fields: object = {},
) {
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: [...features] })
  const restricted = await admin.put('/auth/roles/row-policies', { roleId, policies: { 'cases.case': policies } })
  expect(restricted.body).toMatchObject({ ok: true })
  const email = `${crypto.randomUUID()}@acme.com`
  const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId], ...fields })
  return Object.assign(await signIn(app, email), { email, userId, roleId })
}

async function addCase(client: Client, title: string = crypto.randomUUID()): Promise<{ id: string; title: string }> {
  const answer = await client.post('/cases/cases', { title })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return { id: answer.body.id, title }
}

const share = (client: Client, id: string, body: object) => client.post(`/cases/cases/${id}/shares`, body)
const undo = (client: Client, answer: { operation: { undoToken?: string | null } | null }) =>
  client.post('/audit_logs/audit-logs/actions/undo', { undoToken: answer.operation!.undoToken })
const titles = async (client: Client, query = '') =>
  (await client.get(`/cases/cases?sortField=title&${query}`)).body.items.map(({ title }: { title: string }) => title)
const rename = async (client: Client, id: string) =>
  (await client.put('/cases/cases', { id, title: crypto.randomUUID() })).status
const remove = async (client: Client, id: string) => (await client.send('DELETE', `/cases/cases?id=${id}`)).status

test('what is shared to be read is read, and neither changed nor deleted, in either layer', async () => {
  const [owner, guest] = [await person(), await person()]
  const [one, own] = [await addCase(owner), await addCase(guest)]
  await addCase(owner)
  expect(await titles(guest)).toEqual([own.title])
  const shared = await share(owner, one.id, { with: 'user', subjectId: guest.userId })
  expect([shared.status, shared.body]).toEqual([201, { id: expect.any(String) }])
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => {
      expect([layers, await titles(guest), await titles(guest, 'shared=me')]).toEqual([
        layers,
        [one.title, own.title].toSorted(),
        [one.title],
      ])
      expect((await guest.get(`/cases/cases?id=${one.id}`)).body.total).toBe(1)
    })
  // No policy restricts updates of what may be read.
  expect([await rename(guest, one.id), await remove(guest, one.id)]).toEqual([403, 403])
  expect(await titles(owner)).toContain(one.title)
  expect([await rename(guest, own.id), await rename(owner, one.id)]).toEqual([200, 200])
  const ended = await owner.send('DELETE', `/cases/cases/${one.id}/shares/${shared.body.id}`)
  expect([ended.status, await titles(guest, 'shared=me')]).toEqual([200, []])
  expect((await undo(owner, ended)).status).toBe(200)
  expect(await titles(guest, 'shared=me')).toHaveLength(1)
})

test('what is shared to be edited is changed, and not deleted, until the database says that it is over', async () => {
  const [owner, guest] = [await person(), await person({ read: isMine, update: isMine })]
  const { id } = await addCase(owner)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const body = { with: 'user', subjectId: guest.userId }
  const first = await share(owner, id, body)
  expect(await rename(guest, id)).toBe(403)
  const again = await share(owner, id, { ...body, access: 'edit', until })
  expect([again.status, again.body]).toEqual([201, first.body])
  expect([await rename(guest, id), await remove(guest, id)]).toEqual([200, 403])
  const { items } = (await owner.get(`/cases/cases/${id}/shares`)).body
  expect(items).toEqual([
    { id: first.body.id, ...body, name: guest.email, access: 'edit', until, createdAt: expect.any(String) },
  ])
  await app.sql(`update record_shares set expires_at = clock_timestamp() - interval '1 millisecond' where id = $1`, [
    first.body.id,
  ])
  for (const layers of LAYERS) await withLayers(app, layers, async () => expect(await titles(guest)).toEqual([]))
  expect(await rename(guest, id)).toBe(404)
  const past = await share(owner, id, { ...body, until: new Date(Date.now() - 1_000).toISOString() })
  expect([past.status, past.body.fieldErrors]).toEqual([400, { until: 'In the past' }])
})

test('teams and roles are shared with as well, as long as somebody belongs to them', async () => {
  const [owner, guest] = [await person(), await person()]
  const team = async (parentId?: string) =>
    (await admin.post('/auth/teams', { name: crypto.randomUUID(), ...(parentId && { parentId }) })).body.id as string
  const above = await team()
  const below = await team(above)
  const [byTeam, byRole] = [await addCase(owner), await addCase(owner)]
  expect((await share(owner, byTeam.id, { with: 'team', subjectId: above })).status).toBe(201)
  expect((await share(owner, byRole.id, { with: 'role', subjectId: guest.roleId })).status).toBe(201)
  expect(await titles(guest)).toEqual([byRole.title])
  await admin.put('/auth/teams/members', { teamId: below, add: [guest.userId] })
  expect(await titles(guest, 'shared=me')).toEqual([byTeam.title, byRole.title].toSorted())
  await admin.put('/auth/users', { id: guest.userId, roles: [owner.roleId] })
  expect(await titles(guest)).toEqual([byTeam.title])
})

test('callers without policies see what they have seen, and what is shared with them apart', async () => {
  const [owner, clerk] = [await person(), await person({})]
  const [one, other] = [await addCase(owner), await addCase(owner)]
  await share(owner, one.id, { with: 'user', subjectId: clerk.userId })
  expect(await titles(clerk)).toEqual(expect.arrayContaining([one.title, other.title]))
  expect(await titles(clerk, 'shared=me')).toEqual([one.title])
  expect(await rename(clerk, one.id)).toBe(200)
})

test('nobody shares what they may not change themselves', async () => {
  const [owner, guest, third] = [await person(), await person(), await person()]
  const { id } = await addCase(owner)
  const body = { with: 'user', subjectId: third.userId, access: 'edit' }
  // Hidden, by a share, and by a policy that lets it be read.
  expect((await share(guest, id, body)).status).toBe(404)
  await share(owner, id, { with: 'user', subjectId: guest.userId, access: 'edit' })
  expect(await rename(guest, id)).toBe(200)
  expect((await share(guest, id, body)).status).toBe(403)
  expect((await guest.get(`/cases/cases/${id}/shares`)).status).toBe(403)
  const reader = await person({ update: isMine })
  expect((await reader.get(`/cases/cases?id=${id}`)).body.total).toBe(1)
  expect((await share(reader, id, body)).status).toBe(403)
  // Without the feature of the resource.
  const viewer = await person({}, ['cases.view'])
  expect((await share(viewer, id, body)).status).toBe(403)
  // Nor do they end or undo what others have shared.
  const shared = await share(owner, id, body)
  expect((await guest.send('DELETE', `/cases/cases/${id}/shares/${shared.body.id}`)).status).toBe(403)
  expect((await undo(guest, shared)).status).not.toBe(200)
  expect(await titles(third)).toHaveLength(1)
  // A share of another record is not ended.
  const { id: other } = await addCase(guest)
  expect((await guest.send('DELETE', `/cases/cases/${other}/shares/${shared.body.id}`)).status).toBe(404)
})

test('a share gives no feature, no organization and no tenant', async () => {
  const owner = await person()
  const { id } = await addCase(owner)
  const foreign = app.as({ isSuperAdmin: true, tenantId: tenantB.id })
  const email = `${crypto.randomUUID()}@b.com`
  const stranger = await foreign.post('/auth/users', {
    email,
    password: PASSWORD,
    organizationId: tenantB.organization,
  })
  for (const [kind, subjectId] of [
    ['user', stranger.body.id],
    ['user', unknown],
    ['team', unknown],
    ['role', unknown],
    ['role', owner.userId],
    ['user', owner.roleId],
  ]) {
    const answer = await share(owner, id, { with: kind, subjectId })
    expect([kind, answer.status, answer.body.fieldErrors]).toEqual([kind, 400, { subjectId: 'Not found' }])
  }
  const { id: shared } = (await share(owner, id, { with: 'user', subjectId: owner.userId })).body
  // A forged row of another tenant or for one of its people changes nothing.
  await app.sql('update record_shares set subject_id = $2 where id = $1', [shared, stranger.body.id])
  expect((await foreign.get('/cases/cases?shared=me')).body.items).toEqual([])

  // The role of super admins is no way to its rights.
  const blind = await person({ read: isMine }, ['auth.users.list'])
  expect((await share(owner, id, { with: 'role', subjectId: blind.roleId, access: 'edit' })).status).toBe(201)
  expect([(await blind.get('/cases/cases')).status, await rename(blind, id)]).toEqual([403, 403])

  const branch = await createBelow(admin, `Branch ${crypto.randomUUID()}`)
  const elsewhere = await person({ read: isMine }, FEATURES, { organizationId: branch })
  await admin.put('/auth/roles/acl', { roleId: elsewhere.roleId, features: FEATURES, organizations: [branch] })
  expect((await share(owner, id, { with: 'user', subjectId: elsewhere.userId, access: 'edit' })).status).toBe(201)
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => {
      const { body } = await elsewhere.get('/cases/cases?shared=me')
      expect([layers, body.items]).toEqual([layers, []])
    })
  expect(await rename(elsewhere, id)).toBe(404)
})

test('shares end with their record, and an undo brings both back', async () => {
  const [owner, guest] = [await person(), await person()]
  const { id, title } = await addCase(owner)
  await share(owner, id, { with: 'user', subjectId: guest.userId })
  const deleted = await owner.send('DELETE', `/cases/cases?id=${id}`)
  expect([deleted.status, await titles(guest)]).toEqual([200, []])
  expect(await app.sql('select from record_shares where record_id = $1', [id])).toEqual([])
  expect((await owner.get(`/cases/cases/${id}/shares`)).status).toBe(404)
  expect((await undo(owner, deleted)).status).toBe(200)
  expect(await titles(guest, 'shared=me')).toEqual([title])
})

test('a key has what is shared with its creator and with roles that both have', async () => {
  const [owner, guest] = [await person(), await person({ read: isMine }, [...FEATURES, 'api_keys.*'])]
  const role = await addRole(admin, `Other ${crypto.randomUUID()}`, { features: ['cases.view'] })
  await admin.put('/auth/roles/row-policies', { roleId: role, policies: { 'cases.case': { read: isMine } } })
  const [byUser, byRole] = [await addCase(owner), await addCase(owner)]
  await share(owner, byUser.id, { with: 'user', subjectId: guest.userId })
  await share(owner, byRole.id, { with: 'role', subjectId: role })
  const made = await guest.post('/api_keys/keys', { name: 'Key', roles: [guest.roleId] })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  const key = withHeaders(app, { 'x-api-key': made.body.secret })
  expect(await titles(key)).toEqual([byUser.title])
})

test('an explanation names the share that permits a record', async () => {
  const [owner, guest] = [await person(), await person()]
  const { id } = await addCase(owner)
  const shared = await share(owner, id, { with: 'user', subjectId: guest.userId })
  const query = `feature=cases.view&kind=cases.case&recordId=${id}`
  const explain = async () =>
    (await admin.get(`/auth/access/explain?userId=${guest.userId}&${query}`)).body.record.actions
  const [read, update, deletion] = await explain()
  expect(read).toMatchObject({
    isPermitted: true,
    sentence: 'The record can be seen: it is shared with the user.',
    shares: [{ id: shared.body.id, with: 'user', subjectId: guest.userId, until: null }],
  })
  expect([update.isPermitted, update.shares, deletion.isPermitted]).toEqual([false, [], false])
  expect([update.sentence, deletion.sentence]).toEqual([
    'The record cannot be changed: it is shared, and the share does not permit it.',
    'The record cannot be deleted: it is shared, and the share does not permit it.',
  ])
  const { items } = (await admin.get(`/auth/access/holders?pageSize=100&${query}`)).body
  expect(items.find(({ id: one }: { id: string }) => one === guest.userId).record).toEqual({
    read: true,
    update: false,
    delete: false,
  })
  await share(owner, id, { with: 'user', subjectId: guest.userId, access: 'edit' })
  expect((await explain())[1]).toMatchObject({ isPermitted: true, shares: [{ id: shared.body.id }] })
})

test('a share and the deletion of its record take turns', async () => {
  const owner = await person()
  for (let round = 0; round < 5; round++) {
    const { id } = await addCase(owner)
    const [shared, deleted] = await Promise.all([
      share(owner, id, { with: 'role', subjectId: owner.roleId }),
      owner.send('DELETE', `/cases/cases?id=${id}`),
    ])
    expect([201, 404]).toContain(shared.status)
    expect([deleted.status, await app.sql('select from record_shares where record_id = $1', [id])]).toEqual([200, []])
  }
})

test('a platform without a module that stores shares does not start', async () => {
  const start = testPlatform({ modules: [casework], postgresUrl: process.env['TEST_DATABASE_URL'] ?? app.databaseUrl })
  await expect(start).rejects.toThrow("The records of 'cases.case' can be shared, and no composed module stores shares")
})
