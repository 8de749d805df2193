import { conflict, type Context, defineCache, defineEvents, defineJob, on, sql } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { command, createItem, Item, shelf } from '../_lab/lab-module.ts'
import { openLab } from '../_lab/lab.ts'

const events = defineEvents('lab', { 'item.made': z.object({ id: z.string() }) })
const job = defineJob({ id: 'lab.count', payload: z.object({}), run: () => {} })
const nothing = { items: 0, changes: 0, entries: 0, secrets: 0, jobs: 0 }

const points = [
  'start',
  'created',
  'written',
  'emitted',
  'queued',
  'result',
  'target',
  'output',
  'job',
  'database',
] as const

test.each(points)('a failure at %s leaves nothing', async (point) => {
  const heard: string[] = []
  const fail = (at: string) => {
    if (at === point) throw conflict(`at ${at}`)
  }
  const failing = command(
    'fail',
    async ({ from, db, emit, enqueue, invalidate, scope }) => {
      fail('start')
      await from.create(Item, { name: 'one', secret: 'x' })
      fail('created')
      await sql`insert into items (id, tenant_id, name) values (gen_random_uuid(), ${scope.tenantId}, 'two')`.execute(
        db,
      )
      fail('written')
      emit(events['item.made'], { id: 'one' })
      fail('emitted')
      enqueue(point === 'job' ? { ...job, id: 'lab.unknown' } : job, {})
      invalidate('items')
      fail('queued')
      if (point === 'database') await from.create(Item, { name: 'one' })
      if (point === 'result') return 5
      return 'fine'
    },
    {
      output: z.string().refine(() => point !== 'output'),
      target: () => (fail('target'), {}),
    },
  )
  await using lab = await openLab({
    commands: [failing],
    events,
    jobs: [job],
    subscribers: [on(events['item.made'], ({ payload }) => void heard.push(payload.id))],
  })
  await expect(lab.do(({ run }) => run(failing, {}))).rejects.toThrow()
  await lab.settled()
  expect(await lab.counts()).toEqual(nothing)
  expect(heard).toEqual([])
})

test('a nested command joins: one transaction, one entry, one fate', async () => {
  const outer = command('outer', async ({ run, inject }) => {
    const { id } = await run(createItem, { name: 'inner' })
    expect(await inject(shelf).count()).toBe(1)
    return { id }
  })
  await using lab = await openLab({ commands: [outer] })
  await lab.do(({ run }) => run(outer, {}))
  expect(await lab.counts()).toMatchObject({ items: 1, changes: 1, entries: 1 })
  const entries = await lab.sql('select command_id, id from plinth.action_log')
  expect(entries).toEqual([{ command_id: 'lab.items.outer', id: (await lab.changes())[0]!.entryId }])
})

test('a nested command that failed cannot be survived: the parent does not commit half of it', async () => {
  const half = command('half', async ({ from }) => {
    await from.create(Item, { name: 'half' })
    throw conflict('half way')
  })
  const outer = command('outer', async ({ run }) => {
    await run(half, {}).catch(() => {})
    return { id: 'x' }
  })
  await using lab = await openLab({ commands: [outer, half] })
  await expect(lab.do(({ run }) => run(outer, {}))).rejects.toThrow('half way')
  expect(await lab.counts()).toEqual(nothing)
})

test('a statement that failed cannot be survived either', async () => {
  const outer = command('outer', async ({ db }) => {
    await sql`insert into items (id) values (gen_random_uuid())`.execute(db).catch(() => {})
    return {}
  })
  await using lab = await openLab({ commands: [outer] })
  await expect(lab.do(({ run }) => run(outer, {}))).rejects.toThrow()
  expect(await lab.counts()).toEqual(nothing)
})

test('two commands of one session keep their own diaries, side by side and in a row', async () => {
  await using lab = await openLab()
  await lab.do(async ({ run }) => {
    await run(createItem, { name: 'a' })
    await Promise.all(['b', 'c', 'd'].map((name) => run(createItem, { name })))
  })
  const changes = await lab.changes()
  expect(changes.map(({ after }) => after!['name']).sort()).toEqual(['a', 'b', 'c', 'd'])
  expect(new Set(changes.map(({ entryId }) => entryId)).size).toBe(4)
})

test('a command that does not wait for one of its statements fails, and nothing of it counts', async () => {
  const hasty = command('hasty', async ({ db, scope }) => {
    void sql`insert into items (id, tenant_id, name) values (gen_random_uuid(), ${scope.tenantId}, 'late')`.execute(db)
    return {}
  })
  await using lab = await openLab({ commands: [hasty] })
  await expect(lab.do(({ run }) => run(hasty, {}))).rejects.toThrow('did not await all of its statements')
  expect(await lab.counts()).toMatchObject({ items: 0, changes: 0 })
})

test('what a command loads inside itself never fills a cache', async () => {
  const cache = defineCache<number>('lab.count')
  const load = (lab: { inject: (service: typeof shelf) => { count(): Promise<number> } }) => async () => ({
    value: await lab.inject(shelf).count(),
    tags: ['items'],
  })
  const peeking = command('peek', async (ctx) => {
    const { from, cached } = ctx
    await from.create(Item, { name: 'ghost' })
    expect(await cached(cache, 'n', load(ctx))).toBe(1)
    throw conflict('no')
  })
  await using lab = await openLab({ commands: [peeking], caches: [cache] })
  await expect(lab.do(({ run }) => run(peeking, {}))).rejects.toThrow('no')
  expect(await lab.do((ctx) => ctx.cached(cache, 'n', load(ctx)))).toBe(0)
})

test('a command that has invalidated something loads anew; of a cache that serves writers, what is stale, once', async () => {
  const guarded = defineCache<number>('lab.guarded')
  const many = defineCache<number>('lab.many', { servesWriters: true })
  const loads = { guarded: 0, many: 0 }
  const read = async ({ cached }: Pick<Context, 'cached'>) => [
    await cached(guarded, 'n', async () => ({ value: ++loads.guarded, tags: ['facts'] })),
    await cached(many, 'n', async () => ({ value: ++loads.many, tags: ['facts'] })),
  ]
  const seen: unknown[] = []
  const writing = command('writing', async (ctx) => {
    seen.push(await read(ctx))
    ctx.invalidate('others')
    seen.push(await read(ctx), await read(ctx))
    ctx.invalidate('facts')
    seen.push(await read(ctx), await read(ctx))
    ctx.invalidate('facts')
    seen.push(await read(ctx))
    throw conflict('no')
  })
  await using lab = await openLab({ commands: [writing], caches: [guarded, many] })
  await lab.do(read)
  await expect(lab.do(({ run }) => run(writing, {}))).rejects.toThrow('no')
  expect(seen).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [5, 2],
    [6, 3],
  ])
  // What it has loaded is not for others: they load for themselves.
  expect(await lab.do(read)).toEqual([7, 4])
})

test('what a command loads for itself while it invalidates that may be too old, and is loaded again', async () => {
  const many = defineCache<number>('lab.many', { servesWriters: true })
  let loads = 0
  const seen: number[] = []
  const writing = command('writing', async ({ cached, invalidate }) => {
    const read = (meanwhile = () => {}) =>
      cached(many, 'n', async () => {
        meanwhile()
        return { value: ++loads, tags: ['facts'] }
      })
    seen.push(await read(), await read(() => expect.unreachable()))
    invalidate('facts')
    seen.push(await read(() => invalidate('facts')), await read(), await read())
  })
  await using lab = await openLab({ commands: [writing], caches: [many] })
  await lab.do(({ run }) => run(writing, {}))
  expect(seen).toEqual([1, 1, 2, 3, 3])
})
