import type { SandboxRun } from '@plinth/ai-assistant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bombs } from './_attacks/bombs.ts'
import { type Attack, escapes } from './_attacks/escapes.ts'
import { floods } from './_attacks/floods.ts'
import { requests, tampering } from './_attacks/tampering.ts'
import { watchedSandbox } from './_watched-sandbox.ts'

/** Every attack, and the default limits for as long as they last; otherwise a sample, because each needs a process. */
const IS_WHOLE = process.env['SANDBOX_ATTACKS'] === 'all'
const sampleOf = <T>(all: readonly T[], step: number) => all.filter((_, index) => IS_WHOLE || index % step === 0)

let sandbox: Awaited<ReturnType<typeof watchedSandbox>>
/** Waits as long as it may while the others run. */
let waiting: ReturnType<typeof sandbox.attack>

beforeAll(async () => {
  sandbox = await watchedSandbox({ pause: IS_WHOLE ? 1_500 : 300 })
  if (!IS_WHOLE) return
  waiting = sandbox.attack(['', `async () => api.request({ method: 'GET', path: '/api/never' })`])
  // Who awaits it is told.
  waiting.catch(() => {})
})

afterAll(() => sandbox?.[Symbol.asyncDispose]())

const groups: Readonly<Record<string, readonly Attack[]>> = { ...escapes, ...tampering, ...bombs, ...floods }

test('there are at least 200 attacks, each once', () => {
  const codes = Object.values(groups).flatMap((attacks) => attacks.map(([, code]) => code))
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.length + requests.length).toBeGreaterThan(350)
})

/** Shorter than by default, for what takes all of it; the defaults themselves are looked at below. */
const shortTime = { seconds: 2, computingSeconds: 0.25 }
const someTime = { computingSeconds: 2 }
const limitsOf: Readonly<Record<string, SandboxRun['limits']>> = {
  time: shortTime,
  memory: shortTime,
  calls: shortTime,
  depth: someTime,
  results: someTime,
  logs: someTime,
}

const attacksOf = (group: readonly Attack[], names: readonly string[]) =>
  names.map((name) => group.find(([what]) => what === name)!)

/** Those of which it is known what ends them, if they have the time. */
const ends = [
  {
    what: 'takes all of its time',
    of: attacksOf(bombs.time, [
      'a loop',
      'a loop in a getter of the result',
      'microtasks without end',
      'a sort with a loop',
    ]),
    limits: shortTime,
    says: /^The code computed for longer than 0.25 s$/,
  },
  {
    what: 'waits until its time is over',
    of: attacksOf(floods.calls, ['a call that is never answered', 'a call that is never answered, and the end']),
    limits: { seconds: 0.5 },
    says: /^The code took longer than 0.5 s$/,
  },
  {
    what: 'ends at the memory',
    of: attacksOf(bombs.memory, [
      'a text doubled',
      'an array grown',
      'closures',
      'a map',
      'buffers kept',
      'a large buffer',
    ]),
    limits: { computingSeconds: 25 },
    says: /memory|too long|invalid (string|array|array buffer) length/,
  },
]
const isOfThese = (attack: Attack) => ends.some(({ of }) => of.includes(attack))

describe.each(Object.entries(groups))('%s', (group, attacks) => {
  const others = attacks.filter((attack) => !isOfThese(attack))
  test.each(sampleOf(others, 16))('%s', async (...attack) => {
    await sandbox.attack(attack, limitsOf[group])
  })
})

describe('ended from outside', () => {
  for (const { what, of, limits, says } of ends)
    test.each(sampleOf(of, 2))(`%s ${what}`, async (...attack) => {
      const { result } = await sandbox.attack(attack, limits)
      expect(result.success).toBe(false)
      expect(result.error).toMatch(says)
    })

  test.each(IS_WHOLE ? [[5, 30]] : [])(
    'code may compute for %i s by default, and take %i s',
    async (computed, taken) => {
      const computing = await sandbox.attack(['', 'async () => { for (;;); }'])
      expect(computing.result.error).toBe(`The code computed for longer than ${computed} s`)
      expect((await waiting).result.error).toBe(`The code took longer than ${taken} s`)
    },
  )

  test('what waits for nothing ends at once', async () => {
    const { result } = await sandbox.attack(['', 'async () => new Promise(() => {})'])
    expect(result.error).toBe('The code waits for something that never comes')
  })
})

/** So many of them need no more calls and writes than one run may make. */
const REQUESTS_OF_A_RUN = 13

describe('requests', () => {
  const runs = Array.from({ length: Math.ceil(requests.length / REQUESTS_OF_A_RUN) }, (_, at) =>
    requests.slice(at * REQUESTS_OF_A_RUN, (at + 1) * REQUESTS_OF_A_RUN),
  )
  test.each(runs.map((run) => [run[0]![0], run.at(-1)![0], run] as const))('from %s to %s', async (_from, _to, run) => {
    const code = `async () => {
      const makers = [${run.map(([, request]) => `() => (${request})`).join()}]
      const ends = []
      for (const make of makers) ends.push(await api.request(make()).then(() => 'sent', () => 'refused'))
      return ends }`
    const { result, seen } = await sandbox.attack(['', code])
    const ends = JSON.parse(result.result) as string[]
    expect(run.map(([what], at) => [what, ends[at]])).toEqual(
      run.map(([what, , expected]) => [what, expected === null ? 'refused' : 'sent']),
    )
    expect(seen).toEqual(run.flatMap(([, , expected]) => (expected === null ? [] : [expected])))
    for (const { query, body } of seen) for (const one of [query, body]) expect(Object(one).polluted).toBeUndefined()
  })
})

describe('calls', () => {
  test('beyond 50 fail inside', async () => {
    const code = `async () => {
      const call = () => api.request({ method: 'GET', path: '/api/echo' })
      const ends = await Promise.allSettled(Array.from({ length: 60 }, call))
      return ends.map(({ value, reason }) => value?.statusCode ?? reason.message) }`
    const { result, seen } = await sandbox.attack(['', code])
    const refusals = Array.from({ length: 10 }, () => 'At most 50 calls in one run')
    expect(JSON.parse(result.result)).toEqual([...seen.map(() => 200), ...refusals])
    expect(result.apiCallCount).toBe(50)
  })

  test('beyond 20 writes fail inside, however they are written', async () => {
    const code = `async () => {
      const call = (_, i) => api.request({ ['met' + 'hod']: ['post', 'PUT', 'pAtCh', 'DELETE'][i % 4], path: '/api/echo' })
      const ends = await Promise.allSettled(Array.from({ length: 25 }, call))
      return ends.filter(({ reason }) => reason?.message === 'At most 20 calls that may change something in one run').length }`
    const { result, seen } = await sandbox.attack(['', code])
    expect([result.result, seen.length]).toEqual(['5', 20])
  })
})
