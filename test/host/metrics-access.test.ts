import { toNodeHandler } from '@plinth/core'
import { H3 } from 'h3'
import { expect, test } from 'vitest'
import { listen } from '@plinth/host'
import { type MetricsAccess, refuseScrape } from '../../packages/host/src/observe/metrics-access.ts'

const token = 'a token of the monitoring'

test('only addresses of this machine are let in without a token', () => {
  const statusOf = (ip: string | undefined) => refuseScrape({ ip, headers: new Headers() }, {})?.status
  for (const ip of ['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1']) expect(statusOf(ip), ip).toBeUndefined()
  for (const ip of ['10.0.0.1', '128.0.0.1', '0.0.0.0', '::', 'fe80::1', '::ffff:10.0.0.1', 'localhost', '', undefined])
    expect(statusOf(ip), ip).toBe(403)
})

test('a proxy of this machine lets nobody in', async () => {
  await using page = await serve({})
  expect(await page.status({})).toBe(200)
  for (const name of ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Via'])
    expect(await page.status({ [name]: '127.0.0.1' }), name).toBe(403)
})

test('a token lets in from anywhere, and only the right one', async () => {
  await using page = await serve({ token })
  const from = { 'x-forwarded-for': '203.0.113.9' }
  expect(await page.status({ ...from, authorization: `Bearer ${token}` })).toBe(200)
  for (const authorization of ['', 'Bearer', 'Bearer ', `Bearer ${token}x`, token, `Basic ${token}`])
    expect(await page.status({ ...from, authorization }), authorization).toBe(401)
  expect(await page.status({})).toBe(200)
})

test('told to be open, it asks for nothing', async () => {
  await using page = await serve({ isOpen: true })
  expect(await page.status({ 'x-forwarded-for': '203.0.113.9' })).toBe(200)
})

/** A page behind the same check, on a port of its own. */
async function serve(access: MetricsAccess) {
  const server = await listen({ port: 0, hostname: '127.0.0.1' })
  const app = new H3().get('/metrics', ({ req }) => refuseScrape(req, access) ?? 'numbers')
  server.answer(toNodeHandler({ app }))
  return {
    async status(headers: Record<string, string>) {
      const { port } = new URL(server.origin)
      return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).status
    },
    [Symbol.asyncDispose]: () => server.drain({ cutsIdle: true }),
  }
}
