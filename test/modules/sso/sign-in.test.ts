import { addRole, superAdminOf } from '@plinth/auth/testing'
import { tenantA, tenantB } from '@plinth/testing'
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { answer, connect, cookiesFrom, records, signInBy, ssoApp } from './_sso.ts'

const ann = { sub: 'ann', email: 'ann@corp.example', email_verified: true, name: 'Ann' }

test('somebody of a proven domain signs in, gets an account once, and comes back as the same', async () => {
  await using app = await ssoApp()
  const id = await connect(app)
  app.provider.person = ann
  const first = await signInBy(app, id, { redirect: '/backend/orders?page=2' })
  expect(first.location).toBe('/backend/orders?page=2')
  expect((await first.browser.get('/auth/profile')).body.email).toBe('ann@corp.example')
  // Identities are issuer and subject: another address is the same account, which gets it.
  app.provider.person = { ...ann, email: 'ann.new@corp.example' }
  const second = await signInBy(app, id)
  expect((await second.browser.get('/auth/profile')).body.email).toBe('ann.new@corp.example')
  const { items } = (await second.browser.get('/auth/sessions')).body
  expect(items.map(({ method }: { method: string }) => method)).toEqual(['sso', 'sso'])
  // Login and provider's session are one entry, of one transaction.
  expect(
    await app.sql(`select resource_id from plinth.action_log where command_id = 'auth.sessions.start' order by 1`),
  ).toEqual(await app.sql('select id::text as resource_id from sso_sessions order by 1'))
})

test('a client proves itself by a private key too', async () => {
  await using app = await ssoApp()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] }
  const id = await connect(
    app,
    { authMethod: 'private_key_jwt', secret },
    { client: { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'ES256', jwks } },
  )
  app.provider.person = ann
  expect((await signInBy(app, id)).location).toBe('/backend')
})

test('discovery answers for proven domains only', async () => {
  await using app = await ssoApp()
  const id = await connect(app)
  const ask = async (email: string) => (await app.anonymous.post('/sso/discover', { email })).body.connection
  expect(await ask('new@Corp.example')).toMatchObject({ id, url: `/api/sso/start/${id}` })
  expect(await ask('new@elsewhere.example')).toBeNull()
  expect(await ask('nothing')).toBeNull()
})

test('an address that is unproven, of a domain that is not, or of an account that exists is not enough', async () => {
  await using app = await ssoApp()
  const id = await connect(app)
  const codeOf = async (person: Parameters<typeof Object.assign>[0]) => {
    app.provider.person = { sub: crypto.randomUUID(), ...person }
    return new URL((await signInBy(app, id)).location, 'https://acme.example').searchParams.get('error')
  }
  expect(await codeOf({ email: 'x@corp.example', email_verified: false })).toBe('sso_email_not_verified')
  expect(await codeOf({ email: 'x@other.example', email_verified: true })).toBe('sso_domain_not_proven')
  expect(await codeOf({ email: 'admin@acme.com', email_verified: true })).toBe('sso_domain_not_proven')
  expect(await codeOf({})).toBe('sso_no_email')
  const admin = app.as({ features: ['*'] })
  await admin.put('/sso/connections', { id, createsAccounts: false })
  expect(await codeOf({ email: 'y@corp.example', email_verified: true })).toBe('sso_no_account')
})

test('unsolicited responses, those of another browser, and codes of others are refused', async () => {
  await using app = await ssoApp()
  const id = await connect(app)
  app.provider.person = ann
  const start = async () => {
    const started = await app.anonymous.get(`/sso/start/${id}`)
    return { state: cookiesFrom(started.headers), url: started.headers.get('location')! }
  }
  const mine = await start()
  const back = await app.provider.visit(mine.url)
  // Login CSRF: an attacker's response in a browser that did not ask, or asked something else.
  expect((await answer(app, back, '')).location).toBe('/login?error=sso_state')
  expect((await answer(app, back, (await start()).state)).location).toBe('/login?error=sso_state')
  // Code injection: somebody else's code with one's own state.
  const other = await start()
  const otherBack = await app.provider.visit(other.url)
  const injected = new URL(back)
  injected.searchParams.set('code', otherBack.searchParams.get('code')!)
  expect((await answer(app, injected, mine.state)).location).toBe('/login?error=sso_failed')
  expect(await app.sql(`select id from users where email = $1`, [ann.email])).toEqual([])
})

test('a response is worth nothing at another connection, of the same tenant or another', async () => {
  await using app = await ssoApp()
  const id = await connect(app)
  const foreign = app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  const other = await connect(app, { homeOrganizationId: tenantB.organization }, { domain: 'b.example', as: foreign })
  app.provider.person = ann
  const visit = await signInBy(app, id, {
    change: (url) => new URL(url.href.replace(`/callback/${id}`, `/callback/${other}`)),
  })
  expect(visit.location).toBe('/login?error=sso_state')
  const issuer = await signInBy(app, id, {
    change: (url) => {
      url.searchParams.set('iss', 'https://evil.example')
      return url
    },
  })
  expect(issuer.location).toBe('/login?error=sso_failed')
})

test('a domain belongs to the tenant that has proven it', async () => {
  await using app = await ssoApp()
  await connect(app)
  const foreign = app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  const other = await connect(app, { homeOrganizationId: tenantB.organization }, { domain: 'b.example', as: foreign })
  const held = records.get('_plinth-challenge.corp.example')!
  const claimed = await foreign.post('/sso/domains', { connectionId: other, domain: 'corp.example' })
  records.set('_plinth-challenge.corp.example', [...held, claimed.body.record.value])
  const refused = await foreign.post('/sso/domains/verify', { id: claimed.body.id })
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('Another organization has already verified this domain'),
  ])
  const added = await foreign.post('/sso/domains', { connectionId: other, domain: 'unproven.example' })
  expect((await foreign.post('/sso/domains/verify', { id: added.body.id })).body).toEqual({
    isVerified: false,
    found: [],
  })
})

test('people are sent back to this site only', async () => {
  await using app = await ssoApp()
  const id = await connect(app)
  app.provider.person = ann
  for (const redirect of ['https://evil.example/x', '//evil.example/x', '/auth/logout'])
    expect((await signInBy(app, id, { redirect })).location).toBe('/')
})

test('groups give roles within what whoever mapped them holds, checked again at each sign-in', async () => {
  await using app = await ssoApp()
  const strong = await addRole(superAdminOf(app), 'Strong', { features: ['auth.users.list', 'auth.roles.list'] })
  const weak = app.as({ features: ['sso.*'] })
  const groupRoles = [{ group: 'staff', roleId: strong }]
  const fields = {
    issuer: app.provider.issuer,
    clientId: 'x',
    secret: 's',
    name: 'X',
    homeOrganizationId: tenantA.organization,
  }
  expect((await weak.post('/sso/connections', { ...fields, groupsClaim: 'groups', groupRoles })).status).toBe(403)
  const flagged = await addRole(superAdminOf(app), 'Flagged', { isSuperAdmin: true })
  const toFlag = { ...fields, groupsClaim: 'groups', groupRoles: [{ group: 'staff', roleId: flagged }] }
  expect((await superAdminOf(app).post('/sso/connections', toFlag)).status).toBe(403)

  const mapper = await superAdminOf(app).post('/auth/users', {
    email: 'mapper@acme.com',
    password: 'Secret-123',
    organizationId: tenantA.organization,
    roles: [await addRole(superAdminOf(app), 'Mapper', { features: ['sso.*', 'auth.users.list', 'auth.roles.list'] })],
  })
  const as = app.as({ features: ['sso.*', 'auth.users.list', 'auth.roles.list'], userId: mapper.body.id })
  const id = await connect(app, { groupsClaim: 'groups', groupRoles }, { as })
  app.provider.person = { ...ann, groups: ['staff', 'other'] }
  const granted = async () => {
    const { browser } = await signInBy(app, id)
    return (await browser.post('/auth/feature-check', { features: ['auth.users.list'] })).body.granted
  }
  expect(await granted()).toEqual(['auth.users.list'])
  // No longer in the group.
  app.provider.person = { ...ann, groups: [] }
  expect(await granted()).toEqual([])
  app.provider.person = { ...ann, groups: ['staff'] }
  expect(await granted()).toEqual(['auth.users.list'])
  // As Zitadel names roles: by the members of an object.
  app.provider.person = { ...ann, groups: { other: { '17': 'corp.example' } } as never }
  expect(await granted()).toEqual([])
  app.provider.person = { ...ann, groups: { staff: { '17': 'corp.example' } } as never }
  expect(await granted()).toEqual(['auth.users.list'])
  // Whoever mapped it lost it.
  await superAdminOf(app).put('/auth/users/acl', { userId: mapper.body.id, features: ['sso.*'] })
  expect(await granted()).toEqual([])
})

test('a super admin does not come in by the connection of a tenant', async () => {
  await using app = await ssoApp()
  const id = await connect(app)
  app.provider.person = ann
  const { browser } = await signInBy(app, id)
  const { userId } = (await browser.post('/auth/feature-check', { features: [] })).body
  await superAdminOf(app).put('/auth/users/acl', { userId, isSuperAdmin: true })
  expect((await signInBy(app, id)).location).toBe('/login?error=sso_super_admin')
})

test('a deactivated account, and a connection that is switched off, let nobody in', async () => {
  await using app = await ssoApp()
  const id = await connect(app)
  app.provider.person = ann
  await signInBy(app, id)
  const [user] = await app.sql('select id from users where email = $1', [ann.email])
  await superAdminOf(app).put('/auth/users', { id: user!['id'], isActive: false })
  expect((await signInBy(app, id)).location).toBe('/login?error=sso_account_unusable')
  await app.as({ features: ['*'] }).put('/sso/connections', { id, isActive: false })
  expect((await app.anonymous.get(`/sso/start/${id}`)).status).toBe(404)
})

test('secrets are encrypted, never shown, and not in the log', async () => {
  await using app = await ssoApp()
  const secret = 'a client secret that is long enough'
  await connect(app)
  const admin = app.as({ features: ['*'] })
  expect((await admin.get('/sso/connections')).body.items).toMatchObject([{ hasSecret: true }])
  const written = JSON.stringify([
    (await admin.get('/sso/connections')).body,
    await app.sql('select * from sso_connections'),
    await app.sql('select * from plinth.changes'),
    app.log.lines,
  ])
  expect(written).not.toContain(secret)
})
