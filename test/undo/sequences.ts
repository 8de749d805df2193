import {
  differencesOf,
  recordedTables,
  type RecordedRows,
  type RowDifference,
  runLogged,
  type TestPlatform,
  TrackedRows,
  revertLogged,
  type UndoExample,
  type Who,
  type WrittenEntry,
} from '@plinth/testing'
import { PlatformError } from '@plinth/core'
import { chooser, type Pick } from './chooser.ts'
import { PreparedInputs } from './prepared-inputs.ts'

/** How a sequence of commands ended. */
export interface Outcome {
  /** The commands that were carried out. */
  readonly commands: readonly string[]
  /** How often one was undone: each twice, its redo once. */
  readonly undone: number
  /** Undo calls that were refused because of later changes, and changed nothing. */
  readonly refused: number
}

/** What sequences of one database share. */
export interface SequenceFixture {
  readonly app: TestPlatform
  readonly examples: readonly UndoExample[]
  readonly tracked: TrackedRows
  readonly inputs: PreparedInputs
  /** The rows as the last sequence left them, if nothing was prepared since. */
  rows?: RecordedRows | undefined
}

export async function createSequenceFixture(
  app: TestPlatform,
  examples: readonly UndoExample[],
): Promise<SequenceFixture> {
  const tracked = await TrackedRows.track(app.sql, 'plinth_sequences', await recordedTables(app.sql))
  return { app, examples, tracked, inputs: new PreparedInputs(app) }
}

/** Rights are not at stake here, and several people are: a conflict is one whoever made the later change. */
const actors = ['one', 'two', 'three'].map((name) => ({
  isSuperAdmin: true,
  features: ['*'],
  userId: crypto.randomUUID(),
  email: `${name}@acme.com`,
}))

/** What is somebody's own: nobody else takes back what they did to it. */
const PERSONAL: readonly (string | undefined)[] = ['auth.list_view', 'transfer.export']

/** How many commands come after the first. */
const MORE = [0, 2, 4, 6, 8, 10, 12]

/**
 * Runs `first` and some other commands of several people, many of them on the same rows, undoes all of them in an order
 * of chance, redoes them in theirs, and undoes that, the latest first. Throws, naming the seed, when any of it leaves
 * other rows than there were: undo those before, redo those after, a refusal those it found.
 */
export async function runSequence(
  fixture: SequenceFixture,
  { first, seed }: { first: UndoExample; seed: number },
): Promise<Outcome> {
  const sequence = new Sequence(fixture, seed)
  const { pick } = sequence
  await sequence.prepare(choose(fixture, first, pick))
  const before = fixture.rows ?? (await sequence.look())
  const done = await sequence.run()
  const after = await sequence.look()
  await sequence.undoAll(done, pick([true, false]))
  sequence.compare('undo of everything', before, await sequence.look())
  const redone = await sequence.redoAll(done)
  sequence.compare('redo of everything', after, await sequence.look())
  await sequence.undoAll(redone, true)
  fixture.rows = await sequence.look()
  sequence.compare('undo of what was redone', before, fixture.rows)
  const commands = done.map(({ commandId }) => commandId)
  return { commands, undone: sequence.undone, refused: sequence.refused }
}

/** Examples for a sequence, half of them of the first one's resource. A command is seldom chosen twice. */
function choose({ examples }: SequenceFixture, first: UndoExample, pick: Pick): readonly UndoExample[] {
  const chosen = [first]
  const related = examples.filter(({ command }) => command.resource === first.command.resource)
  for (let left = pick(MORE); left > 0; left--) {
    const fresh = (all: readonly UndoExample[]) =>
      all.filter(({ command }) => chosen.every((one) => one.command !== command))
    const some = pick([related, fresh(related), fresh(related), fresh(examples), fresh(examples), fresh(examples)])
    chosen.push(pick(some.length > 0 ? some : examples))
  }
  return chosen
}

interface Step {
  readonly example: UndoExample
  readonly input: unknown
}

class Sequence {
  readonly pick: Pick
  undone = 0
  refused = 0
  readonly #fixture: SequenceFixture
  readonly #seed: number
  readonly #steps: Step[] = []
  /** Who did something to what is their own, by its entry. */
  readonly #owners = new Map<string, Who>()

  constructor(fixture: SequenceFixture, seed: number) {
    this.pick = chooser(seed)
    this.#fixture = fixture
    this.#seed = seed
  }

  look(): Promise<RecordedRows> {
    return this.#fixture.tracked.read()
  }

  /** Makes the rows that the commands need. A command after another of its resource mostly acts on the same row. */
  async prepare(examples: readonly UndoExample[]): Promise<void> {
    for (const example of examples) {
      const { inputs } = this.#fixture
      if (!inputs.has(example)) this.#fixture.rows = undefined
      const made = await inputs.of(example)
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
    await this.#fixture.app.settled()
  }

  /** Runs the commands. Some are refused, because an earlier one deleted their row. */
  async run(): Promise<readonly WrittenEntry[]> {
    const { app } = this.#fixture
    const done: WrittenEntry[] = []
    for (const { example, input } of this.#steps) {
      const { command, as = this.pick(actors) } = example
      app.clock.advance(1_000)
      try {
        const entry = await runLogged(app, app.callerOf(as), { command, input })
        if (PERSONAL.includes(command.resource)) this.#owners.set(entry.id, as)
        done.push(entry)
      } catch (error) {
        if (!(error instanceof PlatformError)) throw this.#failure(`${command.id} fails`, [error])
      }
    }
    return done
  }

  /** Undoes everything, the latest first or in any other legal order: each resource's entries from its newest on. */
  async undoAll(entries: readonly WrittenEntry[], isLatestFirst: boolean): Promise<void> {
    const left = entries.toReversed()
    for (let refusals = 0; left.length > 0;) {
      const newest = left.filter(
        ({ resource }, index) => left.findIndex((other) => other.resource === resource) === index,
      )
      const entry = isLatestFirst ? left[0]! : this.pick(newest)
      if (await this.#undo(entry, isLatestFirst)) left.splice(left.indexOf(entry), 1)
      else if (++refusals > 400) throw this.#failure('Nothing of the rest can be undone', left.map(toText))
    }
  }

  /** Redoes everything in its order, and answers the entries of that. */
  async redoAll(entries: readonly WrittenEntry[]): Promise<readonly WrittenEntry[]> {
    const redone: WrittenEntry[] = []
    for (const { id } of entries) redone.push(await this.#revert('redo', id))
    return redone
  }

  compare(what: string, wanted: RecordedRows, found: RecordedRows): void {
    // Out of order, nobody can say what time of change a row should bear.
    const differences = differencesOf(wanted, found).filter(({ fields }) => fields.join() !== 'updated_at')
    if (differences.length > 0) throw this.#failure(`${what} leaves something else`, differences.map(toDifference))
  }

  async #revert(direction: 'undo' | 'redo', entryId: string): Promise<WrittenEntry> {
    const { app } = this.#fixture
    const anybody = this.pick(actors)
    const owner = this.#owners.get(entryId)
    const entry = await revertLogged(app, app.callerOf(owner ?? anybody), { entryId, direction })
    if (owner) this.#owners.set(entry.id, owner)
    return entry
  }

  /** False when changes of other resources are in the way, which never happens to the latest first. */
  async #undo({ id, commandId }: WrittenEntry, isLatest: boolean): Promise<boolean> {
    try {
      await this.#revert('undo', id)
      this.undone++
      return true
    } catch (error) {
      if (isLatest || !(error instanceof PlatformError)) throw this.#failure(`Undo of ${commandId} fails`, [error])
      const taken = await this.#fixture.app.sql('select from plinth.turns where source_id = $1', [id])
      if (taken.length > 0) throw this.#failure(`A refused undo of ${commandId} counts as taken`)
      this.refused++
      return false
    }
  }

  #failure(what: string, details: readonly unknown[] = []): Error {
    const steps = this.#steps.map(({ example, input }) => `${example.command.id} ${JSON.stringify(input)}`)
    return new Error([`Seed ${this.#seed}: ${what}`, ...details, 'after:', ...steps].join('\n'))
  }
}

const toText = ({ commandId, resource }: WrittenEntry) => `${commandId} of ${resource}`

const toDifference = ({ table, id, fields }: RowDifference) => `${fields.join(', ') || 'the row'} of ${table} ${id}`

const idOf = (input: unknown): string | null =>
  typeof input === 'object' && input !== null && 'id' in input && typeof input.id === 'string' ? input.id : null
