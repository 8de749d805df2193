import { defineModule, get, signedIn, systemCaller } from '@plinth/core'
import { defineRateLimit } from '@plinth/core/http'
import { defineAuthenticator, platformKeys } from '@plinth/core/security'
import { tenantA } from '@plinth/core/testing'
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
      authenticate: async ({ request }) => (request.headers.has('x-old') ? 'invalid' : null),
    }),
    defineAuthenticator({
      id: 'doors.word',
      async authenticate({ request, attempts }) {
        const word = request.headers.get('x-word')
        if (word === null) return null
        await attempts.assertLeft(wrongWords)
        if (word === 'sesame') return systemCaller('door', scope)
        await attempts.count(wrongWords)
        return null
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

test('keys depend on the secret and the purpose, and on nothing else', async () => {
  const keysOf = async (secret: string) => {
    await using app = await testApp({ modules: [doors], secret })
    return app.platform.as(systemCaller('test', scope), async ({ inject }) =>
      ['a', 'b', 'a'].map((purpose) => Buffer.from(inject(platformKeys).of(purpose)).toString('hex')),
    )
  }
  const [a, b, again] = await keysOf('x'.repeat(32))
  expect(a).toMatch(/^[0-9a-f]{64}$/)
  expect([a === b, a === again]).toEqual([false, true])
  expect(await keysOf('x'.repeat(32))).toEqual([a, b, a])
  expect((await keysOf('y'.repeat(32)))[0]).not.toBe(a)
})
