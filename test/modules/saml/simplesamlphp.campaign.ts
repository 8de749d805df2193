import { addRole, superAdminOf } from '@plinth/auth/testing'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { launchChromium } from '../../_setup/chromium.ts'
import { openConsole } from '../../console/_console.ts'
import { startSimpleSamlPhp } from '../../_setup/simplesamlphp.ts'
import { providerCertificate, providerKey } from './_keys.ts'

// `npm run campaign:saml`: in a real browser, with a provider that nobody here wrote.
test('somebody signs in by SimpleSAMLphp and lands in the console', { timeout: 120_000 }, async () => {
  await using provider = await startSimpleSamlPhp({ key: providerKey, certificate: providerCertificate })
  await using site = await openConsole()
  await using browser = await launchChromium()
  const { app, url } = site
  const manager = app.as({ features: ['*'], isSuperAdmin: false })
  const read = await manager.post('/saml/provider-metadata', { xml: provider.metadata })
  expect(read.status).toBe(200)
  const { issuer, ...settings } = read.body
  const staff = await addRole(superAdminOf(app), 'Staff', { features: ['dashboards.*'] })
  const created = await manager.post('/sso/connections', {
    name: 'Corp',
    protocol: 'saml',
    issuer,
    settings,
    homeOrganizationId: tenantA.organization,
    defaultRoleIds: [staff],
  })
  const { id } = created.body
  const added = await manager.post('/sso/domains', { connectionId: id, domain: 'corp.example' })
  await app.sql('update sso_domains set verified_domain = domain, verified_at = now() where id = $1', [added.body.id])
  const [connection] = (await manager.get('/sso/connections')).body.items
  await provider.addPlatform({ entityId: connection.metadataUrl, acsUrl: connection.callbackUrl })

  const page = await browser.newPage()
  await page.goto(`${url}/api/sso/start/${id}?redirect=${encodeURIComponent('/backend')}`)
  expect(new URL(page.url()).origin).toBe(provider.url)
  await page.fill('input[name=username]', 'ann')
  await page.fill('input[name=password]', 'ann-pass')
  await page.press('input[name=password]', 'Enter')
  await page.waitForURL(`${url}/backend**`)
  const profile = await page.request.get(`${url}/api/auth/profile`)
  expect((await profile.json()).email).toBe('ann@corp.example')
  // A second time the provider asks nothing, and the account is the same.
  await page.context().clearCookies({ domain: 'localhost' })
  await page.goto(`${url}/api/sso/start/${id}?redirect=${encodeURIComponent('/backend')}`)
  await page.waitForURL(`${url}/backend**`)
  expect(await app.sql(`select count(*)::int as n from users where email = 'ann@corp.example'`)).toEqual([{ n: 1 }])
  expect(await app.sql('select subject from sso_identities')).toEqual([{ subject: 'ann' }])
})
