import { addAuthenticator, nextCode, totpCode } from '@plinth/auth/testing'
import { createPlatform } from '@plinth/core'
import { CapturedLog, Client, testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { shiftClock } from '../../_setup/shift-clock.ts'
import { authApp, cookiesOf, PASSWORD, signIn, urlEncoded } from './_accounts.ts'
import { accountModules } from './_modules.ts'

const EMAIL = 'employee@acme.com'

test.each([-2, 2])(
  'a host whose clock is %i minutes off takes codes, challenges, sessions and counts of another one',
  async (minutes) => {
    const modules = accountModules()
    await using app = await authApp()
    const openHost = async () => {
      const { database } = app
      const platform = await createPlatform({ modules, database, secret: testSecret, log: new CapturedLog() })
      await platform.start({ workers: false })
      const client = (headers: Readonly<Record<string, string>> = {}) =>
        new Client((path, init) =>
          platform.fetch(
            new Request(new URL(path, 'http://localhost'), { ...init, headers: { ...init.headers, ...headers } }),
          ),
        )
      return { client, [Symbol.asyncDispose]: () => platform.close() }
    }
    const { secret } = await addAuthenticator(app, await signIn(app, EMAIL))
    await using right = await openHost()
    using _shift = shiftClock(minutes * 60_000)
    await using wrong = await openHost()
    for (const [first, second] of [
      [right, wrong],
      [wrong, right],
    ] as const) {
      nextCode(app)
      const asked = await first.client().post('/auth/login', urlEncoded({ email: EMAIL, password: PASSWORD }))
      expect(asked.body).toMatchObject({ code: 'second_factor_required' })
      const cookie = `om_challenge=${cookiesOf(asked)['om_challenge']!.value}`
      const done = await second
        .client({ cookie })
        .post('/auth/login/verify', { challenge: asked.body.challenge, code: totpCode(app, secret) })
      expect(done).toMatchObject({ status: 200, body: { ok: true } })
      const session = await first.client({ authorization: `Bearer ${done.body.token}` }).get('/auth/profile')
      expect(session.body.email).toBe(EMAIL)
      // The next code is the one after the next, which is not valid yet.
      await app.sql(`update second_factors set last_step = last_step - 2`)
      app.clock.advance(-30_000)
    }
    const guess = (host: typeof right) =>
      host.client().post('/auth/login', urlEncoded({ email: 'admin@acme.com', password: 'Wrong-123' }))
    for (const host of [right, wrong, right, wrong, right]) expect((await guess(host)).status).toBe(401)
    for (const host of [wrong, right]) {
      const limited = await guess(host)
      expect(limited.status).toBe(429)
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(50)
      expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
  },
)
