import { setTimeout as sleep } from 'node:timers/promises'
import { createPlatform, defineModule, get, open, signedIn } from '@plinth/core'
import { toCaller } from '@plinth/core/internal'
import { defineAuthenticator } from '@plinth/core/security'
import { CapturedLog, tenantA, tenantB, testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const answer = z.object({ ok: z.boolean() })

/** Callers name their tenant, and perhaps a key. */
const shop = defineModule({
  id: 'shop',
  title: 'Shop',
  authenticators: [
    defineAuthenticator({
      id: 'shop.tenant',
      carrier: 'header',
      async authenticate({ request: { headers } }) {
        const tenantId = headers.get('x-tenant')
        if (tenantId === null) return null
        const { actor, scope } = toCaller({ actor: 'platform', reason: 'shop', scope: { tenantId } })
        const key = headers.get('x-key')
        return { scope, actor: key === null ? actor : { ...actor, kind: 'api_key', id: `api_key:${key}` } }
      },
    }),
  ],
  routes: [
    get('/shop', { access: signedIn, response: answer }, () => ({ ok: true })),
    get('/shop/door', { access: open, response: answer }, () => ({ ok: true })),
  ],
})

interface Fetches {
  fetch(path: Request): Promise<Response>
}

/** The status, the limits and what is left of them. */
async function visit({ fetch }: Fetches, headers: Record<string, string>, path = '/shop') {
  const response = await fetch(new Request(new URL(path, 'http://localhost'), { headers }))
  const fields = ['ratelimit-policy', 'ratelimit', 'retry-after'].map((name) => response.headers.get(name))
  return [response.status, ...fields.map((field) => field?.replace(/(;t=|^)\d+$/, '$1…') ?? null)]
}

const a = { 'x-tenant': tenantA.id }
const b = { 'x-tenant': tenantB.id }

test('a tenant and a key have quotas of their own, which every response tells', async () => {
  const rateLimits = {
    tenant: { requests: 3, seconds: 60 },
    apiKey: { requests: 2, seconds: 30 },
    shared: false,
    appliesTo: (headers: Headers) => !headers.has('x-uncounted'),
  }
  await using app = await testApp({ modules: [shop], rateLimits })
  const policy = '"tenant";q=3;w=60'
  const both = `${policy}, "api-key";q=2;w=30`
  const keyed = { ...a, 'x-key': '1' }
  const steps = [
    [keyed, [200, both, '"tenant";r=2;t=60, "api-key";r=1;t=…', null]],
    [keyed, [200, both, '"tenant";r=1;t=60, "api-key";r=0;t=…', null]],
    // Refused requests are not counted.
    [keyed, [429, both, '"tenant";r=1;t=60, "api-key";r=0;t=…', '…']],
    [keyed, [429, both, '"tenant";r=1;t=60, "api-key";r=0;t=…', '…']],
    [a, [200, policy, '"tenant";r=0;t=…', null]],
    [a, [429, policy, '"tenant";r=0;t=…', '…']],
    [{ ...a, 'x-uncounted': '1' }, [200, null, null, null]],
    [b, [200, policy, '"tenant";r=2;t=…', null]],
    [{ ...b, 'x-key': '2' }, [200, both, '"tenant";r=1;t=60, "api-key";r=1;t=…', null]],
  ] as const
  for (const [headers, expected] of steps) expect(await visit(app.platform, headers)).toEqual(expected)
  // Whoever is not signed in has no tenant.
  expect(await visit(app.platform, {}, '/shop/door')).toEqual([200, null, null, null])
  expect(await visit(app.platform, {})).toEqual([401, null, null, null])
})

test('hosts share what they have counted, count alone without a database, and begin again', async () => {
  const rateLimits = { tenant: { requests: 4, seconds: 4 } }
  await using here = await testApp({ modules: [shop], rateLimits })
  const log = new CapturedLog()
  await using there = await createPlatform({
    modules: [shop],
    database: { ...here.database, poolSize: 1 },
    secret: testSecret,
    rateLimits,
    log,
  })
  await there.start({ workers: false })
  const statusOf = async (host: Fetches) => (await visit(host, a))[0]
  const before = here.queries()
  for (let call = 0; call < 3; call++) expect(await statusOf(here.platform)).toBe(200)
  expect(here.queries()).toBe(before)
  // So that the other host is the last one to tell its count, and learns of both.
  await sleep(700)
  expect(await statusOf(there)).toBe(200)
  await sleep(1_200)
  // The hosts have exchanged their counts: four of four.
  expect(await statusOf(there)).toBe(429)
  await sleep(2_300)
  await here.sql('alter table plinth.rate_limits rename to elsewhere')
  for (let call = 0; call < 4; call++) expect(await statusOf(there)).toBe(200)
  expect(await statusOf(there)).toBe(429)
  await sleep(700)
  expect(log.lines.filter(({ message }) => message.includes('other hosts are not counted'))).toHaveLength(1)
  await here.sql('alter table plinth.elsewhere rename to rate_limits')
  await sleep(700)
  expect(await here.sql('select points from plinth.rate_limits')).toEqual([{ points: 4 }])
})

test.each([
  { requests: 0, seconds: 60 },
  { requests: 10, seconds: 0.5 },
  { requests: Number.NaN, seconds: 60 },
  { requests: 10, seconds: 86_401 },
])('a quota of %o is refused at the start', async (tenant) => {
  await expect(testApp({ modules: [shop], rateLimits: { tenant } })).rejects.toThrow('quota `tenant`')
})
