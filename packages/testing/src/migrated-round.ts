import type { Module } from '@plinth/core'
import type { Direction } from '@plinth/core/internal'
import type { UndoExample } from './check-undo.ts'
import { addedAndRenamed, readRowsToCome } from './migrated-rows.ts'
import { differencesOf, type RecordedRows, recordedTables, TrackedRows } from './recorded-rows.ts'
import { explainFailure } from './report.ts'
import { type TestPlatform, testPlatform, type TestPlatformOptions } from './test-platform.ts'
import { revertLogged, runLogged } from './undo-steps.ts'

interface RoundOptions {
  readonly platform: TestPlatformOptions
  readonly later: readonly Module[] | undefined
  readonly examples: readonly UndoExample[]
}

/** An example that ran, and the ids of the rows that it alone changed. */
interface ExecutedExample {
  readonly example: UndoExample
  readonly entryId: string
  readonly ids: ReadonlySet<string>
}

/** All rows as they should be after the migration: before any example ran, and after all of them did. */
interface ExpectedRows {
  readonly before: RecordedRows
  readonly after: RecordedRows
}

/**
 * Examples that are prepared, run and migrated together, and then reverted one after the other. Conflicting examples are left for
 * another round.
 */
export class MigratedRound {
  readonly failures: string[] = []
  readonly again: UndoExample[] = []
  readonly #options: RoundOptions

  private constructor(options: RoundOptions) {
    this.#options = options
  }

  static async play(options: RoundOptions): Promise<MigratedRound> {
    const round = new MigratedRound(options)
    await round.#play()
    return round
  }

  async #play(): Promise<void> {
    const { platform, later } = this.#options
    await using app = await testPlatform(platform)
    const modules = later ?? [...platform.modules, await addedAndRenamed(app)]
    const prepared = await this.#prepare(app)
    const before = await readRowsToCome(app, modules)
    const done = await this.#runAll(app, prepared)
    const after = await readRowsToCome(app, modules)
    await using next = await testPlatform({ ...platform, modules, databaseUrl: app.databaseUrl })
    const rows = await track(next)
    for (const one of done.toReversed()) {
      const problems = await revertEach({ app: next, rows }, one, { before, after }).catch((error: unknown) => [
        explainFailure(error),
      ])
      this.#judge(one.example, problems)
    }
  }

  async #prepare(app: TestPlatform): Promise<ReadonlyMap<UndoExample, unknown>> {
    const inputs = new Map<UndoExample, unknown>()
    for (const example of this.#options.examples) {
      const { input } = example
      try {
        inputs.set(example, typeof input === 'function' ? await input(app) : input)
      } catch (error) {
        this.#judge(example, [explainFailure(error)])
      }
    }
    await app.settled()
    return inputs
  }

  async #runAll(app: TestPlatform, prepared: ReadonlyMap<UndoExample, unknown>): Promise<readonly ExecutedExample[]> {
    const done: ExecutedExample[] = []
    const taken = new Set<string>()
    const tracked = await track(app)
    let rows = await tracked.read()
    for (const [example, input] of prepared) {
      try {
        const caller = app.callerOf(example.as ?? { features: ['*'] })
        const { id: entryId } = await runLogged(app, caller, { command: example.command, input })
        const now = await tracked.read()
        const ids = new Set(differencesOf(rows, now).map(({ id }) => id))
        if (ids.size === 0) throw new Error('the example changes no recorded row')
        if (![...ids].some((id) => taken.has(id))) {
          done.push({ example, entryId, ids })
          for (const id of ids) taken.add(id)
          rows = now
        } else {
          this.again.push(example)
          await revertLogged(app, caller, { direction: 'undo', entryId })
        }
      } catch (error) {
        this.#judge(example, [explainFailure(error)])
      }
    }
    await tracked.close()
    return done
  }

  #judge(example: UndoExample, problems: readonly string[]): void {
    const name = [example.command.id, example.name].filter(Boolean).join(', ')
    if (problems.length === 0) return
    if (this.#options.examples.length > 1) this.again.push(example)
    else this.failures.push(...problems.map((problem) => `${name}: ${problem}`))
  }
}

const track = async ({ sql }: TestPlatform) => TrackedRows.track(sql, 'plinth_migrated_undo', await recordedTables(sql))

interface MigratedPlatform {
  readonly app: TestPlatform
  readonly rows: TrackedRows
}

/** Undoes, redoes and undoes each example, and returns the differences. */
async function revertEach(
  { app, rows }: MigratedPlatform,
  { example, entryId, ids }: ExecutedExample,
  { before, after }: ExpectedRows,
): Promise<readonly string[]> {
  const caller = app.callerOf(example.as ?? { features: ['*'] })
  const isMoved = ([key]: readonly [string, string]) => ids.has(key.split(' ')[1] ?? '')
  const problems = new Set<string>()
  const revert = async (direction: Direction, entry: string, expected: RecordedRows): Promise<string> => {
    const others = [...(await rows.read())].filter((row) => !isMoved(row))
    const { id } = await revertLogged(app, caller, { direction, entryId: entry })
    const found = await rows.read()
    for (const { table, id: row, fields } of differencesOf(
      new Map([...others, ...[...expected].filter(isMoved)]),
      found,
    ))
      problems.add(`${direction} does not restore ${fields.join(', ') || 'the row'} of ${table} ${row}`)
    return id
  }
  await revert('undo', entryId, before)
  const redone = await revert('redo', entryId, after)
  await revert('undo', redone, before)
  return [...problems]
}
