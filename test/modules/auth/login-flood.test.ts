import { expect, test } from 'vitest'
import { authApp, cookiesOf, PASSWORD, urlEncoded, withHeaders } from './_accounts.ts'

test('wrong logins from any number of networks do not lock out a browser that has signed in before', async () => {
  await using app = await authApp({
    rateLimits: { shared: false },
    trustedProxies: 1,
    auth: { argon2: { memory: 19_456, iterations: 2, parallelism: 1 }, passwordConcurrency: 1 },
  })
  const login = (network: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    withHeaders(app, { 'x-forwarded-for': network, ...headers }).post('/auth/login', urlEncoded(fields))
  const right = { email: 'admin@acme.com', password: PASSWORD }
  const first = await login('192.0.2.1', right)
  const browser = { cookie: `om_device=${cookiesOf(first)['om_device']!.value}` }

  const answered: number[] = []
  const wrong = Array.from({ length: 120 }, async (_, i) => {
    const fields = { email: `nobody${i}@acme.com`, password: 'Wrong-123' }
    const { status } = await login(`198.51.${i}.1`, fields, { cookie: 'om_device=forged' })
    answered.push(status)
  })
  await Promise.race(wrong)
  const known = await login('192.0.2.1', right, browser)
  const servedBefore = answered.filter((status) => status === 401).length
  await Promise.all(wrong)
  expect(known.status).toBe(200)
  // 48 of them wait.
  expect(servedBefore).toBeLessThan(24)
  expect(new Set(answered)).toEqual(new Set([401, 503]))
})
