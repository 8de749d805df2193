import { type CommandContext, defineCache } from '@plinth/core'
import { expect, test } from 'vitest'
import { command, createItem, Item } from '../_lab/lab-module.ts'
import { openLab } from '../_lab/lab.ts'

const counts = defineCache<number>('lab.counts')

type Count = (ctx: CommandContext) => Promise<number>

/** A count of items, and how often it was read. */
function counting() {
  let loads = 0
  const count: Count = ({ cached, from }) =>
    cached(counts, 'items', async () => {
      loads++
      const rows = await from(Item, 'i').select('i.id').execute()
      return { value: rows.length, tags: ['lab.items'] }
    })
  return { count, loads: () => loads }
}

test('commands that have only read keep what they load for each other', async () => {
  const { count, loads } = counting()
  const read = command('read', (ctx) => count(ctx as CommandContext))
  await using lab = await openLab({ commands: [read], caches: [counts] })
  await lab.do(({ run }) => run(createItem, { name: 'a' }))
  expect(await lab.do(({ run }) => run(read, {}))).toBe(1)
  expect(await lab.do(({ run }) => run(read, {}))).toBe(1)
  expect(loads()).toBe(1)
})

test('what a command reads after it has written is kept from others', async () => {
  const { count, loads } = counting()
  const read = command('read', (ctx) => count(ctx as CommandContext))
  const fail = command('fail', async (ctx) => {
    await ctx.from.create(Item, { name: 'b' } as never)
    expect(await count(ctx as CommandContext)).toBe(2)
    throw new Error('undone')
  })
  await using lab = await openLab({ commands: [read, fail], caches: [counts] })
  await lab.do(({ run }) => run(createItem, { name: 'a' }))
  await expect(lab.do(({ run }) => run(fail, {}))).rejects.toThrow('undone')
  expect(await lab.do(({ run }) => run(read, {}))).toBe(1)
  expect(loads()).toBe(2)
})

test('what is loaded while a command writes at the same time is kept from others', async () => {
  const { count, loads } = counting()
  const read = command('read', (ctx) => count(ctx as CommandContext))
  const both = command('both', async (ctx) => {
    const counted = count(ctx as CommandContext)
    await ctx.from.create(Item, { name: 'b' } as never)
    await counted
    throw new Error('undone')
  })
  await using lab = await openLab({ commands: [read, both], caches: [counts] })
  await lab.do(({ run }) => run(createItem, { name: 'a' }))
  await expect(lab.do(({ run }) => run(both, {}))).rejects.toThrow('undone')
  expect(await lab.do(({ run }) => run(read, {}))).toBe(1)
  expect(loads()).toBe(2)
})

test('what a command reads within another that has written is kept from others', async () => {
  const { count, loads } = counting()
  const read = command('read', (ctx) => count(ctx as CommandContext))
  const outer = command('outer', async ({ from, run }) => {
    await from.create(Item, { name: 'b' } as never)
    expect(await run(read, {})).toBe(2)
    throw new Error('undone')
  })
  await using lab = await openLab({ commands: [read, outer], caches: [counts] })
  await lab.do(({ run }) => run(createItem, { name: 'a' }))
  await expect(lab.do(({ run }) => run(outer, {}))).rejects.toThrow('undone')
  expect(await lab.do(({ run }) => run(read, {}))).toBe(1)
  expect(loads()).toBe(2)
})

test('what a command commits while another reads makes stale what that one keeps', async () => {
  let during: (() => Promise<unknown>) | undefined
  const read = command('read', (ctx) =>
    (ctx as CommandContext).cached(counts, 'items', async () => {
      const rows = await ctx.from(Item, 'i').select('i.id').execute()
      await during?.()
      return { value: rows.length, tags: ['lab.items'] }
    }),
  )
  const add = command('add', async ({ from, invalidate }) => {
    await from.create(Item, { name: 'b' } as never)
    invalidate('lab.items')
  })
  await using lab = await openLab({ commands: [read, add], caches: [counts] })
  during = () => lab.do(({ run }) => run(add, {}))
  expect(await lab.do(({ run }) => run(read, {}))).toBe(0)
  during = undefined
  expect(await lab.do(({ run }) => run(read, {}))).toBe(1)
})
