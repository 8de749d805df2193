import { createServer } from 'node:http'
import { sso } from '@plinth/sso'
import { saml } from '@plinth/saml'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import {
  attackerCertificate,
  curveCertificate,
  otherCurveCertificate,
  providerCertificate,
  weakCertificate,
} from './_keys.ts'
import { base64Of, ISSUER, keyDescriptor, providerMetadata, SIGN_IN_URL } from './_provider.ts'
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
    protocol: 'This platform does not support saml.',
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

test('a certificate that cannot be used is left out of metadata as long as another one can', async () => {
  await using app = await samlApp()
  const read = async (keys: string, attributes = '') =>
    (await manager(app).post('/saml/provider-metadata', { xml: providerMetadata({ keys, attributes }) })).body
  const good = keyDescriptor(providerCertificate)
  const pem = `${providerCertificate}\n`
  expect(await read(keyDescriptor(weakCertificate) + good)).toMatchObject({
    certificates: [pem],
    warnings: [expect.stringContaining('2048 bits')],
  })
  expect(await read(keyDescriptor(otherCurveCertificate) + good)).toMatchObject({
    certificates: [pem],
    warnings: [expect.stringContaining('P-256')],
  })
  expect(await read(good + keyDescriptor('bm90aGluZw=='))).toMatchObject({
    certificates: [pem],
    warnings: [expect.stringContaining('not a certificate')],
  })
  // Twice the same, another for encryption, and one that is for both.
  const all = good + good + keyDescriptor(attackerCertificate, 'encryption') + keyDescriptor(curveCertificate, null)
  const both = await read(all)
  expect(both.certificates).toEqual([pem, `${curveCertificate}\n`])
  expect(both).not.toHaveProperty('warnings')
  expect(await read(good, ' validUntil="2020-01-01T00:00:00Z"')).toMatchObject({
    certificates: [pem],
    warnings: [expect.stringContaining('valid until 2020')],
  })
  expect((await read('')).error).toContain('names no certificate')
  // A century later: what has expired comes last, and can still be used.
  app.clock.advance(100 * 365.2 * 86_400_000)
  expect(await read(all)).toMatchObject({
    certificates: [`${curveCertificate}\n`, pem],
    warnings: [expect.stringContaining('expired on 2126-11-03')],
  })
})

test('metadata is read as federations and products write it', async () => {
  const documents = new Map<string, Buffer>()
  const server = createServer((request, response) => response.end(documents.get(request.url!)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await using app = await authApp({ modules: [sso({ localHosts: [`localhost:${port}`] }), saml] })
  const read = async (body: object) => (await manager(app).post('/saml/provider-metadata', body)).body
  const found = { issuer: ISSUER, signInUrl: SIGN_IN_URL, certificates: [`${providerCertificate}\n`] }
  const whole = providerMetadata()
  const entity = whole.replace(/^<\?xml[^>]+>/, '')
  const group = (...entities: string[]) =>
    `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entities.join('')}</md:EntitiesDescriptor>`
  const other = entity.replace(ISSUER, 'https://other.example').replace(SIGN_IN_URL, 'https://other.example/sso')
  const platform = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sp.example"><md:SPSSODescriptor/></md:EntityDescriptor>`

  expect(await read({ xml: `\uFEFF${whole}` })).toEqual(found)
  expect(
    await read({ xml: `<?xml version="1.0"?>\n<?xml-stylesheet href="x.xsl"?>\n<!-- Ours -->${entity}\n` }),
  ).toEqual(found)
  expect(await read({ xml: group(platform, entity) })).toEqual(found)
  expect(await read({ xml: group(platform, group(entity)) })).toEqual(found)
  expect((await read({ xml: group(entity, other) })).error).toContain(
    `Name one as issuer: ${ISSUER}, https://other.example`,
  )
  expect(await read({ xml: group(other, entity), issuer: ISSUER })).toEqual(found)
  expect((await read({ xml: group(other, entity), issuer: 'https://third.example' })).error).toContain(
    'does not describe',
  )
  // Extensions may contain anything, also what looks like a description.
  const extensions = `<md:Extensions>${other}</md:Extensions>`
  expect(await read({ xml: whole.replace('<md:IDPSSODescriptor', `${extensions}<md:IDPSSODescriptor`) })).toEqual(found)
  const inside = `<md:Extensions>${keyDescriptor(attackerCertificate)}</md:Extensions>`
  expect(await read({ xml: whole.replace('<md:KeyDescriptor', `${inside}<md:KeyDescriptor`) })).toEqual(found)
  const older = whole.replace('SAML:2.0:protocol', 'SAML:1.1:protocol')
  expect((await read({ xml: older })).error).toContain('does not support SAML 2.0')
  documents.set('/16', Buffer.from(`\uFEFF${whole.replace('?>', ' encoding="UTF-16"?>')}`, 'utf16le'))
  documents.set('/latin', Buffer.from(whole.replace('<md:IDP', '<!-- Ä --><md:IDP'), 'latin1'))
  expect(await read({ url: `http://localhost:${port}/16` })).toEqual(found)
  expect((await read({ url: `http://localhost:${port}/latin` })).error).toContain('neither UTF-8 nor UTF-16')
  server.close()
})
