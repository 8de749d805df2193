import {
  differencesOf,
  readRecordedRows,
  recordedTables,
  type RecordedRows,
  runLogged,
  type TestPlatform,
  turnLogged,
  type UndoExample,
  type WrittenEntry,
} from '@plinth/core/testing'
import { PlatformError } from '@plinth/core'

/** How a sequence of commands ended. */
export interface Outcome {
  /** Commands that were carried out. */
  readonly done: number
  readonly undone: number
  /** Undo calls that were refused because of later changes, and changed nothing. */
  readonly refused: number
  readonly redone: number
}

type Pick = <T>(list: readonly T[]) => T

/** The same choices for the same seed (mulberry32). */
function chooser(seed: number): Pick {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return (list) => list[Math.floor(next() * list.length)]!
}

/** Rights are not at stake here, and several people are: a conflict is one whoever made the later change. */
const actors = ['one', 'two', 'three'].map((name) => ({
  isSuperAdmin: true,
  features: ['*'],
  userId: crypto.randomUUID(),
  email: `${name}@acme.com`,
}))

/**
 * Runs `first` and some other commands of several people, many of them on the same rows, undoes all of them in an order
 * of chance, and redoes them in theirs. Throws, naming the seed, when any of it leaves other rows
 * than there were: undo those before, redo those after, a refusal those it found.
 */
export async function runSequence(
  app: TestPlatform,
  { first, examples, seed }: { first: UndoExample; examples: readonly UndoExample[]; seed: number },
): Promise<Outcome> {
  const sequence = new Sequence(app, seed, await recordedTables(app.sql))
  const { pick } = sequence
  const related = examples.filter(({ command }) => command.resource === first.command.resource)
  const another = () => pick([first, pick(related), pick(related), pick(examples)])
  const wanted = [first, ...Array.from({ length: pick([0, 1, 2, 3, 4]) }, another)]
  await sequence.prepare(wanted)
  const before = await sequence.look()
  await sequence.run()
  const after = await sequence.look()
  await sequence.undoAll(pick([true, false]))
  sequence.compare('undo of everything', before, await sequence.look())
  await sequence.redoAll()
  sequence.compare('redo of everything', after, await sequence.look())
  return sequence.outcome
}

interface Step {
  readonly example: UndoExample
  readonly input: unknown
}

interface Entry extends WrittenEntry {
  /** What it is filed under. */
  readonly resource: string
}

class Sequence {
  readonly pick: Pick
  readonly #app: TestPlatform
  readonly #tables: readonly string[]
  readonly #seed: number
  readonly #steps: Step[] = []
  readonly #entries: Entry[] = []
  #undone = 0
  #refused = 0
  #redone = 0

  constructor(app: TestPlatform, seed: number, tables: readonly string[]) {
    this.#app = app
    this.#seed = seed
    this.pick = chooser(seed)
    this.#tables = tables
  }

  get outcome(): Outcome {
    return { done: this.#entries.length, undone: this.#undone, refused: this.#refused, redone: this.#redone }
  }

  look(): Promise<RecordedRows> {
    return readRecordedRows(this.#app.sql, this.#tables)
  }

  /** Makes the rows that the commands need. A command after another of its resource mostly acts on the same row. */
  async prepare(examples: readonly UndoExample[]): Promise<void> {
    for (const example of examples) {
      const made: unknown = typeof example.input === 'function' ? await example.input(this.#app) : example.input
      const earlier = this.#steps.filter(({ input, example: { command } }) => {
        return idOf(input) !== null && command.resource === example.command.resource
      })
      const same = earlier.length > 0 ? idOf(this.pick(earlier).input) : null
      const input =
        same !== null && idOf(made) !== null && this.pick([true, true, false])
          ? { ...(made as object), id: same }
          : made
      this.#steps.push({ example, input })
    }
    await this.#app.settled()
  }

  /** Runs the commands. One that is refused, because an earlier one deleted its row, must have changed nothing. */
  async run(): Promise<void> {
    for (const { example, input } of this.#steps) {
      const { command, as = this.pick(actors) } = example
      this.#app.clock.advance(1_000)
      const before = await this.#countChanges()
      try {
        const entry = await runLogged(this.#app, this.#app.sessionOf(as), { command, input })
        const [filed] = await this.#app.sql<{ resource: string }>(
          `select concat_ws(' ', resource_kind, resource_id) as resource from plinth.action_log where id = $1`,
          [entry.id],
        )
        this.#entries.push({ ...entry, ...filed! })
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error
        await this.#assertUnchanged(`A refusal of ${command.id}`, before)
      }
    }
  }

  /** Undoes everything, the latest first or in any other legal order: each resource's entries from its newest on. */
  async undoAll(isLatestFirst: boolean): Promise<void> {
    const left = this.#entries.toReversed()
    for (let refusals = 0; left.length > 0;) {
      const newest = left.filter(
        ({ resource }, index) => left.findIndex((other) => other.resource === resource) === index,
      )
      const entry = isLatestFirst ? left[0]! : this.pick(newest)
      if (await this.#undo(entry, isLatestFirst)) left.splice(left.indexOf(entry), 1)
      else if (++refusals > 200)
        throw new Error(`${left.map(({ commandId }) => commandId).join(', ')} cannot be undone`)
    }
  }

  async redoAll(): Promise<void> {
    for (const { id } of this.#entries) {
      await turnLogged(this.#app, this.#app.sessionOf(this.pick(actors)), { entryId: id, direction: 'redo' })
      this.#redone++
    }
  }

  compare(what: string, wanted: RecordedRows, found: RecordedRows): void {
    const differences = differencesOf(wanted, found).flatMap(({ table, id, fields }) => {
      // Out of order, nobody can say what time of change a row should bear.
      const real = fields.filter((field) => field !== 'updated_at')
      return fields.length > 0 && real.length === 0 ? [] : [`${real.join(', ') || 'the row'} of ${table} ${id}`]
    })
    if (differences.length === 0) return
    const steps = this.#steps.map(({ example, input }) => `${example.command.id} ${JSON.stringify(input)}`)
    throw new Error(
      `Seed ${this.#seed}: ${what} leaves something else:\n${differences.join('\n')}\nafter:\n${steps.join('\n')}`,
    )
  }

  /** Nothing is written to these tables without being recorded. */
  async #countChanges(): Promise<number> {
    const [row] = await this.#app.sql<{ count: number }>('select count(*)::int as count from plinth.changes')
    return row!.count
  }

  async #assertUnchanged(what: string, before: number): Promise<void> {
    if ((await this.#countChanges()) !== before) throw new Error(`Seed ${this.#seed}: ${what} has changed something`)
  }

  /** False when changes of other resources are in the way, which never happens to the latest first. */
  async #undo({ id, commandId }: WrittenEntry, isLatest: boolean): Promise<boolean> {
    const before = await this.#countChanges()
    try {
      await turnLogged(this.#app, this.#app.sessionOf(this.pick(actors)), { entryId: id, direction: 'undo' })
      this.#undone++
      return true
    } catch (error) {
      if (isLatest || !(error instanceof PlatformError)) throw error
      await this.#assertUnchanged(`A refused undo of ${commandId}`, before)
      this.#refused++
      return false
    }
  }
}

const idOf = (input: unknown): string | null =>
  typeof input === 'object' && input !== null && 'id' in input && typeof input.id === 'string' ? input.id : null
