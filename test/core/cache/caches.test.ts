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
