import { auth } from '@plinth/auth'
import { directory } from '@plinth/directory'
import type { Module } from '@plinth/core'
import { expect, test } from 'vitest'
import { testApp } from '../_setup/app.ts'
import { undoableModules } from '../undo/modules.ts'

const modules = [directory, auth({ secret: 'deep bodies '.repeat(4) }), ...undoableModules]
const routes = (all: readonly Module[]) => all.flatMap((module) => module.routes ?? [])
const depths = [101, 10_000, 200_000]
const refusal = 'The JSON body is nested deeper than 100 levels'

/** JSON of so many levels: objects whose keys have to be looked at one by one, or lists. */
const nested = (depth: number) =>
  depth < 100_000 ? `${'{"\\u0064":'.repeat(depth)}1${'}'.repeat(depth)}` : '['.repeat(depth) + ']'.repeat(depth)

test('every route that reads JSON has one limit of depth and one answer, with a key and without', async () => {
  await using app = await testApp({ modules })
  const client = app.as({ isSuperAdmin: true, features: ['*'] })
  const readers = routes(app.platform.modules).filter(
    ({ method, spec }) => (spec.body && spec.http?.bodyType !== 'form') || method === 'DELETE',
  )
  expect(readers.length).toBeGreaterThan(50)
  for (const { method, path } of readers) {
    const place = path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
    for (const depth of depths)
      for (const headers of [[], [['idempotency-key', crypto.randomUUID()] as [string, string]]]) {
        const body = nested(depth)
        const json: [string, string][] = [['content-type', 'application/json'], ...headers]
        const answer = await client.fetch(place, { method, body, headers: json })
        const { error } = (await answer.json()) as { error: string }
        expect([method, path, answer.status, error]).toEqual([method, path, 400, refusal])
      }
  }
})
