import { defineCommand, defineEvents, defineFeatures, defineJob, defineModule, Ok, post } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('desk', { manage: 'Manage' })
const events = defineEvents('desk', { closed: z.object({}) })
const remind = defineJob({ id: 'desk.remind', payload: z.object({}), run: () => {} })
const done: string[] = []

const close = defineCommand({
  id: 'desk.close',
  access: features.manage,
  input: z.object({}),
  output: Ok,
  run({ emit }) {
    emit(events.closed, {})
    done.push('closed')
    return { ok: true as const }
  },
})
const later = defineCommand({
  id: 'desk.later',
  access: features.manage,
  input: z.object({}),
  output: Ok,
  run({ enqueue }) {
    enqueue(remind, {})
    done.push('queued')
    return { ok: true as const }
  },
})
/** A reader announces something without a command. */
const tell = post('/tell', { access: features.manage, response: Ok }, ({ emit }) => {
  emit(events.closed, {})
  return { ok: true as const }
})
const desk = {
  id: 'desk',
  title: 'Desk',
  features,
  commands: [close, later],
  routes: [post('/close', close), post('/later', later), tell],
}

test.each([
  ['/close', `Event 'desk.closed' is emitted, but no composed module lists it in \`events\``],
  ['/tell', `Event 'desk.closed' is emitted, but no composed module lists it in \`events\``],
  ['/later', `Job 'desk.remind' is queued, but no composed module lists it in \`jobs\``],
])('what no module lists fails where it is asked for, and leaves nothing behind: %s', async (path, reason) => {
  await using app = await testApp({ modules: [defineModule(desk)] })
  done.length = 0
  expect((await app.as({ features: ['*'] }).post(path, {})).status).toBe(500)
  expect(done).toEqual([])
  expect(app.log.lines.map(({ facts }) => String((facts as { err?: Error }).err?.message))).toContain(reason)
  expect(await app.sql('select id from plinth.action_log')).toEqual([])
})

test('what is listed works', async () => {
  await using app = await testApp({ modules: [defineModule({ ...desk, events, jobs: [remind] })] })
  for (const path of ['/close', '/tell', '/later'])
    expect((await app.as({ features: ['*'] }).post(path, {})).status).toBe(200)
})
