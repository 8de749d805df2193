import { addRole, addUser, superAdminOf } from '@plinth/auth/testing'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { deliverMails, PASSWORD, signIn, urlEncoded, withHeaders } from '../auth/_accounts.ts'
import { connect, cookiesFrom, type OwnApp, ownApp, signInBy } from './_sso.ts'

const employee = { sub: 'e1', email: 'employee@acme.com', auth_time: Math.floor(Date.now() / 1000) }

/** An account with a password, linked to an identity. */
async function linked(app: OwnApp, connectionId: string) {
  app.provider.claims = employee
  const visit = await signInBy(app, connectionId)
  const answer = await withHeaders(app, { cookie: visit.cookie }).post(
    '/auth/login',
    urlEncoded({ email: employee.email, password: PASSWORD }),
  )
  const client = withHeaders(app, {
    authorization: `Bearer ${answer.body.token}`,
    cookie: `${visit.cookie}; ${cookiesFrom(answer.headers)}`,
  })
  expect((await client.post('/sso/link', {})).status).toBe(200)
  return withHeaders(app, { authorization: `Bearer ${answer.body.token}` })
}

test('people see and end the links of their account, and are told of both', async () => {
  await using app = await ownApp()
  const id = await connect(app, {}, { domain: 'acme.com' })
  const client = await linked(app, id)
  await deliverMails(app)
  expect(app.mails.at(-1)).toMatchObject({ to: employee.email, subject: expect.stringContaining('Corp') })
  const { items } = (await client.get('/sso/identities')).body
  expect(items).toEqual([
    {
      id: expect.any(String),
      connectionId: id,
      name: 'Corp',
      protocol: 'oidc',
      issuer: app.provider.issuer,
      subject: 'e1',
      createdAt: expect.any(String),
      freshUrl: `/api/sso/start/${id}?fresh=true`,
    },
  ])
  const session = await signInBy(app, id)
  expect(session.location).toBe('/backend')
  // Somebody else's link is not found.
  const admin = await signIn(app, 'admin@acme.com')
  expect((await admin.get('/sso/identities')).body.items).toEqual([])
  expect((await admin.del(`/sso/identities?id=${items[0].id}`)).status).toBe(404)
  expect((await client.del(`/sso/identities?id=${items[0].id}`)).status).toBe(200)
  await deliverMails(app)
  expect(app.mails.at(-1)).toMatchObject({ to: employee.email, subject: expect.stringContaining('no longer') })
  expect((await client.get('/sso/identities')).body.items).toEqual([])
  // Sessions that came from the identity end.
  expect((await session.browser.get('/auth/profile')).status).toBe(401)
  expect((await client.get('/auth/profile')).status).toBe(200)
  expect((await signInBy(app, id)).location).toBe('/login?error=sso_link_required')
})

test('the last way to sign in is kept, and ending a link needs a fresh sign-in', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const ann = { sub: 'ann', email: 'ann@corp.example' }
  app.provider.claims = { ...ann, auth_time: Math.floor(Date.now() / 1000) }
  const { browser } = await signInBy(app, id)
  const [link] = (await browser.get('/sso/identities')).body.items
  expect(await browser.del(`/sso/identities?id=${link.id}`)).toMatchObject({
    status: 409,
    body: { code: 'last_sign_in' },
  })
  app.provider.claims = { ...ann, auth_time: 1 }
  const stale = await signInBy(app, id)
  expect((await stale.browser.del(`/sso/identities?id=${link.id}`)).body.code).toBe('verification_required')
})

test('where sign-on is enforced, a password is no other way to sign in', async () => {
  await using app = await ownApp()
  const id = await connect(app, {}, { domain: 'acme.com' })
  await linked(app, id)
  const [glass] = await app.sql(`select id from users where email = 'admin@acme.com' and tenant_id = $1`, [tenantA.id])
  const admin = app.as({ features: ['*'] })
  expect(
    (await admin.put('/sso/connections', { id, isEnforced: true, breakGlassUserIds: [glass!['id']] })).status,
  ).toBe(200)
  const { browser } = await signInBy(app, id)
  const [link] = (await browser.get('/sso/identities')).body.items
  expect((await browser.del(`/sso/identities?id=${link.id}`)).status).toBe(409)
})

test('administrators see links, and end those of accounts that may do no more than they', async () => {
  await using app = await ownApp()
  const id = await connect(app, {}, { domain: 'acme.com' })
  const client = await linked(app, id)
  const userId = (await client.post('/auth/feature-check', { features: [] })).body.userId as string
  const weak = app.as({ features: ['sso.*'] })
  const { items } = (await weak.get(`/sso/users/identities?userId=${userId}`)).body
  expect(items).toMatchObject([{ subject: 'e1' }])
  await superAdminOf(app).put('/auth/users/acl', { userId, features: ['auth.*'] })
  const remove = `/sso/users/identities?userId=${userId}&id=${items[0].id}`
  expect((await weak.del(remove)).status).toBe(403)
  const elsewhere = app.as({ features: ['*'], organizationIds: [crypto.randomUUID()] })
  expect((await elsewhere.get(`/sso/users/identities?userId=${userId}`)).status).toBe(404)
  const strong = app.as({ features: ['sso.*', 'auth.*'] })
  expect((await strong.del(remove)).status).toBe(200)
  expect((await strong.del(remove)).status).toBe(404)
  expect((await weak.get(`/sso/users/identities?userId=${userId}`)).body.items).toEqual([])
  const role = await addRole(superAdminOf(app), 'Unused')
  expect(await addUser(superAdminOf(app), { roles: [role] })).toBeTruthy()
})

test('of two links that are ended at the same time, one remains', async () => {
  await using app = await ownApp()
  const [one, two] = [await connect(app), await connect(app, {}, { domain: 'other.example' })]
  const claims = { sub: 'ann', email: 'ann@corp.example', auth_time: Math.floor(Date.now() / 1000) }
  app.provider.claims = claims
  await signInBy(app, one)
  await app.sql(
    `insert into sso_identities (id, tenant_id, user_id, connection_id, issuer, subject)
      select gen_random_uuid(), tenant_id, user_id, $1, issuer, subject from sso_identities`,
    [two],
  )
  const { browser } = await signInBy(app, one)
  const { items } = (await browser.get('/sso/identities')).body as { items: { id: string }[] }
  expect(items).toHaveLength(2)
  const ended = await Promise.all(items.map(({ id }) => browser.del(`/sso/identities?id=${id}`)))
  expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a link that ends takes the roles that came with it', async () => {
  await using app = await ownApp()
  const staff = await addRole(superAdminOf(app), 'Staff', { features: ['auth.users.list'] })
  const mapper = await addUser(superAdminOf(app), {
    roles: [await addRole(superAdminOf(app), 'Mapper', { features: ['*'] })],
  })
  const as = app.as({ features: ['*'], userId: mapper })
  const mapping = { groupsClaim: 'groups', groupRoles: [{ group: 'staff', roleId: staff }] }
  const id = await connect(app, mapping, { as, domain: 'acme.com' })
  const own = await linked(app, id)
  const userId = (await own.post('/auth/feature-check', { features: [] })).body.userId as string
  const come = async () => {
    app.provider.claims = { ...employee, groups: ['staff'] }
    await signInBy(app, id)
    return given()
  }
  const given = async () => (await app.sql('select role_id from user_roles where source = $1', [`sso:${id}`])).length
  const linkOf = async () => (await own.get('/sso/identities')).body.items[0].id as string
  // Otherwise the person could keep what the provider takes away later.
  expect(await come()).toBe(1)
  expect((await own.del(`/sso/identities?id=${await linkOf()}`)).status).toBe(200)
  expect(await given()).toBe(0)
  // An administrator who ends it needs no right besides those of the account.
  await linked(app, id)
  expect(await come()).toBe(1)
  const { features } = (await own.get('/auth/profile')).body as { features?: string[] }
  const admin = app.as({ features: ['sso.*', 'auth.users.list', ...(features ?? [])] })
  const ended = await admin.del(`/sso/users/identities?userId=${userId}&id=${await linkOf()}`)
  expect([ended.status, ended.text]).toEqual([200, expect.anything()])
  expect(await given()).toBe(0)
})
