import { expect, test } from 'vitest'
import { ofEachCommand } from '../undo/examples.ts'
import { crashApp, examples } from './command-examples.ts'
import type { Order } from './command-host.ts'
import { Interrupted } from './interrupted.ts'

/**
 * Every place of every example, as `npm run campaign:crash` has it, instead of one place of every twelfth command: a host
 * takes seconds to start. Connections of all commands are cut in `cut-connections.test.ts`.
 */
const isCampaign = process.env['CRASH_POINTS'] === 'all'
/** Commands of one module, where one is named. */
const OF = process.env['CRASH_COMMANDS'] ?? ''

const some = isCampaign
  ? examples.filter(({ command }) => command.id.startsWith(OF))
  : ofEachCommand(examples).filter((_example, index) => index % 12 === 0)

/** Where the host of an example dies: between statements, during its commit, or both in turn. */
function placesOf(index: number, statements: number): readonly Order['at'][] {
  if (isCampaign) return [...Array.from({ length: statements }).keys(), 'commit']
  return index % 4 < 2 ? [(index * 7) % statements] : ['commit']
}

test('every example can be run', { timeout: 120_000 }, async () => {
  await using app = await crashApp()
  const interrupted = await Interrupted.create(app)
  // Those that can be undone are run by the checks of undo.
  for (const example of ofEachCommand(examples)) if (!example.command.isUndoable) await interrupted.dryRun(example)
})

test.concurrent.each([0, 1])(
  'a host killed in the middle of a command leaves all of it or nothing, and the way free (%i)',
  { timeout: 0 },
  async (part) => {
    await using app = await crashApp()
    const interrupted = await Interrupted.create(app)
    for (const [index, example] of some.entries()) {
      if (index % 2 !== part) continue
      const dryRun = await interrupted.dryRun(example)
      for (const at of placesOf(index, dryRun.statements)) await interrupted.kill(example, at, dryRun)
    }
    const { faults, sum } = interrupted
    if (isCampaign) console.log({ part, ...sum })
    expect(faults).toEqual([])
    expect(sum.before).toBeGreaterThan(some.length / 5)
  },
)
