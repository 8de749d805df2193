import type { Context } from '@plinth/core'
import { findDeleted, readHistory } from '@plinth/core/data'
import { internalRequests } from '@plinth/core/http'
import { runLogged, tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { createItem, Item } from '../_lab/lab-module.ts'
import { openLab, callerA } from '../_lab/lab.ts'

async function openHistory() {
  const lab = await openLab()
  const caller = lab.callerOf({ features: ['lab.*'] })
  return {
    ...lab,
    by: <T>(work: (ctx: Context) => Promise<T>) => lab.platform.actAs(caller, work),
    create: (name: string) => runLogged(lab, caller, { command: createItem, input: { name } }),
    /** Works as a program that says why. */
    because: <T>(conversationId: string, work: (ctx: Context) => Promise<T>) =>
      lab.platform.actAs(caller, (ctx) => {
        const credential = { identify: async () => caller, ip: '127.0.0.1' }
        return ctx.inject(internalRequests).work({ credential, cause: { conversationId, callId: 'call' } }, work)
      }),
    [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose](),
  }
}

test('history has entries with their rows and what became of them, the newest first', async () => {
  await using lab = await openHistory()
  const one = await lab.create('one')
  lab.clock.advance(1_000)
  const two = await lab.create('two')
  lab.clock.advance(1_000)
  await lab.by(({ undo }) => undo(two.id))
  const filter = { organizationIds: null, actorId: null }
  const all = await lab.platform.actAs(callerA, (ctx) => readHistory(ctx, filter, { limit: 10 }))
  expect(all.map(({ context, state }) => [context?.['historyAction'], state])).toEqual([
    ['undo', 'done'],
    [undefined, 'undone'],
    [undefined, 'done'],
  ])
  expect(all[2]).toMatchObject({ id: one.id, tenantId: tenantA.id, recorded: [{ table: 'items', before: null }] })
  const next = await lab.do((ctx) => readHistory(ctx, filter, { limit: 10, from: all[1] }))
  expect(next.map(({ id }) => id)).toEqual([one.id])
  const left = await lab.by((ctx) => readHistory(ctx, { ...filter, undoable: {} }, { limit: 10 }))
  expect(left.map(({ id }) => id)).toEqual([one.id])
  expect(await lab.do((ctx) => readHistory(ctx, { ...filter, undoable: {} }, { limit: 10 }))).toEqual([])
  expect(
    await lab.do((ctx) => readHistory(ctx, { ...filter, undoable: { ofOthers: true } }, { limit: 10 })),
  ).toHaveLength(1)
  expect(await lab.do((ctx) => readHistory(ctx, { ...filter, undoable: null }, { limit: 10 }))).toEqual([])
})

test('what a cause led to is found without what undid it, and without rows where nobody asks for them', async () => {
  await using lab = await openHistory()
  await lab.create('by hand')
  for (const name of ['one', 'two']) await lab.because('first', ({ run }) => run(createItem, { name }))
  await lab.because('second', ({ run }) => run(createItem, { name: 'three' }))
  const read = (cause: Readonly<Record<string, string>>) =>
    lab.by((ctx) => readHistory(ctx, { organizationIds: null, actorId: null, cause }, { limit: 10, withRows: false }))
  const [two, one] = await read({ conversationId: 'first' })
  expect([two, one]).toMatchObject([
    { state: 'done', recorded: [], isPartial: false, context: { cause: { conversationId: 'first', callId: 'call' } } },
    { state: 'done', recorded: [] },
  ])
  expect(await read({ conversationId: 'first', callId: 'another' })).toEqual([])

  await lab.because('first', ({ undo }) => undo(two!.id))
  expect((await read({ conversationId: 'first' })).map(({ id, state }) => [id, state])).toEqual([
    [two!.id, 'undone'],
    [one!.id, 'done'],
  ])
  const { entryId } = await lab.by(({ redo }) => redo(two!.id))
  expect((await read({ conversationId: 'first' })).map(({ id, state }) => [id, state])).toEqual([
    [entryId, 'done'],
    [two!.id, 'redone'],
    [one!.id, 'done'],
  ])
})

test('deleted is what was there for the caller and has not come back', async () => {
  await using lab = await openHistory()
  const entries = [await lab.create('one'), await lab.create('two')]
  const items = await lab.by(({ from }) => from(Item, 'i').select('i.id').orderBy('i.name').execute())
  const ids = [...items.map(({ id }) => id), crypto.randomUUID()]
  const deleted = (organizationIds: readonly string[] | null) =>
    lab.by(({ db, scope, actor, from, inject }) =>
      findDeleted({ db, actor, from, inject, scope: { ...scope, organizationIds } }, Item, ids),
    )
  expect(await deleted(null)).toEqual(new Set())
  for (const { id } of entries.toReversed()) await lab.by(({ undo }) => undo(id))
  expect(await deleted(null)).toEqual(new Set(ids.slice(0, 2)))
  expect(await deleted([tenantA.organization])).toEqual(new Set(ids.slice(0, 2)))
  expect(await deleted([crypto.randomUUID()])).toEqual(new Set())
  await lab.by(({ redo }) => redo(entries[0]!.id))
  expect(await deleted(null)).toEqual(new Set([ids[1]]))
  expect(await lab.by((ctx) => findDeleted(ctx, Item, []))).toEqual(new Set())
})
