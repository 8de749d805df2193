import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { connect, type OwnApp, ownApp, prove, records, signInBy } from './_sso.ts'

const NAME = '_plinth-challenge.corp.example'
const DAY = 86_400_000

const foreignManager = (app: OwnApp) =>
  app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })

/** Night after night. */
async function nights(app: OwnApp, count: number) {
  for (let night = 0; night < count; night++) {
    app.clock.advance(DAY)
    await app.jobs()
  }
}

test('a domain that has changed hands is proven by the tenant whose record is there', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const foreign = foreignManager(app)
  const other = await connect(app, { homeOrganizationId: tenantB.organization }, { domain: 'b.example', as: foreign })
  const discovered = async () =>
    (await app.anonymous.post('/sso/discover', { email: 'ann@corp.example' })).body.connection.id
  expect(await discovered()).toBe(id)
  const added = await foreign.post('/sso/domains', { connectionId: other, domain: 'corp.example' })
  const verify = () => foreign.post('/sso/domains/verify', { id: added.body.id })
  const former = records.get(NAME)!
  records.set(NAME, [...former, added.body.record.value])
  expect((await verify()).text).toContain('Another organization has already verified this domain')
  expect(await discovered()).toBe(id)
  records.set(NAME, [added.body.record.value])
  // Somebody who may not prove it ends nothing.
  const [role] = await app.sql(`select id from roles where name = 'admin' and tenant_id = $1`, [tenantB.id])
  expect((await foreign.put('/sso/connections', { id: other, defaultRoleIds: [role!['id']] })).status).toBe(200)
  const weak = app.as({ features: ['sso.*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  expect((await weak.post('/sso/domains/verify', { id: added.body.id })).status).toBe(403)
  expect(await discovered()).toBe(id)
  expect((await verify()).body).toMatchObject({ isVerified: true })
  expect(await discovered()).toBe(other)
  // The former tenant speaks for it no longer, and cannot take it back.
  app.provider.claims = { sub: 'ann', email: 'ann@corp.example' }
  expect((await signInBy(app, id)).location).toBe('/login?error=sso_domain_not_proven')
  const admin = app.as({ features: ['*'] })
  const [domain] = (await admin.get(`/sso/domains?connectionId=${id}`)).body.items
  expect(domain).toMatchObject({ verifiedAt: null, lapsedAt: expect.any(String) })
  expect((await admin.post('/sso/domains/verify', { id: domain.id })).body.isVerified).toBe(false)
  expect((await signInBy(app, other)).location).toBe('/backend')
})

test('records are looked for every night; a proof lapses after a week without one', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const admin = app.as({ features: ['*'] })
  const state = async () => {
    const [domain] = (await admin.get(`/sso/domains?connectionId=${id}`)).body.items
    return [domain.verifiedAt !== null, domain.missingSince !== null, domain.lapsedAt !== null]
  }
  await app.jobs()
  await nights(app, 2)
  expect(await state()).toEqual([true, false, false])
  const held = records.get(NAME)!
  records.set(NAME, [])
  await nights(app, 5)
  expect(await state()).toEqual([true, true, false])
  const finding = async () =>
    (await admin.post('/sso/connections/test', { id })).body.findings.find(
      ({ check, outcome }: { check: string; outcome: string }) => check === 'domains' && outcome === 'warning',
    )
  expect(await finding()).toMatchObject({ message: expect.stringContaining('corp.example') })
  records.set(NAME, held)
  await nights(app, 1)
  expect(await state()).toEqual([true, false, false])
  records.set(NAME, ['something else'])
  await nights(app, 9)
  expect(await state()).toEqual([false, true, true])
  expect((await app.anonymous.post('/sso/discover', { email: 'ann@corp.example' })).body.connection).toBeNull()
  records.set(NAME, held)
  const [domain] = (await admin.get(`/sso/domains?connectionId=${id}`)).body.items
  expect((await admin.post('/sso/domains/verify', { id: domain.id })).body.isVerified).toBe(true)
  expect(await state()).toEqual([true, false, false])
})

test('a name server that does not answer proves nothing', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  await app.jobs()
  const held = records.get(NAME)!
  records.delete(NAME)
  Object.defineProperty(records, 'get', {
    configurable: true,
    value: () => {
      throw new Error('SERVFAIL')
    },
  })
  try {
    await nights(app, 10)
  } finally {
    delete (records as { get?: unknown }).get
    records.set(NAME, held)
  }
  const [domain] = (await app.as({ features: ['*'] }).get(`/sso/domains?connectionId=${id}`)).body.items
  expect(domain).toMatchObject({ verifiedAt: expect.any(String), missingSince: null })
})

test('what was enforced stays enforced when the proof lapses, and undo does not take a domain back', async () => {
  await using app = await ownApp()
  const admin = app.as({ features: ['*'] })
  const [glass] = await app.sql(`select id from users where email = 'admin@acme.com' and tenant_id = $1`, [tenantA.id])
  const id = await connect(app, { isEnforced: true, breakGlassUserIds: [glass!['id']] }, { domain: 'acme.com' })
  const login = async () =>
    (
      await app.anonymous.post(
        '/auth/login',
        new URLSearchParams({ email: 'employee@acme.com', password: 'Secret-123' }),
      )
    ).body.code
  expect(await login()).toBe('sso_required')
  records.set('_plinth-challenge.acme.com', [])
  await app.jobs()
  await nights(app, 9)
  expect(await login()).toBe('sso_required')
  const deleted = await admin.del(`/sso/connections?id=${id}`)
  const foreign = foreignManager(app)
  const other = await connect(app, { homeOrganizationId: tenantB.organization }, { domain: 'b.example', as: foreign })
  await prove(foreign, other, 'acme.com')
  const able = app.callerOf({ features: ['*'] })
  await app.platform.actAs(able, ({ undo }) => undo(deleted.operation!.id, { ofOthers: true }))
  expect((await app.anonymous.post('/sso/discover', { email: 'a@acme.com' })).body.connection.id).toBe(other)
  expect(await login()).toBe('sso_required')
})

test('undo of a deletion does not restore a proof that another tenant has by now', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const deleted = await app.as({ features: ['*'] }).del(`/sso/connections?id=${id}`)
  const foreign = foreignManager(app)
  const other = await connect(app, { homeOrganizationId: tenantB.organization }, { domain: 'b.example', as: foreign })
  await prove(foreign, other, 'corp.example')
  const able = app.callerOf({ features: ['*'] })
  const undone = app.platform.actAs(able, ({ undo }) => undo(deleted.operation!.id, { ofOthers: true }))
  await expect(undone).rejects.toThrow('Undo failed')
  expect((await app.anonymous.post('/sso/discover', { email: 'a@corp.example' })).body.connection.id).toBe(other)
})
