import { addRole, superAdminOf } from '@plinth/auth/testing'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { withHeaders } from '../auth/_accounts.ts'
import { EMAIL_FORMAT, respond } from './_provider.ts'
import { begin, connect, follow, manager, post, samlApp, signInBy } from './_saml.ts'

test('somebody of a proven domain signs in, gets an account once, and comes back as the same', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const begun = await begin(app, id, { redirect: '/backend/orders?page=2' })
  expect(begun.request).toMatchObject({
    issuer: `https://acme.example/api/saml/metadata/${id}`,
    acsUrl: `https://acme.example/api/saml/acs/${id}`,
  })
  const location = await post(app, begun.request.acsUrl, respond(begun.request))
  const first = await follow(app, location, begun.cookie)
  expect(first.location).toBe('/backend/orders?page=2')
  expect((await first.browser.get('/auth/profile')).body.email).toBe('ann@corp.example')
  expect(await app.sql(`select name from users where email = 'ann@corp.example'`)).toEqual([{ name: 'Ann' }])
  // Identities are issuer and subject: another address is the same account.
  const second = await signInBy(app, id, { attributes: { mail: 'ann.new@corp.example' } })
  expect((await second.browser.get('/auth/profile')).body.email).toBe('ann.new@corp.example')
  const { items } = (await second.browser.get('/auth/sessions')).body
  expect(items.map(({ method }: { method: string }) => method)).toEqual(['sso', 'sso'])
})

test('the address comes from the named attribute, from the usual ones, or from a name id that is one', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const emailOf = async (said: Parameters<typeof signInBy>[2]) => {
    const { browser, location } = await signInBy(app, id, { subject: crypto.randomUUID(), ...said })
    return location === '/backend' ? (await browser.get('/auth/profile')).body.email : location
  }
  const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'
  expect(await emailOf({ attributes: { [claims]: 'one@corp.example' } })).toBe('one@corp.example')
  expect(await emailOf({ subject: 'two@corp.example', format: EMAIL_FORMAT, attributes: {} })).toBe('two@corp.example')
  expect(await emailOf({ attributes: { work: 'x@corp.example' } })).toBe('/login?error=sso_no_email')
  for (const name of ['Email', 'emailAddress', 'User.email'])
    expect(await emailOf({ attributes: { [name]: `${name}@corp.example` } })).toBe(`${name}@corp.example`)
  expect(await emailOf({ attributes: { Email: 'x@corp.example', mail: 'named@corp.example' } })).toBe(
    'named@corp.example',
  )
  expect(await emailOf({ attributes: { EMAIL: 'y@corp.example', Email: '' } })).toBe('y@corp.example')
  const [stored] = (await manager(app).get('/sso/connections')).body.items
  const settings = { ...stored.settings, emailAttribute: 'work' }
  expect((await manager(app).put('/sso/connections', { id, settings })).status).toBe(200)
  expect(await emailOf({ attributes: { work: 'three@corp.example', mail: 'x@corp.example' } })).toBe(
    'three@corp.example',
  )
  expect(await emailOf({ attributes: { work: 'x@other.example' } })).toBe('/login?error=sso_domain_not_proven')
})

test('the name comes from the usual attributes, in parts if need be', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
  const nameOf = async (attributes: Record<string, string>) => {
    const email = `${crypto.randomUUID()}@corp.example`
    await signInBy(app, id, { subject: email, attributes: { email, ...attributes } })
    return (await app.sql('select name from users where email = $1', [email]))[0]!['name']
  }
  // What Entra ID sends by default: its name is what people sign in with.
  const entra = { [`${claims}/givenname`]: 'Ann', [`${claims}/surname`]: 'Lee', [`${claims}/name`]: 'ann@corp.example' }
  expect(await nameOf(entra)).toBe('Ann Lee')
  expect(await nameOf({ ...entra, displayName: 'Dr. Ann Lee' })).toBe('Dr. Ann Lee')
  expect(await nameOf({ firstName: 'Ann', lastName: 'Lee' })).toBe('Ann Lee')
  expect(await nameOf({ 'urn:oid:2.5.4.42': 'Ann', 'urn:oid:2.5.4.4': 'Lee' })).toBe('Ann Lee')
  expect(await nameOf({ givenName: 'Ann', [`${claims}/name`]: 'ann.lee' })).toBe('ann.lee')
  expect(await nameOf({ FirstName: 'Ann', LASTNAME: 'Lee', Name: 'ann.lee' })).toBe('Ann Lee')
  expect(await nameOf({ DisplayName: 'Ann Lee' })).toBe('Ann Lee')
  expect(await nameOf({ givenName: 'Ann' })).toBeNull()
})

test('groups give roles', async () => {
  await using app = await samlApp()
  const features = ['sso.*', 'auth.users.list']
  const mapper = await superAdminOf(app).post('/auth/users', {
    email: 'mapper@acme.com',
    password: 'Secret-123',
    organizationId: tenantA.organization,
    roles: [await addRole(superAdminOf(app), 'Mapper', { features })],
  })
  const role = await addRole(superAdminOf(app), 'Staff', { features: ['auth.users.list'] })
  const groupRoles = [{ group: 'staff', roleId: role }]
  const as = app.as({ features, userId: mapper.body.id })
  const id = await connect(app, { groupsClaim: 'memberOf', groupRoles }, { as })
  const granted = async (memberOf: readonly string[]) => {
    const { browser } = await signInBy(app, id, { attributes: { email: 'ann@corp.example', memberOf } })
    return (await browser.post('/auth/feature-check', { features: ['auth.users.list'] })).body.granted
  }
  expect(await granted(['other', 'staff'])).toEqual(['auth.users.list'])
  expect(await granted(['staff'])).toEqual(['auth.users.list'])
  expect(await granted([])).toEqual([])
  const warned = () => app.log.lines.some(({ message }) => message.includes('has left out the groups'))
  expect(warned()).toBe(false)
  const elsewhere = { 'http://schemas.microsoft.com/claims/groups.link': 'https://graph.example/ann' }
  await signInBy(app, id, { attributes: { email: 'ann@corp.example', ...elsewhere } })
  expect(warned()).toBe(true)
})

test('a response may name a thousand groups', async () => {
  await using app = await samlApp()
  const id = await connect(app, { groupsClaim: 'memberOf' })
  const memberOf = Array.from({ length: 1_000 }, (_, index) => `cn=group-${index},ou=groups,dc=corp,dc=example`)
  const visit = await signInBy(app, id, { attributes: { email: 'ann@corp.example', memberOf } })
  expect(visit.location).toBe('/backend')
})

test('an account that exists is linked by its owner, not by an address', async () => {
  await using app = await samlApp()
  const id = await connect(app, {}, { domain: 'acme.com' })
  const visit = await signInBy(app, id, { attributes: { email: 'admin@acme.com' } })
  expect(visit.location).toBe('/login?error=sso_link_required')
  const [user] = await app.sql('select user_id from sso_identities')
  expect(user).toBeUndefined()
})

test('a sign-in that begins at the provider begins again here', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const { request } = await begin(app, id)
  expect(await post(app, request.acsUrl, respond(request, { inResponseTo: null }))).toBe(`/api/sso/start/${id}`)
  expect(await app.sql('select id from saml_responses')).toEqual([])
})

test('the metadata of a connection is public, and names no secret', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const answer = await app.anonymous.get(`/saml/metadata/${id}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
  expect(answer.text).toContain(`entityID="https://acme.example/api/saml/metadata/${id}"`)
  expect(answer.text).toContain(`Location="https://acme.example/api/saml/acs/${id}"`)
  expect(answer.text).toContain('WantAssertionsSigned="true"')
  const [item] = (await manager(app).get('/sso/connections')).body.items
  expect(item).toMatchObject({
    protocol: 'saml',
    callbackUrl: `https://acme.example/api/saml/acs/${id}`,
    metadataUrl: `https://acme.example/api/saml/metadata/${id}`,
    backchannelLogoutUrl: null,
    hasSecret: false,
    authMethod: 'none',
  })
})

test('an enforced connection sends passwords of its domains to the provider', async () => {
  await using app = await samlApp()
  const [admin] = await app.sql(`select id from users where email = 'admin@acme.com' limit 1`)
  const id = await connect(app, { isEnforced: true, breakGlassUserIds: [admin!['id']] })
  await signInBy(app, id)
  expect((await app.anonymous.post('/sso/discover', { email: 'ann@corp.example' })).body.connection).toMatchObject({
    id,
    url: `/api/sso/start/${id}`,
    isEnforced: true,
  })
})

test('the page that completes a sign-in wants the browser that began it', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const begun = await begin(app, id)
  const location = await post(app, begun.request.acsUrl, respond(begun.request))
  // Login CSRF: the response of somebody else, in a browser that asked for nothing or for something else.
  expect((await follow(app, location, '')).location).toBe('/login?error=sso_state')
  expect((await follow(app, location, (await begin(app, id)).cookie)).location).toBe('/login?error=sso_state')
  const done = await follow(app, location, begun.cookie)
  expect(done.location).toBe('/backend')
  // Once.
  expect((await follow(app, location, begun.cookie)).location).toBe('/login?error=sso_state')
  expect((await withHeaders(app, { cookie: done.cookie }).get('/auth/profile')).status).toBe(200)
})

test('sign-ins begun in two tabs are completed in either order', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const first = await begin(app, id, { redirect: '/one' })
  const second = await begin(app, id, { redirect: '/two', cookie: first.cookie })
  for (const [{ request }, target] of [
    [first, '/one'],
    [second, '/two'],
  ] as const) {
    const location = await post(app, request.acsUrl, respond(request))
    expect((await follow(app, location, second.cookie)).location).toBe(target)
  }
})

test('a sign-in is as fresh as the provider says that the person has proved who they are', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const codeAfter = async (authenticated: number) => {
    const { browser } = await signInBy(app, id, { authenticated })
    return (await browser.post('/auth/factors/recovery-codes', {})).body.code
  }
  expect(await codeAfter(-11 * 60_000)).toBe('verification_required')
  expect(await codeAfter(-5_000)).not.toBe('verification_required')
  // The earliest counts, and a time that is still to come is none.
  const write = (xml: string) =>
    xml.replace(
      '<saml:AuthnStatement',
      '<saml:AuthnStatement AuthnInstant="2020-01-01T00:00:00Z"/><saml:AuthnStatement',
    )
  const { browser } = await signInBy(app, id, { write })
  expect((await browser.post('/auth/factors/recovery-codes', {})).body.code).toBe('verification_required')
  await codeAfter(86_400_000)
  expect(await app.sql(`select max(verified_at) <= now() + interval '1 minute' as fits from sessions`)).toEqual([
    { fits: true },
  ])
  // What needs a fresh sign-in makes the provider ask again.
  expect((await begin(app, id)).request.isForced).toBe(false)
  expect((await begin(app, id, { fresh: true })).request.isForced).toBe(true)
})
