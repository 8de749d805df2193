import type { Caller } from '@plinth/core'
import { checkRaces, type RaceExample, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { type CrashExample, crashApp, examples } from '../../crash/command-examples.ts'
import { ofEachCommand } from '../../undo/examples.ts'

/** Commands of one module, where one is named: `RACES=auth npx vitest run test/modules/together/races.test.ts`. */
const OF = process.env['RACES'] ?? ''

/** All examples and pairs, as `npm run campaign:races` has them, take several times as long as one example of each command. */
const isCampaign = process.env['RACES_SIBLINGS'] === 'all'

const except = {
  'attachments.objects.claim beside itself':
    'it takes what is due of all rows, those of earlier races too; it skips what is locked, so that a row has one claimer',
}

/** Names that are taken once are made up anew. */
const NAMED: ReadonlySet<string> = new Set(['auth.roles.create'])

function toRace({ command, make }: CrashExample): RaceExample {
  let made: Caller | undefined
  return {
    command,
    async input(app: TestPlatform) {
      const { input, caller } = await make(app)
      made = caller
      return NAMED.has(command.id) ? { ...(input as object), name: crypto.randomUUID() } : input
    },
    as: () => made!,
  }
}

const some = (isCampaign ? examples : ofEachCommand(examples)).filter(({ command }) => command.id.startsWith(OF))

test('commands of all modules lose no update beside themselves and each other', { timeout: 900_000 }, async () => {
  await using app = await crashApp()
  const report = await checkRaces(app, {
    examples: some.map(toRace),
    siblings: isCampaign ? 'all' : 'next',
    except,
    unstable: ['progress_jobs.eta_seconds'],
  })
  expect(report.commands).toBe(new Set(some.map(({ command }) => command.id)).size)
  expect(report.races).toBeGreaterThanOrEqual(2 * report.commands)
})
