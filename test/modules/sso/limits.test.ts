import { expect, test } from 'vitest'
import { urlEncoded } from '../auth/_accounts.ts'
import { ssoApp } from './_sso.ts'

test('what strangers may call is limited by address', async () => {
  const overrides = { 'sso-ip': { points: 2 }, 'sso-logout': { points: 2 } }
  await using app = await ssoApp({ rateLimits: { overrides } })
  const id = crypto.randomUUID()
  const requests = [
    () => app.anonymous.post('/sso/discover', { email: 'x' }),
    () => app.anonymous.get(`/sso/start/${id}`),
    () => app.anonymous.get(`/sso/callback/${id}`),
  ]
  await requests[0]!()
  await requests[0]!()
  for (const request of requests) expect((await request()).status).toBe(429)
  const end = () => app.anonymous.post(`/sso/backchannel-logout/${id}`, urlEncoded({ logout_token: 'x' }))
  expect([(await end()).status, (await end()).status, (await end()).status]).toEqual([404, 404, 429])
})
