import { defineEvents, defineModule, defineService, get, on, signedIn } from '@plinth/core'
import { defineRateLimit } from '@plinth/core/http'
import { defineAuthenticator, platformKeys } from '@plinth/core/security'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
const wrongWords = defineRateLimit({ name: 'words', points: 2, window: 60, block: 60, key: ({ ip }) => ip })

/** Knows two headers: `x-old` for a login that has ended, `x-word` for a word that may be tried twice. */
const doors = defineModule({
  id: 'doors',
  title: 'Doors',
  authenticators: [
    defineAuthenticator({
      id: 'doors.old',
      carrier: 'header',
      authenticate: async ({ request }) => (request.headers.has('x-old') ? 'ended' : null),
    }),
    defineAuthenticator({
      id: 'doors.word',
      carrier: 'header',
      async authenticate({ request, attempts }) {
        const word = request.headers.get('x-word')
        if (word === null) return null
        await attempts.assertLeft(wrongWords)
        if (word === 'sesame') return { actor: 'platform', reason: 'door', scope } as const
        await attempts.count(wrongWords)
        return 'unknown'
      },
    }),
  ],
  routes: [
    get('/doors', { access: signedIn, response: z.object({ id: z.string() }) }, ({ actor }) => ({ id: actor.id })),
  ],
})

const ask = async (app: Awaited<ReturnType<typeof testApp>>, headers: Record<string, string>) =>
  app.anonymous.get('/doors', { headers })

test('a credential that no longer counts leaves room for another, and clears the login when there is none', async () => {
  await using app = await testApp({ modules: [doors] })
  expect(await ask(app, { 'x-old': '1', 'x-word': 'sesame' })).toMatchObject({
    status: 200,
    body: { id: 'system:door' },
  })
  const ended = await ask(app, { 'x-old': '1' })
  expect([ended.status, ended.headers.getSetCookie().length]).toEqual([401, 2])
  const none = await ask(app, {})
  expect([none.status, none.headers.getSetCookie()]).toEqual([401, []])
})

test('failed attempts are counted, right ones are not, and beyond the limit nothing is tried', async () => {
  await using app = await testApp({ modules: [doors], rateLimits: {} })
  const tries = ['sesame', 'sesame', 'sesame', 'wrong', 'wrong', 'sesame', 'wrong', 'sesame']
  const statuses: number[] = []
  for (const word of tries) statuses.push((await ask(app, { 'x-word': word })).status)
  expect(statuses).toEqual([200, 200, 200, 401, 401, 200, 429, 429])
})

test('what an authenticator announced before it failed is not sent, and its own failure is told', async () => {
  const events = defineEvents('broken', { opened: z.object({}) })
  const bell = defineService('broken.bell', ({ emit }) => ({ ring: () => emit(events.opened, {}) }))
  let rings = 0
  const broken = defineModule({
    id: 'broken',
    title: 'Broken',
    events,
    services: [bell],
    subscribers: [on(events.opened, () => void rings++)],
    authenticators: [
      defineAuthenticator({
        id: 'broken.late',
        carrier: 'header',
        async authenticate({ request, inject }) {
          inject(bell).ring()
          if (request.headers.has('x-late')) throw new Error('late')
          return null
        },
      }),
      defineAuthenticator({
        id: 'broken.now',
        carrier: 'header',
        authenticate({ request, inject }) {
          inject(bell).ring()
          if (request.headers.has('x-now')) throw new Error('now')
          return null
        },
      }),
    ],
    routes: doors.routes!,
  })
  await using app = await testApp({ modules: [broken] })
  const tell = async (headers: Record<string, string>) => {
    rings = 0
    const { status } = await ask(app, headers)
    await app.settled()
    return [status, rings, app.log.at('error').map(({ facts }) => (facts['err'] as Error).message)]
  }
  expect(await tell({})).toEqual([401, 2, []])
  expect(await tell({ 'x-late': '1' })).toEqual([500, 0, ['late']])
  expect(await tell({ 'x-now': '1' })).toEqual([500, 0, ['late', 'now']])
})

test('keys depend on the secret and the purpose, and on nothing else', async () => {
  const keysOf = async (secret: string) => {
    await using app = await testApp({ modules: [doors], secret })
    return app.platform.actAs({ actor: 'platform', reason: 'test', scope }, async ({ inject }) =>
      ['a', 'b', 'a'].map((purpose) => Buffer.from(inject(platformKeys).of(purpose)).toString('hex')),
    )
  }
  const [a, b, again] = await keysOf('x'.repeat(32))
  expect(a).toMatch(/^[0-9a-f]{64}$/)
  expect([a === b, a === again]).toEqual([false, true])
  expect(await keysOf('x'.repeat(32))).toEqual([a, b, a])
  expect((await keysOf('y'.repeat(32)))[0]).not.toBe(a)
})
