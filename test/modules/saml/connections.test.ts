import { createServer } from 'node:http'
import { sso } from '@plinth/sso'
import { saml } from '@plinth/saml'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { attackerCertificate, providerCertificate, weakCertificate } from './_keys.ts'
import { base64Of, ISSUER, providerMetadata, SIGN_IN_URL } from './_provider.ts'
import { connect, connection, manager, samlApp } from './_saml.ts'

test('a connection says which of its fields is wrong', async () => {
  await using app = await samlApp()
  const refused = async (fields: object, field: string) => {
    const answer = await manager(app).post('/sso/connections', connection(fields as Record<string, unknown>))
    expect([answer.status, Object.keys(answer.body.fieldErrors ?? {})], JSON.stringify(fields)).toEqual([400, [field]])
  }
  const settings = { signInUrl: SIGN_IN_URL, certificates: [providerCertificate] }
  await refused({ settings: {} }, 'settings.signInUrl')
  await refused({ settings: { ...settings, signInUrl: 'javascript:alert(1)' } }, 'settings.signInUrl')
  await refused({ settings: { ...settings, certificates: [] } }, 'settings.certificates')
  await refused({ settings: { ...settings, certificates: ['nothing'] } }, 'settings.certificates')
  await refused(
    { settings: { ...settings, certificates: [providerCertificate, weakCertificate] } },
    'settings.certificates',
  )
  await refused(
    { settings: { ...settings, certificates: Array(6).fill(providerCertificate) } },
    'settings.certificates',
  )
  await refused({ secret: 'x' }, 'secret')
  await refused({ authMethod: 'client_secret_basic' }, 'secret')
  await refused({ protocol: 'kerberos' }, 'protocol')
})

test('certificates are stored as PEM, and can be changed with the old ones still there', async () => {
  await using app = await samlApp()
  const settings = { signInUrl: SIGN_IN_URL, certificates: [base64Of(providerCertificate)] }
  const id = await connect(app, { settings })
  const stored = async () => (await manager(app).get('/sso/connections')).body.items[0].settings
  expect(await stored()).toEqual({
    signInUrl: SIGN_IN_URL,
    certificates: [`${providerCertificate}\n`],
    emailAttribute: null,
    nameAttribute: null,
  })
  const both = [providerCertificate, attackerCertificate]
  expect(
    (await manager(app).put('/sso/connections', { id, settings: { ...settings, certificates: both } })).status,
  ).toBe(200)
  expect((await stored()).certificates).toHaveLength(2)
  expect((await manager(app).put('/sso/connections', { id, protocol: 'oidc', name: 'Renamed' })).status).toBe(200)
  expect((await manager(app).get('/sso/connections')).body.items).toMatchObject([{ protocol: 'saml', name: 'Renamed' }])
})

test('a platform without the module keeps its connections, and says that nobody speaks their protocol', async () => {
  await using app = await authApp({ modules: [sso({ resolveTxt: async () => [] })] })
  expect((await manager(app).post('/sso/connections', connection())).body.fieldErrors).toEqual({
    protocol: 'No module of this platform speaks saml.',
  })
  await app.sql(
    `insert into sso_connections (id, tenant_id, name, protocol, issuer, client_id, auth_method, home_organization_id, settings)
     values (gen_random_uuid(), $1, 'Corp', 'saml', 'i', '', 'none', $2, '{}')`,
    [tenantA.id, tenantA.organization],
  )
  const [item] = (await manager(app).get('/sso/connections')).body.items
  expect(item).toMatchObject({ protocol: 'saml', callbackUrl: null, metadataUrl: null })
  const started = await app.anonymous.get(`/sso/start/${item.id}`)
  expect(started.headers.get('location')).toBe('/login?error=sso_unavailable')
  expect((await manager(app).post('/sso/connections/test', { id: item.id })).status).toBe(400)
})

test('a test of a connection explains its certificates and its domains', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const { body } = await manager(app).post('/sso/connections/test', { id })
  expect(body.isUsable).toBe(true)
  expect(body.findings.map(({ check, outcome }: Record<string, string>) => [check, outcome])).toEqual([
    ['certificates', 'passed'],
    ['sign_in_page', 'warning'],
    ['domains', 'passed'],
    ['logout', 'warning'],
  ])
  app.clock.advance(100 * 365.2 * 86_400_000)
  const later = await manager(app).post('/sso/connections/test', { id })
  expect(later.body.findings[0]).toMatchObject({ check: 'certificates', outcome: 'warning' })
})

test('the metadata of a provider fills in a connection, from a text or an address', async () => {
  const server = createServer((_request, response) => response.end(providerMetadata()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await using app = await authApp({ modules: [sso({ localHosts: [`localhost:${port}`] }), saml] })
  const read = (body: object) => manager(app).post('/saml/provider-metadata', body)
  const found = { issuer: ISSUER, signInUrl: SIGN_IN_URL, certificates: [`${providerCertificate}\n`] }
  expect((await read({ xml: providerMetadata() })).body).toEqual(found)
  expect((await read({ url: `http://localhost:${port}/metadata` })).body).toEqual(found)
  server.close()
  const refused = async (body: object, message: string) => {
    const answer = await read(body)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)])
  }
  await refused({ xml: providerMetadata({ binding: 'HTTP-POST' }) }, 'takes no requests by redirect')
  await refused({ xml: providerMetadata({ certificate: weakCertificate }) }, '2048 bits')
  await refused({ xml: '<a/>' }, 'describes no identity provider')
  await refused({ xml: `<!DOCTYPE a>${providerMetadata()}` }, 'Document types')
  await refused({ xml: 'nothing' }, '')
  await refused({ url: 'https://127.0.0.1/metadata' }, 'not public')
  await refused({}, '')
  await refused({ xml: '<a/>', url: 'https://a.example' }, '')
  expect((await app.as({ features: ['sso.view'] }).post('/saml/provider-metadata', { xml: '<a/>' })).status).toBe(403)
})
