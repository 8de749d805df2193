import { checkCrashes } from '@plinth/testing'
import { expect, test } from 'vitest'
import { examples, ofEachCommand } from '../undo/examples.ts'
import { crashApp } from './command-examples.ts'

/** Their names are taken once; here they are run again and again. */
const NAMED = 'auth.roles.create'

/** All examples, as `npm run campaign:crash` has them, or one command of each module: every crash takes a connection. */
const some = process.env['CRASH_POINTS'] === 'all' ? examples : ofEachModule(ofEachCommand(examples))
const repeatable = some.map((example) =>
  example.command.id === NAMED
    ? { ...example, input: () => ({ ...(example.input as object), name: crypto.randomUUID() }) }
    : example,
)

function ofEachModule(all: typeof examples): typeof examples {
  const moduleOf = (id: string) => id.slice(0, id.indexOf('.'))
  return [...new Map(all.map((example) => [moduleOf(example.command.id), example])).values()]
}

test('commands of all modules leave nothing when their connection is cut', { timeout: 300_000 }, async () => {
  await using app = await crashApp()
  const report = await checkCrashes(app, { examples: repeatable })
  expect(report.examples).toBe(some.length)
  // At least before the first row and before the entry.
  expect(report.crashes).toBeGreaterThanOrEqual(2 * some.length)
})
