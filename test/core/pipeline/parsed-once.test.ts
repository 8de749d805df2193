import type { Route } from '@plinth/core'
import type { Sample } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { findRoute, toWire } from '../../../packages/core/src/testing/route-request.ts'
import { openTogether } from '../../modules/together/_platform.ts'

type Together = Awaited<ReturnType<typeof openTogether>>

/** Every schema of the routes and their commands. */
function schemasOf({ platform }: Together): ReadonlyMap<z.ZodType, string> {
  const named = platform.modules.flatMap(({ routes = [], commands = [] }) => [
    ...routes.flatMap(({ method, path, spec }) =>
      (['params', 'query', 'body', 'response'] as const).map((part) => [spec[part], `${part} of ${method} ${path}`]),
    ),
    ...commands.flatMap(({ id, input, output }) => [
      [input, `input of ${id}`],
      [output, `output of ${id}`],
    ]),
  ])
  return new Map(named.filter(([schema]) => schema !== undefined) as [z.ZodType, string][])
}

/** Notes each value that a schema is asked about again: one that it has seen, or has made itself. */
function watch(schemas: ReadonlyMap<z.ZodType, string>) {
  const again: string[] = []
  const watched = { route: '' }
  let parsed = 0
  for (const [schema, name] of schemas) {
    const known = new WeakSet<object>()
    const note = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return
      if (known.has(value)) again.push(`${name} for ${watched.route}`)
      known.add(value)
    }
    const safeParse = schema.safeParse.bind(schema)
    const heard = (value: unknown) => {
      parsed++
      note(value)
      const result = safeParse(value)
      if (result.data !== value) note(result.data)
      return result
    }
    Object.assign(schema, { safeParse: heard })
  }
  return { again, watched, parsed: () => parsed }
}

async function succeed(app: Together, route: Route, { as, request = {}, expect: status }: Sample) {
  const made = typeof request === 'function' ? await request(app) : request
  const who = typeof as === 'function' ? await as(app) : as
  const { method, path, headers, body } = toWire(route, made)
  const client = who === undefined ? app.anonymous : app.as(who)
  // A key has the answer kept as well.
  const keyed = { ...headers, ...(who !== undefined && { 'idempotency-key': crypto.randomUUID() }) }
  const answer = await client.fetch(path, { method, headers: keyed, ...(body !== undefined && { body }) })
  await answer.body?.cancel()
  expect([route.path, answer.status]).toEqual([route.path, status])
}

test(
  'no schema is asked twice about one value: not on the way in, and not on the way out',
  { timeout: 120_000 },
  async () => {
    await using app = await openTogether()
    const samples = app.fixtures.contract.samples.filter((sample) => sample.expect < 300)
    const { again, watched, parsed } = watch(schemasOf(app))
    for (const sample of samples) {
      watched.route = sample.route
      await succeed(app, findRoute(app.routes, sample.route), sample)
    }
    expect(again).toEqual([])
    expect(new Set(samples.map(({ route }) => route)).size).toBeGreaterThan(130)
    expect(parsed()).toBeGreaterThan(samples.length)
  },
)
