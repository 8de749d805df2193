import { defineCache, defineModule, get, open } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Caches } from '../../../packages/core/src/cache/caches.ts'
import { testApp } from '../../_setup/app.ts'

const facts = defineCache<string>('lab.facts')

test('what may serve no longer is not kept', async () => {
  const caches = new Caches()
  for (const ttl of [0, -5]) {
    expect(await caches.get(facts, 'one', { load: async () => ({ value: `for ${ttl} ms`, tags: [], ttl }) })).toBe(
      `for ${ttl} ms`,
    )
    expect(caches.peek(facts, 'one')).toBeUndefined()
  }
})

test('who waits for what another request loads does not share its failure', async () => {
  const began = Promise.withResolvers<void>()
  const loading = Promise.withResolvers<void>()
  const answer = z.object({ value: z.string() })
  const module = defineModule({
    id: 'facts',
    title: 'Facts',
    caches: [facts],
    routes: [
      get('/breaks', { access: open, response: answer }, async ({ cached, db }) => {
        const failing = cached(facts, 'one', async () => {
          began.resolve()
          await loading.promise
          await db.selectFrom('items').select('id').execute()
          return { value: 'first', tags: [] }
        })
        return { value: await failing }
      }),
      get('/waits', { access: open, response: answer }, async ({ cached }) => {
        const waiting = cached(facts, 'one', async () => ({ value: 'second', tags: [] }))
        loading.resolve()
        return { value: await waiting }
      }),
    ],
  })
  await using app = await testApp({ modules: [module] })
  const breaks = app.anonymous.get('/breaks')
  await began.promise
  expect((await app.anonymous.get('/waits')).body).toEqual({ value: 'second' })
  expect((await breaks).status).toBe(500)
  expect((await app.anonymous.get('/waits')).body).toEqual({ value: 'second' })
})

test('the entries of one holder take a sixteenth of a cache, and push out no others', async () => {
  const caches = new Caches()
  const large = defineCache<string>('lab.large', { bytes: 160_000 })
  const add = (key: string, holder?: string) =>
    caches.get(large, key, { load: async () => ({ value: 'x'.repeat(1_000), tags: [], ...(holder && { holder }) }) })
  await add('mine', 'me')
  await add('of nobody')
  for (let count = 0; count < 500; count++) await add(`made up ${count}`, 'greedy')
  expect(caches.peek(large, 'mine')).toBeDefined()
  expect(caches.peek(large, 'of nobody')).toBeDefined()
  expect([500 - 1, 500 - 4, 500 - 5, 0].map((count) => caches.peek(large, `made up ${count}`) !== undefined)).toEqual([
    true,
    true,
    false,
    false,
  ])
  // What is loaded again counts once, and what is larger than a share is kept alone.
  for (let count = 0; count < 20; count++) {
    caches.invalidate(['again'])
    await caches.get(large, 'again', {
      load: async () => ({ value: 'x'.repeat(2_000), tags: ['again'], holder: 'me' }),
    })
  }
  expect(caches.peek(large, 'mine')).toBeDefined()
  await caches.get(large, 'huge', { load: async () => ({ value: 'x'.repeat(20_000), tags: [], holder: 'me' }) })
  expect(['huge', 'mine', 'again'].map((key) => caches.peek(large, key) !== undefined)).toEqual([true, false, false])
})
