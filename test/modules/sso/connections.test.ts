import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { connect, ssoApp } from './_sso.ts'

test('a test of a connection explains each failure', async () => {
  await using app = await ssoApp()
  const admin = app.as({ features: ['*'] })
  const outcomes = async (id: string) => {
    const { body } = await admin.post('/sso/connections/test', { id })
    return [
      body.isUsable,
      ...body.findings.map((one: { check: string; outcome: string }) => `${one.check} ${one.outcome}`),
    ]
  }
  const id = await connect(app)
  expect(await outcomes(id)).toEqual([
    true,
    'discovery passed',
    'endpoints passed',
    'keys passed',
    expect.stringContaining('pkce'),
    'client_authentication passed',
    'scopes passed',
    'domains passed',
    'logout passed',
  ])
  const message = async (fields: object, language = 'en') => {
    const made = await admin.post('/sso/connections', {
      name: 'Wrong',
      issuer: app.provider.issuer,
      clientId: 'x',
      secret: 's',
      homeOrganizationId: tenantA.organization,
      ...fields,
    })
    const { body } = await admin.send('POST', '/sso/connections/test', {
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ id: made.body.id }),
    })
    return body.findings.find(({ outcome }: { outcome: string }) => outcome === 'failed').message
  }
  expect(await message({ issuer: `${app.provider.issuer}/nowhere` })).toContain('no usable discovery document')
  expect(await message({ issuer: 'https://127.0.0.1:1' })).toContain('not public')
  expect(await message({ issuer: 'https://169.254.169.254' })).toContain('not public')
  expect(await message({ issuer: 'https://[::1]:8443' })).toContain('not public')
  expect(await message({ issuer: 'http://provider.example' })).toContain('HTTPS')
  expect(await message({})).toContain('No domain is proven')
  expect(await message({}, 'pl')).toContain('Żadna domena nie jest potwierdzona')
  expect(await message({ issuer: `${app.provider.issuer}/nowhere` }, 'es')).toContain('no tiene un documento')
})

test('what cannot work is refused when it is written', async () => {
  await using app = await ssoApp()
  const admin = app.as({ features: ['*'] })
  const fields = { name: 'X', issuer: 'https://x.example', clientId: 'x', homeOrganizationId: tenantA.organization }
  const refusal = async (more: object) => {
    const answer = await admin.post('/sso/connections', { ...fields, ...more })
    return [answer.status, Object.keys(answer.body.fieldErrors ?? {})[0]]
  }
  expect(await refusal({})).toEqual([400, 'secret'])
  expect(await refusal({ authMethod: 'private_key_jwt', secret: 'x' })).toEqual([400, 'secret'])
  expect(await refusal({ secret: 'x', scopes: ['email'] })).toEqual([400, 'scopes'])
  expect(await refusal({ secret: 'x', isEnforced: true })).toEqual([400, 'breakGlassUserIds'])
  for (const homeOrganizationId of [crypto.randomUUID(), tenantB.organization])
    expect(await refusal({ secret: 'x', homeOrganizationId })).toEqual([400, 'homeOrganizationId'])
  const [foreign] = await app.sql('select id from users where tenant_id = $1', [tenantB.id])
  expect(await refusal({ secret: 'x', breakGlassUserIds: [foreign!['id']] })).toEqual([400, 'breakGlassUserIds'])
  expect(
    (await admin.post('/sso/connections', { ...fields, secret: 'x', defaultRoleIds: [crypto.randomUUID()] })).status,
  ).toBe(400)
  expect(await refusal({ secret: 'x', homeOrganizationId: crypto.randomUUID() })).toEqual([400, 'homeOrganizationId'])
})
