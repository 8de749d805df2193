import { defineModule, signedIn } from '@plinth/core'
import { defineTool, tools } from '@plinth/points'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { assistantApp, execute } from './_assistant.ts'

/** A value of JSON, of which nothing but its seed says what it is. */
function valueOf(seed: number, depth = 0): unknown {
  let state = seed
  const next = (most: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % most
  const members = Array.from({ length: depth < 4 ? next(5) : 0 }, () => valueOf(next(1_000_000), depth + 1))
  switch (next(depth === 0 ? 2 : 6)) {
    case 0:
      return members
    case 1:
      return Object.fromEntries(members.map((member, at) => [`${'"\\,{[é'.slice(0, next(7))}${at}`, member]))
    case 2:
      return `a "quoted" \\ text, [with] {marks}: ${next(1000)}\n\u2028`.slice(0, next(60))
    case 3:
      return next(10_000) / 7
    case 4:
      return next(2) === 0
    default:
      return null
  }
}

const LIMIT = 120

const echo = defineModule({
  id: 'echo',
  title: 'Echo',
  contributes: [
    tools.of(
      defineTool({
        name: 'echo',
        description: 'Answers what it is given.',
        access: signedIn,
        input: z.object({ value: z.unknown() }),
        output: z.unknown(),
        run: ({ input }) => input.value,
      }),
    ),
  ],
})

test('a result is whole up to the limit, as it stands line by line, and cut exactly there', async () => {
  await using app = await assistantApp(
    { limits: { resultCharacters: LIMIT, callsPerMinute: 1_000 } },
    { modules: [echo] },
  )
  const admin = app.as('admin')
  let cut = 0
  for (let seed = 1; seed <= 300; seed++) {
    const value = valueOf(seed)
    const whole = JSON.stringify(value, null, 2)
    const isLong = whole.length > LIMIT
    cut += Number(isLong)
    const { body } = await execute(admin, 'echo', { value })
    expect(body).toEqual({ success: true, result: isLong ? whole.slice(0, LIMIT) : value })
  }
  expect(cut).toBeGreaterThan(50)
  expect(cut).toBeLessThan(250)
})
