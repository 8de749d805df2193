import { createHmac } from 'node:crypto'
import { credentials, features, recordConsent } from '@plinth/auth'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from './_accounts.ts'

const scope = { tenantId: tenantA.id, organizationId: tenantA.organization, organizationIds: null }
const editing = { features: [features['users.edit']] }

async function userId(app: TestPlatform): Promise<string> {
  const [user] = await app.sql("select id from users where email = 'employee@acme.com'")
  return user!['id']
}

function record(app: TestPlatform, id: string, isGranted: boolean) {
  return app.platform.actAs({ actor: 'platform', reason: 'test', scope }, ({ run }) =>
    run(recordConsent, {
      userId: id,
      consentType: 'marketing_email',
      isGranted,
      source: 'onboarding',
      ipAddress: '10.0.0.1',
    }),
  )
}

test('a consent is recorded once, and withdrawing keeps when it was given', async () => {
  await using app = await authApp()
  const id = await userId(app)
  await record(app, id, true)
  const grantedAt = app.clock.now.toISOString()
  const read = async () => (await app.as(editing).get(`/auth/users/consents?userId=${id}`)).body
  expect(await read()).toEqual({
    ok: true,
    items: [
      {
        id: expect.any(String),
        consentType: 'marketing_email',
        isGranted: true,
        grantedAt,
        withdrawnAt: null,
        source: 'onboarding',
        ipAddress: '10.0.0.1',
        integrityValid: true,
        createdAt: grantedAt,
        updatedAt: grantedAt,
      },
    ],
  })
  app.clock.advance(60_000)
  await record(app, id, false)
  const withdrawnAt = app.clock.now.toISOString()
  const { items } = await read()
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ isGranted: false, grantedAt, withdrawnAt, integrityValid: true })
})

test('what was changed behind the application shows', async () => {
  await using app = await authApp()
  const id = await userId(app)
  await record(app, id, true)
  const isValid = async () =>
    (await app.as(editing).get(`/auth/users/consents?userId=${id}`)).body.items[0].integrityValid
  for (const change of ['is_granted = false', "ip_address = '10.0.0.2'", `organization_id = null`]) {
    const [before] = await app.sql('select * from user_consents')
    await app.sql(`update user_consents set ${change}`)
    expect([change, await isValid()]).toEqual([change, false])
    const { is_granted, ip_address, organization_id } = before!
    await app.sql('update user_consents set is_granted = $1, ip_address = $2, organization_id = $3', [
      is_granted,
      ip_address,
      organization_id,
    ])
    expect(await isValid()).toBe(true)
  }
  await app.sql('update user_consents set signature = null')
  expect(await isValid()).toBe(false)
})

test('the published unversioned signature counts', async () => {
  await using app = await authApp()
  const id = await userId(app)
  await record(app, id, true)
  const key = await app.platform.actAs(
    { actor: 'platform', reason: 'test', scope },
    async ({ inject }) => inject(credentials).formerConsentKeys[0]!,
  )
  const text = `${id}|marketing_email|true|${app.clock.now.toISOString()}||10.0.0.1|onboarding`
  await app.sql('update user_consents set signature = $1', [createHmac('sha256', key).update(text).digest('hex')])
  expect((await app.as(editing).get(`/auth/users/consents?userId=${id}`)).body.items[0].integrityValid).toBe(true)
})

test('only within the tenant and the organizations of the caller', async () => {
  await using app = await authApp()
  const id = await userId(app)
  await record(app, id, true)
  const path = `/auth/users/consents?userId=${id}`
  const nothing = { status: 200, body: { ok: true, items: [] } }
  expect(await app.as({ ...editing, tenantId: tenantB.id }).get(path)).toMatchObject(nothing)
  expect(await app.as({ ...editing, organizationIds: [tenantA.otherOrganization] }).get(path)).toMatchObject(nothing)
  const bad = { status: 400, body: { ok: false, error: 'Invalid userId' } }
  expect(await app.as(editing).get('/auth/users/consents')).toMatchObject(bad)
  expect(await app.as(editing).get('/auth/users/consents?userId=1')).toMatchObject(bad)
  expect((await app.as({}).get(path)).status).toBe(403)
  expect((await app.anonymous.get(path)).status).toBe(401)
})

test('everybody sees their own, and nobody else’s', async () => {
  await using app = await authApp()
  const id = await userId(app)
  await record(app, id, true)
  const own = await app.as({ userId: id }).get('/auth/consents')
  expect(own).toMatchObject({ status: 200, body: { items: [{ consentType: 'marketing_email', isGranted: true }] } })
  const [admin] = await app.sql("select id from users where email = 'admin@acme.com'")
  expect((await app.as({ userId: admin!['id'] }).get('/auth/consents')).body).toEqual({ items: [] })
  expect((await app.anonymous.get('/auth/consents')).status).toBe(401)
})
