import { createPlatform, defineCache, defineModule, definePoint, get, open, type Platform, sql } from '@plinth/core'
import { rowsTag } from '@plinth/core/data'
import { tenantA } from '@plinth/testing'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Caches } from '../../../packages/core/src/cache/caches.ts'
import { startRelay } from '../../_setup/relay.ts'
import { emptyDatabase } from '../_lab/databases.ts'
import { createItem, labModule } from '../_lab/lab-module.ts'

const facts = defineCache<string>('lab.facts')
const options = {
  modules: [defineModule({ id: 'facts', title: 'Facts', caches: [facts] })],
  secret: 'x'.repeat(32),
}
const caller = {
  actor: 'platform',
  reason: 'test',
  scope: { tenantId: tenantA.id, organizationId: tenantA.organization },
} as const
const read = (host: Platform, value: string) =>
  host.actAs(caller, ({ cached }) => cached(facts, 'one', async () => ({ value, tags: ['fact'] })))

test('nothing is served from memory a second after the last poll began, or half a second where revocations are immediate', async () => {
  const [caches, strict] = [new Caches(), new Caches({ staleAfter: 500 })]
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  try {
    const load = async () => ({ value: 'known', tags: [] })
    const known = (at: number) => {
      now.mockReturnValue(at)
      return [caches, strict].map((some) => some.peek(facts, 'one') !== undefined)
    }
    for (const some of [caches, strict]) {
      some.renew(10_000)
      await some.get(facts, 'one', { load })
    }
    expect([10_499, 10_501, 10_999, 11_001].map(known)).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ])
    // What is loaded while polls are late, or fail, is served as long.
    now.mockReturnValue(20_000)
    caches.trust(false)
    await caches.get(facts, 'one', { load })
    caches.renew(20_900)
    expect([20_999, 21_001].map((at) => known(at)[0])).toEqual([true, false])
    caches.trust(true)
    expect(known(21_001)[0]).toBe(false)
  } finally {
    now.mockRestore()
  }
})

// The others have a database each, and wait most of the time.
test.concurrent('a host whose listener is frozen reads the database before the listener is known to be dead', async () => {
  await using database = await emptyDatabase()
  await using relay = await startRelay(database.url)
  await using writer = await createPlatform({ ...options, database: { url: database.url, privilegedLogin: true } })
  await writer.migrate()
  await writer.start({ workers: false })
  const warned = vi.fn<() => void>()
  await using reader = await createPlatform({
    ...options,
    database: { url: database.url, privilegedLogin: true, directUrl: relay.url },
    log: { debug() {}, info() {}, warn: warned, error() {} },
  })
  await reader.start({ workers: false })
  await read(reader, 'old')
  expect(await read(reader, 'new')).toBe('old')
  relay.freeze()
  await writer.actAs(caller, async (ctx) => ctx.invalidate('fact'))
  while ((await read(reader, 'new')) === 'old') await new Promise((done) => setTimeout(done, 2))
  // Two seconds pass until the poll that is under way counts as lost.
  expect(warned).not.toHaveBeenCalled()
  while ((await read(reader, 'newer')) === 'new') await new Promise((done) => setTimeout(done, 2))
})

test.concurrent('while polls are late, a slow database gets one query a second for what many requests need', async ({
  expect,
}) => {
  await using database = await emptyDatabase()
  await using relay = await startRelay(database.url)
  await using host = await createPlatform({
    ...options,
    database: { url: database.url, privilegedLogin: true, directUrl: relay.url },
  })
  await host.migrate()
  await host.start({ workers: false })
  let loads = 0
  const slowly = () =>
    host.actAs(caller, ({ cached, db }) =>
      cached(facts, 'one', async () => {
        loads++
        await sql`select pg_sleep(0.3)`.execute(db)
        return { value: 'known', tags: ['fact'] }
      }),
    )
  await slowly()
  relay.freeze()
  const until = performance.now() + 3_500
  while (performance.now() < until) {
    await Promise.all(Array.from({ length: 10 }, slowly))
    await new Promise((done) => setTimeout(done, 10))
  }
  expect(loads).toBeGreaterThan(2)
  expect(loads).toBeLessThan(7)
})

test.concurrent('where revocations are immediate, no request is answered by what was remembered before it', async () => {
  let value = 'value 0'
  const answered = get(
    '/facts',
    { access: open, summary: 'Read the facts.', response: z.object({ value: z.string() }) },
    async ({ cached }) => ({ value: await cached(facts, 'one', async () => ({ value, tags: ['fact'] })) }),
  )
  const withRoute = {
    ...options,
    modules: [defineModule({ id: 'facts', title: 'Facts', caches: [facts], routes: [answered] })],
  }
  await using database = await emptyDatabase()
  await using relay = await startRelay(database.url)
  await using writer = await createPlatform({ ...withRoute, database: { url: database.url, privilegedLogin: true } })
  await writer.migrate()
  await writer.start({ workers: false })
  await using reader = await createPlatform({
    ...withRoute,
    database: { url: database.url, privilegedLogin: true, directUrl: relay.url },
    immediateRevocation: true,
  })
  await reader.start({ workers: false })
  const ask = async () => (await (await reader.fetch(new Request('http://localhost/facts'))).json()) as object
  const change = async (next: string) => {
    await writer.actAs(caller, async (ctx) => ctx.invalidate('fact'))
    value = next
  }
  for (let round = 1; round <= 20; round++) {
    expect(await Promise.all([ask(), ask()])).toEqual([{ value }, { value }])
    await change(`value ${round}`)
  }
  expect(await ask()).toEqual({ value: 'value 20' })
  relay.freeze()
  await change('thawed')
  expect(await ask()).toEqual({ value: 'thawed' })
})

test.concurrent('sums that change while their host cannot listen are told to the others all the same', async ({
  expect,
}) => {
  const sums = defineCache<string>('lab.sums')
  const tables = definePoint<string>({
    id: 'lab.sums',
    title: 'Sum',
    name: (table) => table,
    tables: (table) => [table],
  })
  const lab = labModule({ caches: [sums], contributes: [tables.of('items')] })
  const settings = { ...options, modules: [lab] }
  const readSum = (host: Platform, value: string) =>
    host.actAs(caller, ({ cached }) =>
      cached(sums, 'one', async () => ({ value, tags: [rowsTag(tenantA.id, 'items')] })),
    )
  await using database = await emptyDatabase()
  await using relay = await startRelay(database.url)
  await using reader = await createPlatform({ ...settings, database: { url: database.url, privilegedLogin: true } })
  await reader.migrate()
  await reader.start({ workers: false })
  const warned = vi.fn<() => void>()
  await using writer = await createPlatform({
    ...settings,
    database: { url: database.url, privilegedLogin: true, directUrl: relay.url },
    log: { debug() {}, info() {}, warn: warned, error() {} },
  })
  await writer.start({ workers: false })
  await readSum(reader, 'old')
  relay.freeze()
  await expect.poll(() => warned.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await writer.actAs(caller, ({ run }) => run(createItem, { name: 'late' }))
  await expect.poll(() => readSum(reader, 'new'), { timeout: 5_000 }).toBe('new')
})
