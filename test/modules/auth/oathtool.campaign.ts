import { startLogin } from '@plinth/auth/testing'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { authApp, signIn, withHeaders } from './_accounts.ts'

const EMAIL = 'employee@acme.com'

/** The code that OATH Toolkit shows. Debian: `apt install oathtool`. */
async function codeOf(secret: string, at: Date): Promise<string> {
  const { stdout } = await promisify(execFile)('oathtool', ['--totp', '--base32', `--now=${at.toISOString()}`, secret])
  return stdout.trim()
}

// `npm run campaign:factors`: an authenticator app that nobody here wrote.
test('codes of oathtool add an app and complete sign-ins, each once', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, EMAIL)
  const client = withHeaders(app, { authorization: `Bearer ${token}` })
  const { enrollment, secret } = (await client.post('/auth/factors/totp', {})).body as Record<string, string>
  const first = { enrollment, code: await codeOf(secret!, app.clock.now), name: 'Toolkit' }
  expect((await client.post('/auth/factors/totp/confirm', first)).status).toBe(201)
  for (let day = 0; day < 20; day++) {
    app.clock.advance(86_400_000 + day * 7_000)
    const { browser, challenge } = await startLogin(app, EMAIL)
    const code = await codeOf(secret!, app.clock.now)
    expect((await browser.post('/auth/login/verify', { challenge, code })).status).toBe(200)
    const again = await startLogin(app, EMAIL)
    const replayed = await again.browser.post('/auth/login/verify', { challenge: again.challenge, code })
    expect(replayed.status).toBe(401)
  }
})
