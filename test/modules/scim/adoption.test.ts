import { apiKeys } from '@plinth/api-keys'
import { addServiceKey } from '@plinth/api-keys/testing'
import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, superAdminOf } from '@plinth/auth/testing'
import { scim } from '@plinth/scim'
import { type Client, tenantA, tenantB } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer } from '../auth/_accounts.ts'
import { connect as connectSso, type OwnApp, ownApp, signInBy } from '../sso/_sso.ts'
import { connect } from './_scim.ts'
import { ask, type Json, patch, resourcesOf } from './_walk.ts'

let app: OwnApp
let connectionId: string
let provider: Client
let count = 0

beforeAll(async () => {
  app = await ownApp({ modules: [apiKeys, auditLogs, scim] })
  connectionId = await connectSso(app)
  provider = await connect(app)
}, 60_000)
afterAll(() => app[Symbol.asyncDispose]())

interface SignedOn {
  readonly id: string
  readonly email: string
}

/** Somebody whose account single sign-on has made. */
async function signedOn(more: object = {}): Promise<SignedOn> {
  const name = `p${++count}`
  const email = `${name}@corp.example`
  app.provider.claims = { sub: name, email, email_verified: true, name: 'Ann', ...more }
  expect((await signInBy(app, connectionId)).location).toBe('/backend')
  const [row] = await app.sql('select id from users where email = $1', [email])
  return { id: String(row!['id']), email }
}

/** Links an account to an identity of the connection. */
const linkTo = (userId: string, tenantId: string = tenantA.id) =>
  app.sql(
    `insert into sso_identities (id, tenant_id, user_id, connection_id, issuer, subject)
      values (gen_random_uuid(), $1, $2::uuid, $3, $4, $2::text)`,
    [tenantId, userId, connectionId, app.provider.issuer],
  )

/** Sends a request, such as `GET /Users`. */
const send = (request: string, body?: unknown, as = provider) => {
  const [, method, path] = /^(\w+) (.*)$/.exec(request)!
  return ask(as, { method: method!, path: path!, body })
}
const lookUp = async (filter: string, as = provider) =>
  resourcesOf((await send(`GET /Users?filter=${filter}`, undefined, as)).body)
const named = (email: string, as = provider) => lookUp(`userName eq "${email}"`, as)
const person = (email: string, more: object = {}) => ({
  userName: email,
  externalId: `e-${email}`,
  displayName: 'Ann Lee',
  emails: [{ value: email, type: 'work', primary: true }],
  active: true,
  ...more,
})
const managed = async (userId: string) =>
  (await app.sql('select external_id from scim_users where user_id = $1 and deleted_at is null', [userId])).length === 1
const nameOf = async (userId: string) => (await app.sql('select name from users where id = $1', [userId]))[0]!['name']

/** That a provider neither sees an account nor gets it, and what it is told. */
async function expectLeft({ id, email }: SignedOn, why: string, as = provider): Promise<void> {
  const rows = () => app.sql('select email, name, is_active from users where id = $1', [id])
  const before = await rows()
  expect(await named(email, as)).toEqual([])
  for (const [method, path, body] of [
    ['GET', `/Users/${id}`],
    ['PUT', `/Users/${id}`, person(email)],
    ['PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false })],
    ['DELETE', `/Users/${id}`],
  ] as const)
    expect((await send(`${method} ${path}`, body, as)).status, method).toBe(404)
  const group = { displayName: crypto.randomUUID(), members: [{ value: id }] }
  expect((await send('POST /Groups', group, as)).body).toMatchObject({ status: '400', scimType: 'invalidValue' })
  const made = await send('POST /Users', person(email), as)
  expect(made.body).toMatchObject({ status: '409', scimType: 'uniqueness' })
  expect(made.body['detail']).toContain(why)
  expect(await rows()).toEqual(before)
  expect(await managed(id)).toBe(false)
}

test('POST takes over the account that single sign-on has made, and it keeps its roles and its link', async () => {
  const { id, email } = await signedOn()
  const role = await addRole(superAdminOf(app), crypto.randomUUID(), { features: ['auth.users.list'] })
  await superAdminOf(app).put('/auth/users', { id, roles: [role] })
  const made = await send('POST /Users', person(email))
  expect([made.status, made.body['id'], made.body['externalId']]).toEqual([201, id, `e-${email}`])
  expect(await nameOf(id)).toBe('Ann Lee')
  expect(
    (await app.sql('select role_id from user_roles where user_id = $1', [id])).map((row) => row['role_id']),
  ).toEqual([role])
  // From now on, the provider names them, and they sign in as before.
  app.provider.claims = { sub: `p${count}`, email, email_verified: true, name: 'Somebody else' }
  expect((await signInBy(app, connectionId)).location).toBe('/backend')
  expect(await nameOf(id)).toBe('Ann Lee')
  expect((await send('POST /Users', person(email))).status).toBe(409)
})

test('a look-up finds the account, and PUT, PATCH, DELETE and a group take it over', async () => {
  const people: SignedOn[] = []
  for (let n = 0; n < 4; n++) people.push(await signedOn())
  const [put, patched, removed, member] = people as [SignedOn, SignedOn, SignedOn, SignedOn]
  for (const filter of [
    `userName eq "${put.email.toUpperCase()}"`,
    `emails eq "${put.email}"`,
    `emails.value eq "${put.email}"`,
    `emails[type eq "work" and value eq "${put.email}"]`,
    `userName eq "${put.email}" or emails.value eq "${put.email}"`,
  ])
    expect(await lookUp(filter), filter).toMatchObject([
      { id: put.id, userName: put.email, displayName: 'Ann', active: true },
    ])
  const found = (await send(`GET /Users/${put.id}`)).headers.get('etag')!
  // Looking somebody up writes nothing, and whoever lists everybody sees only those whom the provider manages.
  expect(await managed(put.id)).toBe(false)
  const listed = resourcesOf((await send('GET /Users?count=200')).body).map((one: Json) => one['id'])
  expect(people.some(({ id }) => listed.includes(id))).toBe(false)
  expect(await lookUp(`userName sw "${put.email}"`)).toEqual([])
  expect(await lookUp(`userName eq "${put.email}" and active eq true`)).toEqual([])
  expect((await send(`GET /Users?filter=userName eq "${put.email}"&count=0`)).body).toMatchObject({
    totalResults: 1,
    Resources: [],
  })

  const replaced = await ask(provider, {
    method: 'PUT',
    path: `/Users/${put.id}`,
    body: person(put.email),
    headers: { 'if-match': found },
  })
  expect([replaced.status, replaced.body['externalId'], await nameOf(put.id)]).toEqual([
    200,
    `e-${put.email}`,
    'Ann Lee',
  ])
  const off = await send(`PATCH /Users/${patched.id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))
  expect([off.status, off.body['active']]).toEqual([200, false])
  expect((await send(`DELETE /Users/${removed.id}`)).status).toBe(204)
  expect(await app.sql('select is_active from users where id = any ($1)', [[patched.id, removed.id]])).toEqual([
    { is_active: false },
    { is_active: false },
  ])
  const group = await send('POST /Groups', { displayName: crypto.randomUUID(), members: [{ value: member.id }] })
  expect([group.status, group.body['members']]).toEqual([201, [{ value: member.id, type: 'User' }]])
  expect(await managed(member.id)).toBe(true)
})

test('taking over is undone, with its name and what groups gave, and can be repeated', async () => {
  const { id, email } = await signedOn()
  const admin = app.as({ features: ['*'] })
  const role = await addRole(superAdminOf(app), crypto.randomUUID(), { features: ['auth.users.list'] })
  const group = (await send('POST /Groups', { displayName: crypto.randomUUID() })).body['id'] as string
  await superAdminOf(app).put('/scim/groups', { id: group, roleId: role })
  const made = await send('POST /Users', person(email))
  const { undoToken } = JSON.parse(decodeURIComponent(made.headers.get('x-om-operation')!.slice('omop:'.length)))
  const join = patch({ op: 'add', path: 'members', value: [{ value: id }] })
  expect((await send(`PATCH /Groups/${group}`, join)).status).toBe(204)
  const undone = await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken })
  expect(undone.status, undone.text).toBe(200)
  expect([await managed(id), await nameOf(id)]).toEqual([false, 'Ann'])
  expect(await app.sql('select role_id from user_roles where user_id = $1', [id])).toEqual([])
  expect((await send(`GET /Groups/${group}`)).body['members']).toEqual([])
  expect(await named(email)).toMatchObject([{ id, displayName: 'Ann' }])
  expect((await send(`PUT /Users/${id}`, person(email))).status).toBe(200)
  expect((await send(`GET /Groups/${group}`)).body['members']).toEqual([])
  expect((await send(`PATCH /Groups/${group}`, join)).status).toBe(204)
  expect((await send(`GET /Groups/${group}`)).body['members']).toEqual([{ value: id, type: 'User' }])
})

test('redo gives no account to the provider that may do more by now than whoever redoes it', async () => {
  const { id, email } = await signedOn()
  const root = superAdminOf(app)
  const role = await addRole(root, crypto.randomUUID(), { features: ['directory.organizations.manage'] })
  const caller = app.callerOf({ features: ['scim.*', 'auth.*'] })
  await send(`PUT /Users/${id}`, person(email))
  const [entry] = await app.sql('select id from plinth.action_log order by seq desc limit 1')
  const turn = (direction: 'undo' | 'redo', by = caller) =>
    app.platform
      .actAs(by, (ctx) => ctx[direction](String(entry!['id']), { ofOthers: true }))
      .then(
        () => 'done',
        (error: Error) => error.message,
      )
  expect(await turn('undo')).toBe('done')
  await root.put('/auth/users', { id, roles: [role] })
  expect(await turn('redo')).toBe('You cannot provision users who have more permissions than you.')
  await root.put('/auth/users', { id, roles: [] })
  await root.put('/auth/users/acl', { userId: id, isSuperAdmin: true, features: [] })
  expect(await turn('redo')).toBe('You cannot provision users who have more permissions than you.')
  await root.put('/auth/users/acl', { userId: id, isSuperAdmin: false, features: [], organizations: null })
  expect(await managed(id)).toBe(false)
  expect(await turn('redo')).toBe('done')
  expect(await managed(id)).toBe(true)
})

test('whoever comes back changes the version of the groups that they are no longer in', async () => {
  const { id, email } = await signedOn()
  const made = await send('POST /Groups', { displayName: crypto.randomUUID(), members: [{ value: id }] })
  const path = `/Groups/${String(made.body['id'])}`
  const read = async (etag?: string) =>
    ask(provider, { method: 'GET', path, headers: etag === undefined ? {} : { 'if-none-match': etag } })
  const before = (await read()).headers.get('etag')!
  await send(`PUT /Users/${id}`, person(email))
  await send(`DELETE /Users/${id}`)
  expect((await send('POST /Users', person(email))).body['id']).toBe(id)
  const after = await read(before)
  expect([after.status, after.body['members']]).toEqual([200, []])
  // The same of somebody whose adoption was undone, or whom an administrator has reactivated.
  await send(`PATCH ${path}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }))
  const joined = (await read()).headers.get('etag')!
  await send(`DELETE /Users/${id}`)
  await superAdminOf(app).put('/auth/users', { id, isActive: true })
  expect((await send(`PUT /Users/${id}`, person(email))).status).toBe(200)
  expect((await read(joined)).status).toBe(200)
})

test('accounts that no identity of the connection uses are left alone', async () => {
  const admin = superAdminOf(app)
  const why = 'Nobody has signed in to it through a connection that has verified its domain.'
  const byHand = { email: 'by-hand@corp.example', id: await addUser(admin, { email: 'by-hand@corp.example' }) }
  await expectLeft(byHand, why)
  // A link alone is not enough: the tenant has to have proven the domain.
  const elsewhere = { email: 'kim@elsewhere.example', id: await addUser(admin, { email: 'kim@elsewhere.example' }) }
  await linkTo(elsewhere.id)
  await expectLeft(elsewhere, why)
  const released = await signedOn()
  await app.sql('delete from sso_identities where user_id = $1', [released.id])
  await expectLeft(released, why)
})

test('accounts out of reach of the service account are left alone', async () => {
  const admin = superAdminOf(app)
  const strong = await signedOn()
  const role = await addRole(admin, crypto.randomUUID(), { features: ['directory.organizations.manage'] })
  await admin.put('/auth/users', { id: strong.id, roles: [role] })
  await expectLeft(strong, 'It has more permissions than the service account.')
  // Individual rights that hide a role do not make it harmless.
  await app.sql(`insert into user_acls (id, tenant_id, user_id, features) values (gen_random_uuid(), $1, $2, '{}')`, [
    tenantA.id,
    strong.id,
  ])
  await expectLeft(strong, 'It has more permissions than the service account.')
  const root = await signedOn()
  expect((await admin.put('/auth/users/acl', { userId: root.id, isSuperAdmin: true, features: [] })).status).toBe(200)
  await expectLeft(root, 'It belongs to a super administrator.')
  await expectLeft(root, 'It belongs to a super administrator.', await connect(app, ['*']))
  const plain = await signedOn()
  await expectLeft(plain, 'The service account may not edit users.', await connect(app, ['scim.provision']))
})

test('somebody whom the provider has deleted, and who has more rights by now, does not come back to it', async () => {
  const admin = superAdminOf(app)
  const one = await signedOn()
  expect((await send(`PUT /Users/${one.id}`, person(one.email))).status).toBe(200)
  await send(`DELETE /Users/${one.id}`)
  await admin.put('/auth/users', { id: one.id, isActive: true })
  const role = await addRole(admin, crypto.randomUUID(), { features: ['directory.organizations.manage'] })
  await admin.put('/auth/users', { id: one.id, roles: [role] })
  await expectLeft(one, 'It has more permissions than the service account.')
  await admin.put('/auth/users/acl', { userId: one.id, isSuperAdmin: true, features: [] })
  await expectLeft(one, 'It belongs to a super administrator.')
  await admin.put('/auth/users/acl', { userId: one.id, isSuperAdmin: false, features: [], organizations: null })
  await admin.put('/auth/users', { id: one.id, roles: [] })
  expect((await send('POST /Users', person(one.email))).body['id']).toBe(one.id)
})

test('an account whose address is the userName of somebody else is left alone', async () => {
  const email = `p${count + 1}@corp.example`
  await send('POST /Users', person(email, { emails: [{ value: `other-${email}` }] }))
  const account = await signedOn()
  expect(account.email).toBe(email)
  const byAddress = () => lookUp(`emails.value eq "${email}"`)
  expect(await byAddress()).toEqual([])
  expect((await send(`GET /Users/${account.id}`)).status).toBe(404)
  expect((await send(`DELETE /Users/${account.id}`)).status).toBe(404)
  const group = await send('POST /Groups', { displayName: crypto.randomUUID(), members: [{ value: account.id }] })
  expect(group.body).toMatchObject({ status: '400', scimType: 'invalidValue' })
  const made = await send('POST /Users', person('another', { emails: [{ value: email }] }))
  expect(made.body['detail']).toContain('Another user of the provider has its address as userName.')
})

test('accounts of an organization out of reach are left alone, and nothing more is told of them', async () => {
  const admin = superAdminOf(app)
  const rights = { features: ['scim.*', 'auth.*'], organizations: [tenantA.organization] }
  const role = await addRole(admin, crypto.randomUUID(), rights)
  const { secret } = await addServiceKey(admin, { roles: [role] })
  const limited = bearer(app, secret)
  const why = 'A user with this name or address exists.'
  const elsewhere = await signedOn()
  const branch = await admin.post('/directory/organizations', { name: 'Branch', tenantId: tenantA.id })
  expect(branch.status, branch.text).toBe(201)
  const moved = await admin.put('/auth/users', { id: elsewhere.id, organizationId: branch.body.id })
  expect(moved.status, moved.text).toBe(200)
  await expectLeft(elsewhere, why, limited)
  await admin.put('/auth/users', { id: elsewhere.id, isActive: false })
  await expectLeft(elsewhere, why, limited)
  expect((await send('POST /Users', person(elsewhere.email), limited)).body['detail']).toBe(why)
  const near = await signedOn()
  const answer = await send('POST /Users', person(near.email), limited)
  expect([answer.status, answer.body['id']]).toEqual([201, near.id])
})

test('deactivated accounts, those for emergencies and those of another provider are left alone', async () => {
  const admin = superAdminOf(app)
  const gone = await signedOn()
  await admin.put('/auth/users', { id: gone.id, isActive: false })
  await expectLeft(gone, 'It is deactivated.')
  const emergency = await signedOn()
  const manager = app.as({ features: ['*'] })
  await admin.put('/auth/users', { id: emergency.id, password: 'Emergency-Only-1' })
  expect((await manager.put('/sso/connections', { id: connectionId, breakGlassUserIds: [emergency.id] })).status).toBe(
    200,
  )
  await expectLeft(emergency, 'Nobody has signed in')
  const shared = await signedOn()
  expect((await send('POST /Users', person(shared.email))).status).toBe(201)
  const other = await connect(app)
  expect(await named(shared.email, other)).toEqual([])
  expect((await send(`PUT /Users/${shared.id}`, person(shared.email), other)).status).toBe(404)
  expect((await send('POST /Users', person(shared.email), other)).status).toBe(409)
  // Once an administrator has reactivated whom the provider had deleted, it may have them again.
  await send(`DELETE /Users/${shared.id}`)
  await admin.put('/auth/users', { id: shared.id, isActive: true })
  expect((await send('POST /Users', person(shared.email), other)).status).toBe(409)
  const again = await send('POST /Users', person(shared.email, { externalId: 'another' }))
  expect([again.status, again.body['id']]).toEqual([201, shared.id])
})

test('nobody of another tenant is found or taken over', async () => {
  const email = 'theirs@corp.example'
  const id = await addUser(superAdminOf(app), { email, tenantId: tenantB.id, organizationId: tenantB.organization })
  expect(await named(email)).toEqual([])
  expect((await send(`PUT /Users/${id}`, person(email))).status).toBe(404)
  const made = await send('POST /Users', person(email))
  expect([made.status, made.body['id'] === id]).toEqual([201, false])
})

test('of several that take somebody over at once, one does', async () => {
  const other = await connect(app)
  for (let round = 0; round < 5; round++) {
    const { id, email } = await signedOn()
    const answers = await Promise.all([
      send('POST /Users', person(email)),
      send('POST /Users', person(email), other),
      send(`PUT /Users/${id}`, person(email), other),
    ])
    const statuses = answers.map(({ status }) => status)
    const owners = await app.sql('select service_account_id from scim_users where user_id = $1', [id])
    expect(owners).toHaveLength(1)
    expect(
      statuses.every((status) => [200, 201, 404, 409].includes(status)),
      statuses.join(),
    ).toBe(true)
    expect(statuses.some((status) => status < 300)).toBe(true)
    expect(statuses[0] === 201 && (statuses[1] === 201 || statuses[2] === 200)).toBe(false)
  }
})
