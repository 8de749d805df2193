import { addRole, addUser, superAdminOf } from '@plinth/auth/testing'
import { saml } from '@plinth/saml'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { signIn } from '../auth/_accounts.ts'
import { attackerCertificate } from '../saml/_keys.ts'
import { connection as samlConnection } from '../saml/_saml.ts'
import { connect, type OwnApp, ownApp, prove, signInBy } from './_sso.ts'

const boss = { sub: 'boss', email: 'boss@corp.example' }

/** Somebody strong signs in through the connection, and the caller has nothing but single sign-on. */
async function withBoss(app: OwnApp, connectionId: string) {
  app.provider.claims = boss
  await signInBy(app, connectionId)
  const [user] = await app.sql('select id from users where email = $1', [boss.email])
  const strong = await addRole(superAdminOf(app), 'Strong', { features: ['auth.*', 'sso.*'] })
  await superAdminOf(app).put('/auth/users', { id: user!['id'], roles: [strong] })
  return { weak: app.as({ features: ['sso.*'] }), strong: app.as({ features: ['sso.*', 'auth.*'] }) }
}

test('whoever changes anything that decides who is trusted must hold what the linked accounts hold', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const { weak, strong } = await withBoss(app, id)
  const [glass] = await app.sql(`select id from users where email = 'admin@acme.com' and tenant_id = $1`, [tenantA.id])
  const changes: Record<string, unknown>[] = [
    { issuer: 'https://evil.example' },
    { clientId: 'another' },
    { secret: 'another' },
    { authMethod: 'client_secret_post' },
    { scopes: ['openid', 'email'] },
    { groupsClaim: 'groups' },
    { createsAccounts: false },
    { isActive: false },
    { asksSecondFactor: true },
    { isEnforced: true, breakGlassUserIds: [glass!['id']] },
    { breakGlassUserIds: [glass!['id']] },
    { defaultRoleIds: [await addRole(superAdminOf(app), 'Harmless', { features: ['sso.view'] })] },
  ]
  for (const change of changes) {
    const answer = await weak.put('/sso/connections', { id, ...change })
    expect([change, answer.status]).toEqual([change, 403])
  }
  expect((await weak.del(`/sso/connections?id=${id}`)).status).toBe(403)
  const domains = (await weak.get(`/sso/domains?connectionId=${id}`)).body.items as { id: string }[]
  expect((await weak.del(`/sso/domains?id=${domains[0]!.id}`)).status).toBe(403)
  expect((await weak.post('/sso/domains', { connectionId: id, domain: 'more.example' })).status).toBe(403)
  expect((await weak.post('/sso/domains/verify', { id: domains[0]!.id })).status).toBe(403)
  // What stays the same is no change, and a name decides nothing.
  const [stored] = (await weak.get('/sso/connections')).body.items
  const same = { issuer: stored.issuer, scopes: stored.scopes, settings: stored.settings, isActive: stored.isActive }
  expect((await weak.put('/sso/connections', { id, ...same, name: 'Renamed' })).status).toBe(200)
  for (const change of changes) {
    const answer = await strong.put('/sso/connections', { id, ...change })
    expect([change, answer.status, answer.text]).toEqual([change, 200, expect.anything()])
  }
})

test('the settings of other protocols count too', async () => {
  await using app = await ownApp({ modules: [saml] })
  const admin = app.as({ features: ['*'] })
  const { id } = (await admin.post('/sso/connections', samlConnection())).body
  await prove(admin, id, 'corp.example')
  const weak = app.as({ features: ['sso.*'] })
  // Somebody strong has an address of the domain, and is linked at their first sign-in.
  const roleId = await addRole(superAdminOf(app), 'Stronger', { features: ['auth.*'] })
  await addUser(superAdminOf(app), { email: 'chief@corp.example', roles: [roleId] })
  const { settings } = samlConnection()
  for (const change of [
    { certificates: [attackerCertificate] },
    { signInUrl: 'https://evil.example/sso' },
    { emailAttribute: 'other' },
    { nameAttribute: 'other' },
  ]) {
    const body = { id, settings: { ...settings, ...change } }
    expect([change, (await weak.put('/sso/connections', body)).status]).toEqual([change, 403])
  }
  expect((await weak.put('/sso/connections', { id, settings })).status).toBe(200)
  const body = { id, settings: { ...settings, certificates: [attackerCertificate] } }
  expect((await admin.put('/sso/connections', body)).status).toBe(200)
})

test('a domain of accounts that may do more is not added, nor one of a connection that gives more', async () => {
  await using app = await ownApp()
  const weak = app.as({ features: ['sso.*'] })
  const fields = { name: 'X', issuer: app.provider.issuer, clientId: 'x', secret: 's' }
  const made = await weak.post('/sso/connections', { ...fields, homeOrganizationId: tenantA.organization })
  expect(made.status).toBe(201)
  // The administrators of the tenant.
  expect((await weak.post('/sso/domains', { connectionId: made.body.id, domain: 'acme.com' })).status).toBe(403)
  expect((await weak.post('/sso/domains', { connectionId: made.body.id, domain: 'new.example' })).status).toBe(201)
  const roleId = await addRole(superAdminOf(app), 'Strong', { features: ['auth.*'] })
  const strong = app.as({ features: ['*'] })
  expect((await strong.put('/sso/connections', { id: made.body.id, defaultRoleIds: [roleId] })).status).toBe(200)
  // Whoever proves a domain of theirs would get the roles that somebody else has mapped.
  expect((await weak.post('/sso/domains', { connectionId: made.body.id, domain: 'newer.example' })).status).toBe(403)
})

test('a domain that is not proven yet protects its connection as well', async () => {
  await using app = await ownApp()
  const role = await addRole(superAdminOf(app), 'Strong', { features: ['auth.*', 'sso.*'] })
  await addUser(superAdminOf(app), { email: 'boss@corp.example', roles: [role] })
  const [weak, strong] = [app.as({ features: ['sso.*'] }), app.as({ features: ['sso.*', 'auth.*'] })]
  const made = await strong.post('/sso/connections', {
    name: 'Next',
    issuer: app.provider.issuer,
    clientId: 'c',
    secret: 'a secret that is long enough',
    homeOrganizationId: tenantA.organization,
  })
  const { id } = made.body
  const moved = await weak.put('/sso/connections', { id, clientId: 'd' })
  expect(moved.status).toBe(200)
  expect((await strong.post('/sso/domains', { connectionId: id, domain: 'corp.example' })).status).toBe(201)
  // Otherwise it would be proven later for a provider that somebody else has entered.
  expect((await weak.put('/sso/connections', { id, issuer: 'https://evil.example' })).status).toBe(403)
  await expect(
    app.platform.actAs(app.callerOf({ features: ['sso.*'] }), ({ undo }) =>
      undo(moved.operation!.id, { ofOthers: true }),
    ),
  ).rejects.toThrow('more permissions than you')
  expect((await strong.put('/sso/connections', { id, clientId: 'e' })).status).toBe(200)
})

test('administrators of some organizations leave the domains of the tenant alone', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const part = app.as({ features: ['*'], organizationIds: [tenantA.organization] })
  const [domain] = (await part.get(`/sso/domains?connectionId=${id}`)).body.items
  expect((await part.del(`/sso/domains?id=${domain.id}`)).status).toBe(403)
  expect((await part.post('/sso/domains', { connectionId: id, domain: 'x.example' })).status).toBe(403)
  expect((await part.post('/sso/domains/verify', { id: domain.id })).status).toBe(403)
})

test('undo and redo ask what the change asks', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const { strong } = await withBoss(app, id)
  const weak = app.callerOf({ features: ['sso.*'] })
  const able = app.callerOf({ features: ['sso.*', 'auth.*'] })
  const changed = await strong.put('/sso/connections', { id, isActive: false })
  const renamed = await strong.put('/sso/connections', { id, name: 'Renamed' })
  const undo = (caller: typeof weak, entry: string) =>
    app.platform.actAs(caller, (ctx) => ctx.undo(entry, { ofOthers: true }))
  const redo = (caller: typeof weak, entry: string) =>
    app.platform.actAs(caller, (ctx) => ctx.redo(entry, { ofOthers: true }))
  await undo(weak, renamed.operation!.id)
  await expect(undo(weak, changed.operation!.id)).rejects.toThrow('more permissions')
  await undo(able, changed.operation!.id)
  await expect(redo(weak, changed.operation!.id)).rejects.toThrow('more permissions')
  const deleted = await strong.del(`/sso/connections?id=${id}`)
  expect(deleted.status).toBe(200)
  // Nobody is linked now: who will be counts.
  await expect(undo(weak, deleted.operation!.id)).rejects.toThrow('more permissions')
  await undo(able, deleted.operation!.id)
  expect(await app.sql('select subject from sso_identities')).toEqual([{ subject: 'boss' }])
  const added = await strong.post('/sso/domains', { connectionId: id, domain: 'more.example' })
  await expect(undo(weak, added.operation!.id)).rejects.toThrow('more permissions')
})

test('super admins do not keep the administrators of a tenant from changing a connection', async () => {
  await using app = await ownApp()
  const id = await connect(app, {}, { domain: 'acme.com' })
  const admin = await signIn(app, 'admin@acme.com')
  expect((await admin.put('/sso/connections', { id, scopes: ['openid', 'email'] })).status).toBe(200)
})

test('many linked accounts are looked at in a few statements', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const { weak } = await withBoss(app, id)
  await app.sql(
    `insert into users (id, tenant_id, organization_id, email, is_confirmed, is_active)
      select gen_random_uuid(), $1, $2, 'many' || i || '@corp.example', true, true from generate_series(1, 20000) i`,
    [tenantA.id, tenantA.organization],
  )
  await app.sql(
    `insert into sso_identities (id, tenant_id, user_id, connection_id, issuer, subject)
      select gen_random_uuid(), tenant_id, id, $1, 'x', id::text from users where email like 'many%'`,
    [id],
  )
  const started = performance.now()
  expect((await weak.put('/sso/connections', { id, isActive: false })).status).toBe(403)
  expect(performance.now() - started).toBeLessThan(5_000)
})
