import { eachStep } from '@plinth/core/data'
import { expect, test } from 'vitest'

/** Takes steps, and says which ones were taken and what was logged. */
async function take(steps: Record<string, unknown>, signal: AbortSignal = new AbortController().signal) {
  const taken: string[] = []
  const logged: unknown[] = []
  const note = (facts: object) => void logged.push({ ...facts })
  const log = { debug: note, info: note, warn: note, error: note }
  const named = Object.entries(steps).map(([name, failure]) => [
    name,
    async () => {
      taken.push(name)
      if (failure) throw failure as Error
    },
  ])
  const failure: unknown = await eachStep({ signal, log }, Object.fromEntries(named)).catch((error: unknown) => error)
  return { taken, logged, failure }
}

test('what fails in one step stops no other, and the job fails all the same', async () => {
  const [first, second] = [new Error('in use'), new Error('full')]
  expect(await take({ pack: null, drop: first, make: second, purge: null })).toEqual({
    taken: ['pack', 'drop', 'make', 'purge'],
    logged: [
      { err: first, step: 'drop' },
      { err: second, step: 'make' },
    ],
    failure: first,
  })
  expect((await take({ pack: null })).failure).toBeUndefined()
})

test('a database that is away, or a host that stops, ends the job at once', async () => {
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(await take({ pack: new Error('no answer', { cause: away }), drop: null })).toMatchObject({ taken: ['pack'] })
  expect(await take({ pack: null }, AbortSignal.abort())).toMatchObject({ taken: [], failure: undefined })
})
