import { defineCache, sql } from '@plinth/core'
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

test('what a snapshot loads is of its moment, and is not kept for what comes after', async () => {
  await using lab = await openLab({ commands: [] })
  const counts = defineCache<number>('lab.counts')
  const load = ({ cached, db }: Parameters<Parameters<typeof lab.do>[0]>[0]) =>
    cached(counts, 'items', async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from items`.execute(db)
      return { value: rows[0]!.n, tags: ['items'] }
    })
  const inside = await lab.do(({ snapshot }) =>
    snapshot(async (ctx) => {
      await sql`select 1 from items`.execute(ctx.db)
      await lab.do(({ run }) => run(createItem, { name: 'meanwhile' }))
      return load(ctx)
    }),
  )
  expect([inside, await lab.do(load)]).toEqual([0, 1])
  // What is cached already counts in a snapshot, too.
  expect(await lab.do(({ snapshot }) => snapshot(load))).toBe(1)
})
