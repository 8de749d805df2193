import {
  conflict,
  defineCommand,
  defineEvents,
  defineFeatures,
  defineJob,
  defineModule,
  Id,
  on,
  open,
} from '@plinth/core'
import { runLogged, revertLogged } from '@plinth/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'
import { createItem, itemsTable, labModule } from '../_lab/lab-module.ts'
import { callerA } from '../_lab/lab.ts'

const features = defineFeatures('nest', { use: 'Use' })
const events = defineEvents('nest', { done: Id })
const input = z.object({ name: z.string(), at: z.date() })
const log: unknown[] = []
const send = defineJob({ id: 'nest.send', payload: Id, run: ({ payload }) => void log.push(['sent', payload.id]) })
const heard = new Set<string>()
const hear = on(
  events.done,
  ({ payload, deliveryId }) => {
    heard.add(deliveryId)
    log.push(['heard', payload.id])
  },
  { durable: 'nest.hear' },
)

function step(name: string, inner: readonly ReturnType<typeof defineCommand>[] = [], milliseconds = 0) {
  return defineCommand({
    id: `nest.steps.${name}`,
    access: open,
    input,
    output: z.object({ of: z.string() }),
    target: () => ({ context: { name } }),
    async run({ run, input: given }) {
      if (milliseconds > 0) await sleep(milliseconds)
      for (const command of inner) await run(command, { ...given, name: `${given.name}.${name}` })
      if (inner.length === 0) await run(createItem, { name: `${given.name}.${name}` })
      return { of: name }
    },
    undo: ({ input: given, result, context, rows, entryId }) =>
      void log.push(['undo', given.name, given.at.getTime(), result.of, context['name'], entryId, rows.length]),
    redo: ({ input: given, rows }) => void log.push(['redo', given.name, rows.map(({ before }) => before)]),
  })
}

const [a, c] = [step('a'), step('c')]
const b = step('b', [c])
const outer = step('outer', [a, b])
const late = step('late')
const slow = step('slow', [late], 50)
const together = defineCommand({
  id: 'nest.steps.together',
  access: open,
  input,
  output: z.object({ of: z.string() }),
  async run({ run, input: given }) {
    await Promise.all([run(slow, { ...given, name: 'first' }), run(a, { ...given, name: 'second' })])
    return { of: 'together' }
  },
})
const sending = defineCommand({
  id: 'nest.steps.send',
  access: open,
  input: Id,
  output: Id,
  async run({ input: { id }, enqueue, emit, run }) {
    await run(createItem, { name: id })
    enqueue(send, { id })
    emit(events.done, { id })
    return { id }
  },
})
const mail = defineCommand({
  id: 'nest.mails.send',
  access: features.use,
  undoable: { because: 'a mail was sent' },
  input: z.object({}),
  output: z.object({}),
  run: () => ({}),
})
const mailing = (checkAccess: boolean) =>
  defineCommand({
    id: `nest.mails.${checkAccess ? 'checked' : 'unchecked'}`,
    access: open,
    input: z.object({}),
    output: z.object({}),
    run: ({ run }) => run(mail, {}, { checkAccess }),
  })
const [checked, unchecked] = [mailing(true), mailing(false)]
/** A command whose undo somebody refuses, and one that runs it. */
const guarded = defineCommand({
  id: 'nest.guarded.add',
  access: open,
  input: z.object({ name: z.string() }),
  output: Id,
  beforeRevert: async (_, rows) => {
    if (rows.some(({ before, after }) => String((before ?? after)?.['name']).startsWith('kept')))
      throw conflict('This one stays')
  },
  run: async ({ run, input: { name } }) => ({ id: (await run(createItem, { name })).id }),
})
const wrapping = defineCommand({
  id: 'nest.guarded.wrap',
  access: open,
  input: z.object({ name: z.string() }),
  output: Id,
  run: ({ run, input: given }) => run(guarded, given),
})
const nest = defineModule({
  id: 'nest',
  title: 'Nest',
  features,
  events,
  jobs: [send],
  subscribers: [hear],
  commands: [a, b, c, outer, late, slow, together, sending, mail, checked, unchecked, guarded, wrapping],
})
const openNest = () => testApp({ modules: [labModule({ migrations: [itemsTable] }), nest] })

test('inner commands are taken back with what they received, the innermost last one first, and redone in order', async () => {
  log.length = 0
  await using app = await openNest()
  const at = new Date('2026-01-01')
  const { id } = await runLogged(app, callerA, { command: outer, input: { name: 'x', at } })
  await revertLogged(app, callerA, { entryId: id, direction: 'undo' })
  const undone = ['x.outer.b', 'x.outer', 'x.outer', 'x']
  expect(log).toEqual(
    ['c', 'b', 'a', 'outer'].map((name, index) => ['undo', undone[index], at.getTime(), name, name, id, 2]),
  )
  log.length = 0
  const redone = await revertLogged(app, callerA, { entryId: id, direction: 'redo' })
  expect(log).toEqual(['x.outer', 'x.outer.b', 'x.outer', 'x'].map((name) => ['redo', name, [null, null]]))
  log.length = 0
  await revertLogged(app, callerA, { entryId: redone.id, direction: 'undo' })
  expect(log).toHaveLength(4)
  expect(await app.sql(`select from plinth.entry_effects where sealed like '%outer%'`)).toEqual([])
})

test('undo asks what the inner commands ask', async () => {
  await using app = await openNest()
  for (const command of [guarded, wrapping])
    for (const name of ['kept', 'other']) {
      const { id } = await runLogged(app, callerA, { command, input: { name: `${name} by ${command.id}` } })
      const undone = revertLogged(app, callerA, { entryId: id, direction: 'undo' })
      if (name === 'kept') await expect(undone).rejects.toMatchObject({ status: 409, message: 'This one stays' })
      else await undone
    }
})

test('inner commands that are run side by side take turns, and none counts as part of another', async () => {
  log.length = 0
  await using app = await openNest()
  const { id } = await runLogged(app, callerA, { command: together, input: { name: 'x', at: new Date('2026-01-01') } })
  await revertLogged(app, callerA, { entryId: id, direction: 'undo' })
  expect(log.map((line) => (line as unknown[])[1])).toEqual(['second', 'first.slow', 'first'])
})

test('a redo queues jobs and durable events again, as new deliveries', async () => {
  log.length = 0
  await using app = await openNest()
  const input = { id: crypto.randomUUID() }
  const { id } = await runLogged(app, callerA, { command: sending, input })
  await app.jobs()
  await revertLogged(app, callerA, { entryId: id, direction: 'undo' })
  await app.jobs()
  const once = [
    ['sent', input.id],
    ['heard', input.id],
  ]
  expect(log.toSorted()).toEqual(once.toSorted())
  await revertLogged(app, callerA, { entryId: id, direction: 'redo' })
  await app.jobs()
  expect(log.toSorted()).toEqual([...once, ...once].toSorted())
  expect(heard.size).toBe(2)
})

test('what cannot be taken back carries outward with its reason; inner access is asked for on request', async () => {
  await using app = await openNest()
  const caller = app.callerOf({ features: [] })
  const entry = await runLogged(app, caller, { command: unchecked, input: {} })
  expect(entry.isUndoable).toBe(false)
  expect(await app.sql('select context from plinth.action_log')).toEqual([
    { context: { notUndoable: { commandId: 'nest.mails.send', reason: 'a mail was sent' } } },
  ])
  await expect(app.platform.actAs(caller, ({ run }) => run(checked, {}))).rejects.toMatchObject({ status: 403 })
})
