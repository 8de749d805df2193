import type { TestPlatform } from '@plinth/testing'
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { examples, wholeApp } from './examples.ts'
import { createSequenceFixture, runSequence } from './sequences.ts'

/** In so many sequences every command takes part; `npm run campaign:undo` asks for 2,000. */
const SEQUENCES = Number(process.env['UNDO_SEQUENCES'] ?? 1)
const isCampaign = SEQUENCES > 100
/** Each campaign tries other sequences, so that campaigns add up. A failure is repeated from the seed that it prints. */
const FIRST = Number(process.env['UNDO_FIRST_SEED'] ?? (isCampaign ? randomInt(2 ** 31) : 1))
/** Commands that have to take part as often; all, unless a module is named. Others take part as they are chosen. */
const OF = process.env['UNDO_COMMANDS'] ?? ''
/** Of so many commands one has to take part in `npm test`, where each is undone by itself as well. */
const EVERY = SEQUENCES > 1 || OF !== '' ? 1 : 3
/** Then its log has become long. A failure is repeated from the first seed of its database. */
const PER_DATABASE = 400

type Commands = ReadonlyMap<string, typeof examples>

const commands: Commands = Map.groupBy(
  examples.filter(({ command }) => command.id.startsWith(OF)),
  ({ command }) => command.id,
)

/** In how many sequences each command took part. */
class Tally {
  readonly #counts: Map<string, number>

  constructor(counted: Commands) {
    this.#counts = new Map([...counted.keys()].map((id) => [id, 0]))
  }

  get least(): { command: string; sequences: number } {
    const [command, sequences] = [...this.#counts].reduce((one, other) => (other[1] < one[1] ? other : one))
    return { command, sequences }
  }

  add(ids: readonly string[]): void {
    for (const id of new Set(ids)) if (this.#counts.has(id)) this.#counts.set(id, this.#counts.get(id)! + 1)
  }
}

/** Runs sequences of its share of the commands, beside the test files that take the others. */
export function proveSequences({ part, of }: { part: number; of: number }): void {
  test(`sequences of commands are undone in any legal order and redone, to the last field (${part})`, async () => {
    const share = new Map([...commands].filter((_command, index) => index % (of * EVERY) === part))
    if (share.size === 0) return
    const all = new Tally(share)
    const sum = { sequences: 0, commands: 0, undone: 0, refused: 0 }
    const failures: unknown[] = []
    const isEnough = () => all.least.sequences >= SEQUENCES || failures.length > 10

    const prove = async (app: TestPlatform, seeds: { from: number; to: number }) => {
      const fixture = await createSequenceFixture(app, examples)
      // Who comes first depends on nothing but what happened in this database, so that a failure can be repeated.
      const here = new Tally(share)
      for (let seed = seeds.from; seed < seeds.to && !isEnough(); seed++) {
        // Elsewhere autovacuum sees to it that plans know how long the log has become.
        if (seed === seeds.from + 20) await app.sql('vacuum analyze')
        const own = share.get(here.least.command)!
        const outcome = await runSequence(fixture, { first: own[seed % own.length]!, seed })
        here.add(outcome.commands)
        all.add(outcome.commands)
        sum.sequences++
        sum.commands += outcome.commands.length
        sum.undone += outcome.undone
        sum.refused += outcome.refused
      }
      const lost = 'select from plinth.changes where entry_id not in (select id from plinth.action_log)'
      expect(await app.sql(lost)).toEqual([])
    }

    for (let from = FIRST + part * PER_DATABASE; !isEnough(); from += of * PER_DATABASE) {
      await using app = await wholeApp()
      await prove(app, { from, to: from + PER_DATABASE }).catch((error: unknown) => failures.push(error))
      if (isCampaign) console.log(JSON.stringify({ part, from, ...sum, least: all.least, failures: failures.length }))
      if (all.least.sequences + failures.length === 0) throw new Error(`${all.least.command} never succeeds`)
    }
    expect(failures).toEqual([])
    expect(sum.undone).toBe(2 * sum.commands)
  }, 0)
}
