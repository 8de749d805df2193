import { toNodeHandler } from '@plinth/core'
import { sso } from '@plinth/sso'
import { tenantA } from '@plinth/testing'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { launchChromium } from '../../_setup/chromium.ts'
import { freePort, startLemonLdap } from '../../_setup/lemonldap.ts'
import { authApp } from '../auth/_accounts.ts'
import { prove, records } from './_sso.ts'

// `npm run campaign:sso`: in a real browser, with a provider that nobody here wrote.
test('somebody signs in by LemonLDAP::NG', { timeout: 40_000 }, async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const port = await freePort()
  const module = sso({ localHosts: [`127.0.0.1:${port}`], resolveTxt: async (name) => records.get(name) ?? [] })
  await using app = await authApp({ modules: [module], origin: url, startAt: new Date() })
  server.on('request', toNodeHandler(app.platform))
  const manager = app.as({ features: ['*'], isSuperAdmin: false })
  // Not every provider decodes what RFC 6749 encodes in the header, such as spaces.
  const secret = 'AClientSecretThatIsLongEnough'
  const created = await manager.post('/sso/connections', {
    name: 'Lemon',
    issuer: `http://127.0.0.1:${port}/`,
    clientId: 'plinth',
    secret,
    homeOrganizationId: tenantA.organization,
  })
  const { id } = created.body
  await prove(manager, id, 'badwolf.org')
  const client = { id: 'plinth', secret, redirectUri: `${url}/api/sso/callback/${id}` }
  await using provider = await startLemonLdap(port, client)
  expect((await manager.post('/sso/connections/test', { id })).body).toMatchObject({ isUsable: true })
  await using browser = await launchChromium()
  const page = await browser.newPage()
  await page.goto(`${url}/api/sso/start/${id}?redirect=${encodeURIComponent('/api/auth/profile')}`)
  expect(new URL(page.url()).origin).toBe(provider.url)
  await page.fill('input[name=user]', 'dwho')
  await page.fill('input[name=password]', 'dwho')
  await page.press('input[name=password]', 'Enter')
  await page.waitForURL(`${url}/**`)
  expect(await page.textContent('body')).toContain('dwho@badwolf.org')
  expect(await app.sql('select subject from sso_identities')).toEqual([{ subject: 'dwho' }])
  server.closeAllConnections()
  server.close()
})
