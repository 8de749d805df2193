import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { createBelow, directoryApp, manager } from './directory-app.ts'

test('a tenant is looked up by its id, without a login', async () => {
  await using app = await directoryApp()
  const { anonymous } = app
  const expected = { ok: true, tenant: { id: tenantA.id, name: 'Acme Tenant' } }
  for (const query of [`tenantId=${tenantA.id}`, `tenant=${tenantA.id}`, `tenantId=${tenantA.id.toUpperCase()}`]) {
    const { status, body } = await anonymous.get(`/directory/tenants/lookup?${query}`)
    expect([status, body]).toEqual([200, expected])
  }
  for (const query of ['', 'tenantId=acme', 'tenantId=%00', 'tenantId=1%27--']) {
    const { status, body } = await anonymous.get(`/directory/tenants/lookup?${query}`)
    expect([status, body]).toEqual([400, { ok: false, error: 'Invalid tenant id.' }])
  }
  const missing = await anonymous.get(`/directory/tenants/lookup?tenantId=${crypto.randomUUID()}`)
  expect([missing.status, missing.body]).toEqual([404, { ok: false, error: 'Tenant not found.' }])
})

test('an organization is looked up by its exact slug, the oldest first', async () => {
  await using app = await directoryApp()
  const { anonymous } = app
  const find = async (slug: string) => {
    const { status, body } = await anonymous.get(`/api/directory/organizations/lookup?slug=${slug}`)
    return [status, body]
  }
  expect(await find('acme-corp')).toEqual([
    200,
    {
      ok: true,
      organization: { id: tenantA.organization, name: 'Acme Corp', slug: 'acme-corp', tenantId: tenantA.id },
    },
  ])
  for (const slug of ['Acme-Corp', 'acme', 'acme%25', 'acme_corp', '%00'])
    expect([slug, (await find(slug))[0]]).toEqual([slug, 404])
  expect(await find('nobody')).toEqual([404, { ok: false, error: 'Organization not found.' }])
  expect(await find('')).toEqual([400, { ok: false, error: 'Invalid slug.' }])
  expect(await find('a'.repeat(151))).toEqual([400, { ok: false, error: 'Invalid slug.' }])

  app.clock.advance(1000)
  await createBelow(app.as({ ...manager, tenantId: tenantB.id }), 'Acme Corp')
  expect((await find('acme-corp'))[1]).toMatchObject({ organization: { tenantId: tenantA.id } })
})

test('what is inactive or deleted is not found', async () => {
  await using app = await directoryApp()
  const status = async (path: string) => (await app.anonymous.get(path)).status
  const organization = '/directory/organizations/lookup?slug=acme-corp'
  const tenant = `/directory/tenants/lookup?tenantId=${tenantA.id}`
  for (const change of ['is_active = false', 'is_active = true, deleted_at = now()']) {
    await app.sql(`update organizations set ${change}`)
    expect(await status(organization)).toBe(404)
    await app.sql('update organizations set is_active = true, deleted_at = null')
    await app.sql(`update tenants set ${change}`)
    expect([await status(organization), await status(tenant)]).toEqual([404, 404])
    await app.sql('update tenants set is_active = true, deleted_at = null')
    expect([await status(organization), await status(tenant)]).toEqual([200, 200])
  }
})

test('strangers may ask 60 times a minute', async () => {
  await using app = await directoryApp({ rateLimits: { enabled: true } })
  const ask = () => app.anonymous.get('/directory/organizations/lookup?slug=nobody')
  for (let count = 0; count < 60; count++) expect((await ask()).status).toBe(404)
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(refused.body).toEqual({ error: 'Too many requests. Please try again later.' })
  expect((await app.anonymous.get(`/directory/tenants/lookup?tenantId=${tenantA.id}`)).status).toBe(429)
})
