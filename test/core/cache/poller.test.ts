import {
  createPlatform,
  defineCache,
  defineModule,
  definePoint,
  get,
  open,
  type Platform,
  systemCaller,
} from '@plinth/core'
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
const caller = systemCaller('test', {
  tenantId: tenantA.id,
  organizationId: tenantA.organization,
  organizationIds: null,
})
const read = (host: Platform, value: string) =>
  host.as(caller, ({ cached }) => cached(facts, 'one', async () => ({ value, tags: ['fact'] })))

test('nothing is served from memory half a second after the last poll began', async () => {
  const caches = new Caches()
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  try {
    caches.renew(10_000)
    await caches.get(facts, 'one', { load: async () => ({ value: 'known', tags: [] }) })
    now.mockReturnValue(10_499)
    expect(caches.peek(facts, 'one')).toBe('known')
    now.mockReturnValue(10_501)
    expect(caches.peek(facts, 'one')).toBeUndefined()
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
  await writer.as(caller, async (ctx) => ctx.invalidate('fact'))
  while ((await read(reader, 'new')) === 'old') await new Promise((done) => setTimeout(done, 2))
  // Two seconds pass until the poll that is under way counts as lost.
  expect(warned).not.toHaveBeenCalled()
  expect(await read(reader, 'newer')).toBe('newer')
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
    await writer.as(caller, async (ctx) => ctx.invalidate('fact'))
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
    host.as(caller, ({ cached }) => cached(sums, 'one', async () => ({ value, tags: [rowsTag(tenantA.id, 'items')] })))
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
  await writer.as(caller, ({ run }) => run(createItem, { name: 'late' }))
  await expect.poll(() => readSum(reader, 'new'), { timeout: 5_000 }).toBe('new')
})
