import { addRole, superAdminOf } from '@plinth/auth/testing'
import { type Client, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { bearer, signIn } from '../auth/_accounts.ts'
import { connect, scimApp, USER } from './_scim.ts'

const ann = (more: object = {}) => ({
  schemas: [USER],
  userName: 'ann@corp.example',
  externalId: 'e-1',
  name: { givenName: 'Ann', familyName: 'Example' },
  emails: [{ value: 'ann@corp.example', type: 'work', primary: true }],
  active: true,
  ...more,
})

const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

test('a provider creates, reads, replaces, changes and deletes a user', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const created = await provider.post('/scim/v2/Users', ann())
  expect(created).toMatchObject({
    status: 201,
    body: {
      schemas: [USER],
      userName: 'ann@corp.example',
      externalId: 'e-1',
      active: true,
      meta: { resourceType: 'User' },
    },
  })
  const { id, meta } = created.body
  expect(created.headers.get('location')).toBe(`https://acme.example/api/scim/v2/Users/${id}`)
  expect(created.headers.get('etag')).toBe(meta.version)
  expect((await provider.get(`/scim/v2/Users/${id}`)).body).toEqual(created.body)
  const replaced = await provider.put(`/scim/v2/Users/${id}`, ann({ displayName: 'Ann E.' }))
  expect(replaced.body.displayName).toBe('Ann E.')
  const [account] = await app.sql('select name, email, is_active from users where id = $1', [id])
  expect(account).toEqual({ name: 'Ann E.', email: 'ann@corp.example', is_active: true })
  expect((await provider.del(`/scim/v2/Users/${id}`)).status).toBe(204)
  expect((await provider.get(`/scim/v2/Users/${id}`)).status).toBe(404)
  expect((await app.sql('select is_active from users where id = $1', [id]))[0]).toEqual({ is_active: false })
  // Hired again.
  const again = await provider.post('/scim/v2/Users', ann())
  expect([again.status, again.body.id, again.body.active]).toEqual([201, id, true])
})

test('PATCH takes the forms that providers send', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const { id } = (await provider.post('/scim/v2/Users', ann())).body
  const change = async (...operations: object[]) =>
    (await provider.patch(`/scim/v2/Users/${id}`, patch(...operations))).body
  expect((await change({ op: 'Replace', path: 'active', value: 'False' })).active).toBe(false)
  expect((await change({ op: 'replace', value: { active: true, displayName: 'A' } })).active).toBe(true)
  expect((await change({ op: 'add', path: 'name.familyName', value: 'Married' })).name.familyName).toBe('Married')
  const mail = await change({ op: 'replace', path: 'emails[type eq "work"].value', value: 'new@corp.example' })
  expect(mail.emails).toMatchObject([{ value: 'new@corp.example' }])
  expect((await change({ op: 'remove', path: 'displayName' })).displayName).toBeUndefined()
  expect(
    await provider.patch(`/scim/v2/Users/${id}`, patch({ op: 'replace', path: 'emails[', value: 'x' })),
  ).toMatchObject({
    status: 400,
    body: { scimType: 'invalidPath', status: '400' },
  })
  for (const value of [undefined, 'x', 7])
    expect([value, await provider.patch(`/scim/v2/Users/${id}`, patch({ op: 'replace', value }))]).toMatchObject([
      value,
      { status: 400, body: { status: '400' } },
    ])
})

test('deactivation ends sessions on the next request', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const { id } = (await provider.post('/scim/v2/Users', ann())).body
  const [password] = await app.sql(`select password_hash from users where email = 'employee@acme.com'`)
  await app.sql('update users set password_hash = $2 where id = $1', [id, password!['password_hash']])
  // Hashes of accounts with other addresses have other salts, which a login tries as well.
  const client = await signIn(app, 'ann@corp.example')
  expect((await client.get('/auth/profile')).status).toBe(200)
  await provider.patch(`/scim/v2/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
  expect((await client.get('/auth/profile')).status).toBe(401)
})

test('a second synchronisation without news writes nothing', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const { id } = (await provider.post('/scim/v2/Users', ann())).body
  const entries = async () => (await app.sql('select count(*)::int as n from plinth.action_log'))[0]!['n']
  const before = await entries()
  expect((await provider.put(`/scim/v2/Users/${id}`, ann())).status).toBe(200)
  await provider.patch(`/scim/v2/Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))
  expect(await entries()).toBe(before)
})

test('filters, sorting and pages are those of the RFC, and no oracle and no bomb', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  for (const name of ['bob', 'ann', 'Carl'])
    await provider.post('/scim/v2/Users', {
      userName: `${name}@corp.example`,
      externalId: name,
      name: { givenName: name },
    })
  const names = async (filter: string, more = '') => {
    const { body } = await provider.get(`/scim/v2/Users?filter=${encodeURIComponent(filter)}${more}`)
    return body.Resources.map(({ externalId }: { externalId: string }) => externalId)
  }
  expect(await names('userName eq "ANN@corp.example"')).toEqual(['ann'])
  expect(await names('externalId eq "Carl"')).toEqual(['Carl'])
  expect(await names('emails.value co "corp" and not (name.givenName sw "b")', '&sortBy=userName')).toEqual([
    'ann',
    'Carl',
  ])
  expect(await names('emails[value ew "corp.example"]', '&sortBy=userName&sortOrder=descending')).toEqual([
    'Carl',
    'bob',
    'ann',
  ])
  expect(await names('active eq true and (externalId eq "bob" or externalId eq "ann")', '&sortBy=externalId')).toEqual([
    'ann',
    'bob',
  ])
  expect(await names(`userName eq "x' or '1'='1"`)).toEqual([])
  const page = (await provider.get('/scim/v2/Users?sortBy=userName&startIndex=2&count=1')).body
  expect(page).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1, Resources: [{ externalId: 'bob' }] })
  for (const filter of [
    'passwordHash sw "$"',
    'attributes.secret pr',
    `userName eq "${'x'.repeat(3_000)}"`,
    Array.from({ length: 60 }, () => 'id pr').join(' and '),
    `${'not ('.repeat(300)}id pr${')'.repeat(300)}`,
    'userName',
  ]) {
    const { status, body } = await provider.get(`/scim/v2/Users?filter=${encodeURIComponent(filter)}`)
    expect([filter.slice(0, 20), status, body.scimType]).toEqual([filter.slice(0, 20), 400, 'invalidFilter'])
  }
})

test('a stale version is refused', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const { id, meta } = (await provider.post('/scim/v2/Users', ann())).body
  app.clock.advance(1_000)
  const send = (displayName: string, version: string) =>
    provider.fetch(`/scim/v2/Users/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/scim+json', 'if-match': version },
      body: JSON.stringify(ann({ displayName })),
    })
  expect((await send('One', meta.version)).status).toBe(200)
  expect((await send('Two', meta.version)).status).toBe(412)
})

test('groups give the role that an administrator names, within what the service account may grant', async () => {
  await using app = await scimApp()
  const role = await addRole(superAdminOf(app), 'Readers', { features: ['auth.users.list'] })
  const admin = app.as({ features: ['scim.*', 'auth.*'] })
  const provider = await connect(app)
  const { id: userId } = (await provider.post('/scim/v2/Users', ann())).body
  const group = (await provider.post('/scim/v2/Groups', { displayName: 'Staff', members: [{ value: userId }] })).body
  const held = async () =>
    (await app.sql('select role_id from user_roles where user_id = $1', [userId])).map((one) => one['role_id'])
  expect(await held()).toEqual([])
  expect((await admin.put('/scim/groups', { id: group.id, roleId: role })).status).toBe(200)
  expect(await held()).toEqual([role])
  const change = (who: Client, operation: object) =>
    who.patch(`/scim/v2/Groups/${group.id}?attributes=members`, patch(operation))
  expect((await change(provider, { op: 'remove', path: `members[value eq "${userId}"]` })).body.members ?? []).toEqual(
    [],
  )
  expect(await held()).toEqual([])
  expect((await change(provider, { op: 'add', path: 'members', value: [{ value: userId }] })).status).toBe(200)
  expect(await held()).toEqual([role])
  // An administrator does not hand out what they do not hold, and neither does the provider.
  const strong = await addRole(superAdminOf(app), 'Strong', { features: ['directory.organizations.manage'] })
  expect((await admin.put('/scim/groups', { id: group.id, roleId: strong })).status).toBe(403)
  expect((await superAdminOf(app).put('/scim/groups', { id: group.id, roleId: strong })).status).toBe(200)
  expect((await change(provider, { op: 'replace', path: 'members', value: [] })).status).toBe(403)
  expect(await held()).toEqual([strong])
})

test('a provider neither locks out nor renames somebody who may do more than its service account', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const { id } = (await provider.post('/scim/v2/Users', ann())).body
  await superAdminOf(app).put('/auth/users/acl', { userId: id, features: ['directory.organizations.manage'] })
  const statuses = [
    await provider.patch(`/scim/v2/Users/${id}`, patch({ op: 'replace', path: 'active', value: false })),
    await provider.put(`/scim/v2/Users/${id}`, ann({ active: false })),
    await provider.put(`/scim/v2/Users/${id}`, ann({ emails: [{ value: 'eve@corp.example' }] })),
    await provider.del(`/scim/v2/Users/${id}`),
  ].map(({ status, headers }) => [status, headers.get('content-type')?.split(';')[0]])
  expect(statuses).toEqual(statuses.map(() => [403, 'application/scim+json']))
  const [account] = await app.sql('select email, is_active from users where id = $1', [id])
  expect(account).toEqual({ email: 'ann@corp.example', is_active: true })
  await superAdminOf(app).put('/auth/users/acl', { userId: id, features: [] })
  expect((await provider.del(`/scim/v2/Users/${id}`)).status).toBe(204)
})

test('a provider sees and changes its own users only, and needs the feature and a service account', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const other = await connect(app)
  const { id } = (await provider.post('/scim/v2/Users', ann())).body
  expect((await other.get(`/scim/v2/Users/${id}`)).status).toBe(404)
  expect((await other.del(`/scim/v2/Users/${id}`)).status).toBe(404)
  expect((await other.get('/scim/v2/Users')).body.totalResults).toBe(0)
  // Accounts that exist are not taken over by an address.
  const admin = await other.post('/scim/v2/Users', { userName: 'admin@acme.com' })
  expect(admin).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  expect((await (await connect(app, ['auth.*'])).get('/scim/v2/Users')).status).toBe(403)
  expect((await app.as({ features: ['scim.*'] }).get('/scim/v2/Users')).status).toBe(403)
  expect((await bearer(app, 'omk_00000000.0000').get('/scim/v2/Users')).status).toBe(401)
  expect((await app.as({ features: ['*'], tenantId: tenantB.id }).get('/scim/groups')).body.items).toEqual([])
})

test('bulk refers to what it has created before, and stops at too many errors', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const Operations = [
    { method: 'POST', path: '/Users', bulkId: 'a', data: ann() },
    { method: 'POST', path: '/Groups', bulkId: 'g', data: { displayName: 'Staff', members: [{ value: 'bulkId:a' }] } },
    { method: 'PATCH', path: '/Users/bulkId:a', data: patch({ op: 'replace', path: 'active', value: false }) },
    { method: 'POST', path: '/Users', bulkId: 'b', data: ann({ externalId: 'e-2' }) },
    { method: 'DELETE', path: '/Groups/bulkId:g' },
  ]
  const { body } = await provider.post('/scim/v2/Bulk', { Operations, failOnErrors: 1 })
  expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual(['201', '201', '200', '409'])
})

test('a wrong deprovisioning of many is one action, and undoing that is another', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  const ids: string[] = []
  for (let n = 0; n < 20; n++)
    ids.push((await provider.post('/scim/v2/Users', { userName: `p${n}@corp.example` })).body.id)
  const since = app.clock.now.toISOString()
  app.clock.advance(1_000)
  for (const id of ids.slice(0, 10))
    await provider.patch(`/scim/v2/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
  for (const id of ids.slice(10)) await provider.del(`/scim/v2/Users/${id}`)
  const active = async () =>
    (await app.sql('select count(*)::int as n from users where id = any ($1) and is_active', [ids]))[0]!['n']
  expect(await active()).toBe(0)
  const [one] = await app.sql('select service_account_id from scim_users limit 1')
  const admin = app.as({ features: ['scim.*', 'auth.*', 'audit_logs.*'] })
  const restored = await admin.post('/scim/reactivate', { serviceAccountId: one!['service_account_id'], since })
  expect(restored.body).toEqual({ reactivated: 20 })
  expect(await active()).toBe(20)
  expect((await provider.get('/scim/v2/Users')).body.totalResults).toBe(20)
  const undone = await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken: restored.operation!.undoToken })
  expect(undone.status).toBe(200)
  expect(await active()).toBe(0)
})

test('what is supported is told', async () => {
  await using app = await scimApp()
  const provider = await connect(app)
  expect((await provider.get('/scim/v2/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
  expect((await provider.get('/scim/v2/ResourceTypes')).body.totalResults).toBe(2)
  expect((await provider.get('/scim/v2/Schemas')).body.Resources[0].id).toBe(USER)
})
