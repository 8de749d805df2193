import { conflict, type Context, defineService, provide, provideShared } from '@plinth/core'
import { expect, test } from 'vitest'
import { command, createItem, Item, shelf } from '../_lab/lab-module.ts'
import { openLab } from '../_lab/lab.ts'

const inner = defineService('lab.inner', ({ from, db }) => ({
  from,
  db,
  count: async () => (await from(Item, 'i').select('i.id').execute()).length,
}))
const outer = defineService('lab.outer', ({ inject }) => ({
  inner: () => inject(inner),
  count: () => inject(inner).count(),
}))

test('services of services are bound to the transaction, and roll back with it', async () => {
  const look = command('look', async ({ from, inject }) => {
    await from.create(Item, { name: 'x' })
    expect(await inject(outer).count()).toBe(1)
    throw conflict('back')
  })
  await using lab = await openLab({ services: [inner, outer], commands: [look] })
  await lab.do(async ({ run, inject }) => {
    expect(await inject(outer).count()).toBe(0)
    await expect(run(look, {})).rejects.toThrow('back')
    expect(await inject(outer).count()).toBe(0)
  })
})

test('an instance lives as long as its unit of work and no longer', async () => {
  const seen: unknown[] = []
  const look = command('look', async ({ inject }) => (seen.push(inject(outer).inner(), inject(inner)), {}))
  await using lab = await openLab({ services: [inner, outer], commands: [look] })
  await lab.do(async ({ run, inject }) => {
    seen.push(inject(inner), inject(inner))
    await run(look, {})
    await run(look, {})
  })
  expect(seen[0]).toBe(seen[1])
  expect(seen[2]).toBe(seen[3])
  expect(new Set(seen).size).toBe(3)
})

test('a nested command shares the services of its parent', async () => {
  const seen: unknown[] = []
  const child = command('child', async ({ inject }) => (seen.push(inject(inner)), {}))
  const parent = command('parent', async ({ inject, run }) => (seen.push(inject(inner)), await run(child, {}), {}))
  await using lab = await openLab({ services: [inner], commands: [child, parent] })
  await lab.do(({ run }) => run(parent, {}))
  expect(seen[0]).toBe(seen[1])
})

test('override reaches services of services and commands, by value or by context', async () => {
  const look = command('look', async ({ inject }) => ({ count: await inject(outer).count() }))
  await using lab = await openLab({ services: [inner, outer], commands: [look] })
  lab.platform.override(inner, { count: async () => 7 } as never)
  expect(await lab.do(({ run }) => run(look, {}))).toEqual({ count: 7 })
  lab.platform.override(
    inner,
    ({ inject }: Context) => ({ count: async () => 10 + (await inject(shelf).count()) }) as never,
  )
  await lab.do(({ run }) => run(createItem, { name: 'x' }))
  expect(await lab.do(({ run }) => run(look, {}))).toEqual({ count: 11 })
})

test('what nobody provides says so, and what asks for itself too', async () => {
  const absent = defineService<number>('lab.absent')
  const unknown = defineService('lab.unknown', () => 1)
  const circle: typeof absent = defineService('lab.circle', ({ inject }): number => inject(circle))
  await using lab = await openLab({ services: [absent, circle] })
  await expect(lab.do(async ({ inject }) => inject(absent))).rejects.toThrow(
    "Service 'lab.absent' is injected, but nothing provides it",
  )
  await expect(lab.do(async ({ inject }) => inject(unknown))).rejects.toThrow(
    "Service 'lab.unknown' is asked for, but no composed module provides it",
  )
  await expect(lab.do(async ({ inject }) => inject(circle))).rejects.toThrow(/Cyclic|circle/)
  expect(provide(absent, () => 1).id).toBe(absent.id)
  expect(await lab.do(async ({ inject }) => inject(shelf).count())).toBe(0)
})

test('what is shared is made once when somebody asks, for each platform, and ends with it', async () => {
  interface Motor extends AsyncDisposable {
    readonly number: number
  }
  const motor = defineService<Motor>('lab.motor')
  let made = 0
  const ended: number[] = []
  const shared = provideShared(motor, () => {
    const number = ++made
    return { number, [Symbol.asyncDispose]: async () => void ended.push(number) }
  })
  const look = command('look', async ({ inject }) => ({ id: String(inject(motor).number) }))
  {
    await using lab = await openLab({ services: [shared], commands: [look] })
    expect(made).toBe(0)
    const asked = await Promise.all([0, 1].map(() => lab.do(async ({ inject }) => inject(motor).number)))
    await lab.do(({ run }) => run(look, {}))
    expect([asked, made, ended]).toEqual([[1, 1], 1, []])
    await using other = await openLab({ services: [shared] })
    expect(await other.do(async ({ inject }) => inject(motor).number)).toBe(2)
    await lab.platform.close()
    expect(ended).toEqual([1])
  }
  expect(ended).toEqual([1, 2])
  await using idle = await openLab({ services: [shared] })
  await idle.platform.close()
  expect([made, ended.length]).toEqual([2, 2])
})
