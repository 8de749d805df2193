import { addRole, superAdminOf } from '@plinth/auth/testing'
import type { Client, TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { connect, scimApp } from './_scim.ts'

const person = (more: object = {}) => ({
  userName: 'kim@corp.example',
  externalId: 'k-1',
  name: { givenName: 'Kim', familyName: 'Corp' },
  emails: [{ value: 'kim@corp.example', type: 'work', primary: true }],
  ...more,
})
const patch = (...Operations: object[]) => ({ Operations })

const rolesOf = async (app: TestPlatform, userId: string) =>
  (await app.sql('select distinct role_id from user_roles where user_id = $1', [userId])).map((row) => row['role_id'])

/** A group that gives a role. */
async function mappedGroup(
  { app, provider }: { readonly app: TestPlatform; readonly provider: Client },
  roleId: string,
  ids: readonly string[],
) {
  const members = ids.map((value) => ({ value }))
  const { id } = (await provider.post('/scim/v2/Groups', { displayName: crypto.randomUUID(), members })).body
  expect((await superAdminOf(app).put('/scim/groups', { id, roleId })).status).toBe(200)
  return id as string
}

test('names of prototypes change no prototype, wherever they stand', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const { id } = (await provider.post('/scim/v2/Users', person())).body
  const names = ['__proto__', 'constructor', 'prototype', 'constructor.prototype', '__proto__.polluted', 'toString']
  for (const name of names) {
    for (const value of [{ polluted: true }, 'x', [{ polluted: true }]]) {
      for (const op of ['add', 'replace', 'remove'])
        expect((await provider.patch(`/scim/v2/Users/${id}`, patch({ op, path: name, value }))).status).toBe(400)
      const sent = JSON.parse(`{"${name}":${JSON.stringify(value)},"title":"Boss"}`) as object
      expect((await provider.patch(`/scim/v2/Users/${id}`, patch({ op: 'add', value: sent }))).status).toBe(200)
      const urn = `urn:acme:1.0:User`
      await provider.patch(`/scim/v2/Users/${id}`, patch({ op: 'add', path: `${urn}:${name}`, value }))
      await provider.patch(`/scim/v2/Users/${id}`, patch({ op: 'add', value: { [urn]: sent } }))
    }
    expect((await provider.get(`/scim/v2/Users?filter=${encodeURIComponent(`${name} eq "x"`)}`)).status).toBe(400)
    expect((await provider.get(`/scim/v2/Users?sortBy=${name}`)).status).toBe(400)
    expect((await provider.get(`/scim/v2/Users/${id}?attributes=${name}`)).status).toBeLessThan(500)
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect((await provider.get(`/scim/v2/Users/${id}`)).body.title).toBe('Boss')
})

test('somebody has a role as long as one of their groups, or an administrator, gives it', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const role = await addRole(superAdminOf(app), 'Readers', { features: ['auth.users.list'] })
  const { id } = (await provider.post('/scim/v2/Users', person())).body
  const [one, two] = [
    await mappedGroup({ app, provider }, role, [id]),
    await mappedGroup({ app, provider }, role, [id]),
  ]
  const leave = (group: string) =>
    provider.patch(`/scim/v2/Groups/${group}`, patch({ op: 'remove', path: `members[value eq "${id}"]` }))
  expect((await leave(one)).status).toBe(204)
  expect(await rolesOf(app, id)).toEqual([role])
  await provider.del(`/scim/v2/Groups/${two}`)
  expect(await rolesOf(app, id)).toEqual([])
  await superAdminOf(app).put('/auth/users', { id, roles: [role] })
  await mappedGroup({ app, provider }, role, [id])
  expect((await provider.del(`/scim/v2/Users/${id}`)).status).toBe(204)
  expect(await rolesOf(app, id)).toEqual([role])
})

test('somebody deleted and created again has the account, and the roles of no group', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const role = await addRole(superAdminOf(app), 'Readers', { features: ['auth.users.list'] })
  const { id } = (await provider.post('/scim/v2/Users', person())).body
  await mappedGroup({ app, provider }, role, [id])
  expect(await rolesOf(app, id)).toEqual([role])
  await provider.del(`/scim/v2/Users/${id}`)
  const again = await provider.post('/scim/v2/Users', person({ userName: 'kim.new@corp.example' }))
  expect([again.status, again.body.id, again.body.active, again.body.groups]).toEqual([201, id, true, undefined])
  expect(await rolesOf(app, id)).toEqual([])
})

test('an address that somebody deleted had makes a new account, without anything of the former one', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const role = await addRole(superAdminOf(app), 'Readers', { features: ['auth.users.list'] })
  const { id } = (await provider.post('/scim/v2/Users', person())).body
  await superAdminOf(app).put('/auth/users', { id, roles: [role], password: 'Former-Owner-1' })
  await provider.del(`/scim/v2/Users/${id}`)
  const next = await provider.post('/scim/v2/Users', person({ externalId: 'k-2', name: { givenName: 'Kimi' } }))
  expect(next.status).toBe(201)
  expect(next.body.id).not.toBe(id)
  expect(await rolesOf(app, next.body.id)).toEqual([])
  const login = await app.anonymous.post(
    '/auth/login',
    new URLSearchParams({ email: 'kim@corp.example', password: 'Former-Owner-1' }),
  )
  expect(login.status).toBe(401)
  // The former account can be reactivated by nobody who does not mean it: its address is gone.
  const [former] = await app.sql('select email, is_active from users where id = $1', [id])
  expect(former).toEqual({ email: `${id}@released.invalid`, is_active: false })
  const [row] = await app.sql('select service_account_id from scim_users limit 1')
  const admin = app.as({ features: ['scim.*', 'auth.*'] })
  const since = '2020-01-01T00:00:00Z'
  const restored = await admin.post('/scim/reactivate', { serviceAccountId: row!['service_account_id'], since })
  expect(restored.body).toEqual({ reactivated: 0 })
})

test('reactivated people are in their groups again, with the roles', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const role = await addRole(superAdminOf(app), 'Readers', { features: ['auth.users.list'] })
  const { id } = (await provider.post('/scim/v2/Users', person())).body
  const group = await mappedGroup({ app, provider }, role, [id])
  await provider.del(`/scim/v2/Users/${id}`)
  expect((await provider.get(`/scim/v2/Groups/${group}`)).body.members).toEqual([])
  expect(await rolesOf(app, id)).toEqual([])
  const [row] = await app.sql('select service_account_id from scim_users limit 1')
  const admin = app.as({ features: ['scim.*', 'auth.*'] })
  const since = '2020-01-01T00:00:00Z'
  await admin.post('/scim/reactivate', { serviceAccountId: row!['service_account_id'], since })
  expect((await provider.get(`/scim/v2/Groups/${group}`)).body.members).toEqual([{ value: id, type: 'User' }])
  expect(await rolesOf(app, id)).toEqual([role])
})

test('people who have left do not fill their groups, and come back into no group that undo restores', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const { id } = (await provider.post('/scim/v2/Users', person())).body
  const group = (await provider.post('/scim/v2/Groups', { displayName: 'All', members: [{ value: id }] })).body.id
  const path = `/scim/v2/Groups/${group}`
  const membersOf = async () => (await provider.get(path)).body.members
  const change = (op: string) => provider.patch(path, patch({ op, path: 'members', value: [{ value: id }] }))
  const left = await change('remove')
  const { undoToken } = JSON.parse(decodeURIComponent(left.headers.get('x-om-operation')!.slice('omop:'.length)))
  await provider.del(`/scim/v2/Users/${id}`)
  const admin = app.as({ features: ['*'] })
  expect((await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken })).status).toBe(200)
  expect(await membersOf()).toEqual([])
  const [row] = await app.sql('select service_account_id from scim_users limit 1')
  const since = '2020-01-01T00:00:00Z'
  await admin.post('/scim/reactivate', { serviceAccountId: row!['service_account_id'], since })
  expect(await membersOf()).toEqual([{ value: id, type: 'User' }])

  // As many have left as a group may have members.
  await app.sql(`do $$ begin
    perform set_config('session_replication_role', 'replica', true);
    insert into scim_members (id, tenant_id, group_id, user_id)
      select gen_random_uuid(), tenant_id, id, gen_random_uuid() from scim_groups, generate_series(1, 10000);
    insert into scim_leavers (id, tenant_id, group_id, deleted_at)
      select id, tenant_id, group_id, now() from scim_members where user_id <> '${id}';
  end $$`)
  expect((await change('remove')).status).toBe(204)
  expect((await change('add')).status).toBe(204)
  expect(await membersOf()).toEqual([{ value: id, type: 'User' }])
})

test('PUT without active leaves the state, and POST after a deactivation reactivates', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const { id } = (await provider.post('/scim/v2/Users', person())).body
  await provider.patch(`/scim/v2/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
  expect((await provider.put(`/scim/v2/Users/${id}`, person({ title: 'Boss' }))).body).toMatchObject({
    active: false,
    title: 'Boss',
  })
  const again = await provider.post('/scim/v2/Users', person())
  expect([again.status, again.body.id, again.body.active]).toEqual([201, id, true])
  // Somebody who is active, or somebody else, has the name.
  expect((await provider.post('/scim/v2/Users', person())).status).toBe(409)
})

test('the provider sees what an administrator changed, and corrects it', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const { id, meta } = (await provider.post('/scim/v2/Users', person())).body
  await superAdminOf(app).put('/auth/users', { id, email: 'other@corp.example', name: 'Kim Other', isActive: false })
  const seen = (await provider.get(`/scim/v2/Users/${id}`)).body
  expect(seen).toMatchObject({
    active: false,
    displayName: 'Kim Other',
    emails: [{ value: 'other@corp.example', type: 'work', primary: true }],
  })
  expect(seen.meta.version).not.toBe(meta.version)
  expect((await provider.put(`/scim/v2/Users/${id}`, person({ active: true }))).status).toBe(200)
  const [account] = await app.sql('select email, name, is_active from users where id = $1', [id])
  expect(account).toEqual({ email: 'kim@corp.example', name: 'Kim Corp', is_active: true })
})

test('a role that the mapper may not grant is refused for an empty group, too', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const strong = await addRole(superAdminOf(app), 'Strong', { features: ['directory.organizations.manage'] })
  const { id } = (await provider.post('/scim/v2/Groups', { displayName: 'Empty' })).body
  const admin = app.as({ features: ['scim.*', 'auth.*'] })
  expect((await admin.put('/scim/groups', { id, roleId: strong })).status).toBe(403)
})

test('eight changes of one group at once lose nobody', { timeout: 60_000 }, async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const ids: string[] = []
  for (let n = 0; n < 40; n++)
    ids.push((await provider.post('/scim/v2/Users', { userName: `p${n}@corp.example` })).body.id)
  const { id } = (await provider.post('/scim/v2/Groups', { displayName: 'All' })).body
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (const value of ids.filter((_id, index) => index % 8 === lane)) {
      const operation = { op: 'add', path: 'members', value: [{ value }] }
      expect((await provider.patch(`/scim/v2/Groups/${id}`, patch(operation))).status).toBe(204)
    }
  })
  await Promise.all(lanes)
  const { members } = (await provider.get(`/scim/v2/Groups/${id}`)).body
  expect(members.map(({ value }: { value: string }) => value).toSorted()).toEqual(ids.toSorted())
})

test('a long name is cut for the account, and errors have the format of SCIM', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const displayName = 'ä'.repeat(119) + '😀' + 'x'.repeat(50)
  const made = await provider.post('/scim/v2/Users', person({ displayName }))
  expect([made.status, made.body.displayName]).toEqual([201, displayName])
  expect(made.headers.get('content-type')).toBe('application/scim+json')
  const [account] = await app.sql('select name from users where id = $1', [made.body.id])
  expect(account).toEqual({ name: 'ä'.repeat(119) })
  const refused = await provider.post('/scim/v2/Users', person({ userName: 'x'.repeat(600) }))
  expect(refused.headers.get('content-type')).toBe('application/scim+json')
  expect(refused.body).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '400',
    scimType: 'invalidValue',
    detail: 'userName has at most 500 characters.',
  })
  expect((await app.anonymous.get('/scim/v2/Users')).body).toMatchObject({ status: '401', detail: 'Unauthorized' })
})
