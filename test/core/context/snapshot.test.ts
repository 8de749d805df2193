import { type Context, defineCache, sql } from '@plinth/core'
import { expect, test } from 'vitest'
import { command, createItem } from '../_lab/lab-module.ts'
import { openLab } from '../_lab/lab.ts'

test('a snapshot sees one moment, however long it takes, and is not for commands', async () => {
  const inside = command('inside', ({ snapshot }) => snapshot(async () => ({})))
  await using lab = await openLab({ commands: [inside] })
  const names = async (work: Parameters<Parameters<typeof lab.do>[0]>[0]) =>
    (await sql<{ n: number }>`select count(*) as n from items`.execute(work.db)).rows[0]!.n
  const seen = await lab.do(({ snapshot }) =>
    snapshot(async (ctx) => {
      const before = await names(ctx)
      await lab.do(({ run }) => run(createItem, { name: 'new' }))
      // Longer than a reader keeps a connection for nothing.
      await sql`select pg_sleep(1.3)`.execute(ctx.db)
      return [before, await names(ctx)]
    }),
  )
  expect(seen).toEqual([0, 0])
  expect(await lab.do(names)).toBe(1)
  await expect(lab.do(({ run }) => run(inside, {}))).rejects.toMatchObject({ code: 'broken_setup' })
})

test('what a snapshot reads is not kept past what was invalidated since it began', async () => {
  const count = defineCache<{ n: number }>('lab.count')
  await using lab = await openLab({ caches: [count] })
  const read = ({ cached, db }: Pick<Context, 'cached' | 'db'>) =>
    cached(count, 'items', async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from items`.execute(db)
      return { value: rows[0]!, tags: ['items'] }
    })
  const seen = await lab.do(({ snapshot }) =>
    snapshot(async (ctx) => {
      await sql`select 1`.execute(ctx.db)
      await lab.do(({ run, invalidate }) => {
        invalidate('items')
        return run(createItem, { name: 'new' })
      })
      return read(ctx)
    }),
  )
  expect(seen).toEqual({ n: 0 })
  expect(await lab.do(read)).toEqual({ n: 1 })
  // Of what was not invalidated since, the next ones have use.
  const kept = await lab.do(({ snapshot }) => snapshot(read))
  expect(kept).toBe(await lab.do(read))
})
