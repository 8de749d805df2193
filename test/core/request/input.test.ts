import { put } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from '../../../packages/core/src/command/parse-input.ts'
import { parseOutput } from '../../../packages/core/src/command/parse-output.ts'
import { command } from '../_lab/lab-module.ts'
import { callerA, openLab } from '../_lab/lab.ts'

const order = z.object({ lines: z.array(z.object({ count: z.number() })), note: z.unknown() })

test('what a schema made is not parsed again, and nothing can be changed in it', () => {
  const sent = { lines: [{ count: 1 }], note: { text: 'live' } }
  const made = parseInput(order, sent)
  expect(parseOutput(order, made, { what: 'it' })).toBe(made)
  expect(() => made.lines.push({ count: 2 })).toThrow(TypeError)
  expect(() => Object.assign(made.lines[0]!, { count: 'two' })).toThrow(TypeError)
  sent.lines[0]!.count = 2
  expect(parseInput(order, sent).lines).toEqual([{ count: 2 }])
})

test('what a schema passes on as it came stays its sender’s', () => {
  const sent = { lines: [], note: { text: 'live' } }
  const made = parseInput(order, sent)
  expect(made.note).toBe(sent.note)
  expect([Object.isFrozen(sent.note), Object.isFrozen(sent)]).toEqual([false, false])
  const anything = z.unknown()
  expect(parseInput(anything, sent)).toBe(sent)
  expect(Object.isFrozen(sent)).toBe(false)
})

test('a value of the program is asked about again, frozen or not, for it may hold what changes', () => {
  const live = { count: 1 }
  const held = Object.freeze({ lines: [live], note: null })
  expect(parseOutput(order, held, { what: 'it' }).lines).toEqual([{ count: 1 }])
  live.count = 2
  expect(parseOutput(order, held, { what: 'it' }).lines).toEqual([{ count: 2 }])
  Object.assign(live, { count: 'three' })
  expect(() => parseOutput(order, held, { what: 'it' })).toThrow('does not match its schema')
})

test('two schemas may take turns on one value', () => {
  const id = z.object({ id: z.string() })
  const upper = z.object({ id: z.string().toUpperCase() })
  const first = parseInput(id, { id: 'a' })
  const second = parseInput(upper, first)
  expect([parseInput(id, first), parseInput(upper, first), parseInput(id, second)]).toEqual([
    { id: 'a' },
    { id: 'A' },
    { id: 'A' },
  ])
})

test('the body of a command is an object: nothing else is taken for an empty one', async () => {
  const touch = command('touch', async () => ({}))
  await using lab = await openLab({ commands: [touch], routes: [put('/touched', touch)] })
  const status = async (body: string) =>
    (await lab.as(callerA).send('PUT', '/touched', { body, headers: { 'content-type': 'application/json' } })).status
  for (const body of ['[]', '["a"]', '"abc"', '5', 'true', 'null', '{'])
    expect([body, await status(body)]).toEqual([body, 400])
  for (const body of ['{}', '']) expect([body, await status(body)]).toEqual([body, 200])
})
