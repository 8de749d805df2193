import { urlEncoded } from '@plinth/auth/testing'
import { expect, test } from 'vitest'
import { samlApp } from './_saml.ts'

test('what strangers may call is limited by address', async () => {
  await using app = await samlApp({ rateLimits: { overrides: { 'saml-ip': { points: 2 } } } })
  const id = crypto.randomUUID()
  const requests = [
    () => app.anonymous.get(`/saml/metadata/${id}`),
    () => app.anonymous.get(`/saml/complete/${id}?response=${id}`),
    () => app.anonymous.post(`/saml/acs/${id}`, urlEncoded({ SAMLResponse: 'x' })),
  ]
  expect([(await requests[0]!()).status, (await requests[0]!()).status]).toEqual([404, 404])
  for (const request of requests) expect((await request()).status).toBe(429)
})
