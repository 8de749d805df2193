import type { Caller, Command, Module } from '@plinth/core'
import type { Direction } from '@plinth/core/internal'
import type { Who } from './logins.ts'
import { differencesOf, type RecordedRows, recordedTables, TrackedRows } from './recorded-rows.ts'
import { assertNone, explainFailure } from './report.ts'
import type { TestPlatform } from './test-platform.ts'
import { revertLogged, runLogged, entryWrittenBy, type WrittenEntry } from './undo-steps.ts'

/** A command call that is undone and redone. */
export interface UndoExample {
  readonly command: Command
  /** The command input. A function may prepare rows first. */
  readonly input: unknown
  /** The caller. Default: a caller of tenant A with all rights. */
  readonly as?: Who
  /** Distinguishes several examples of one command in failure messages. */
  readonly name?: string
}

/** An undo or redo and its caller. */
export interface RevertRequest {
  readonly direction: Direction
  readonly entryId: string
  readonly caller: Caller
}

export interface UndoOptions {
  /** At least one example for every undoable command. */
  readonly examples: readonly UndoExample[]
  /** The modules whose commands need examples. Default: all composed modules. */
  readonly modules?: readonly Module[]
  /** Commands that are covered by another test, each with the reason. */
  readonly provenElsewhere?: Readonly<Record<string, string>>
  /** Recorded tables that a subscriber updates after the command, each with the reason. Undo does not touch them. */
  readonly followers?: Readonly<Record<string, string>>
  /** Reads what users see. It must change back together with the rows, which detects caches that undo does not invalidate. */
  readonly look?: (app: TestPlatform) => Promise<unknown>
  /** How an entry is undone or redone. Default: directly by the engine, without checking permissions or order. */
  readonly revert?: (app: TestPlatform, request: RevertRequest) => Promise<unknown>
}

/** What a passing check has done. */
export interface UndoReport {
  readonly commands: number
  readonly examples: number
  readonly reverts: number
}

/**
 * Runs every example, undoes it, redoes it and undoes the redo, and compares the rows of all recorded tables after each step.
 * Undo must restore exactly the previous state and redo exactly the later one, including ids and timestamps, and an entry must be
 * undone or redone only once. Throws `CheckFailed` with the differences, and for undoable commands without an example.
 */
export async function checkUndo(app: TestPlatform, options: UndoOptions): Promise<UndoReport> {
  const { examples } = options
  const failures = unproven(app, options)
  const check = await Check.create(app, options)
  for (const example of examples) {
    const { command, name } = example
    const problems = await check.try(example)
    failures.push(...problems.map((problem) => `${[command.id, name].filter(Boolean).join(', ')}: ${problem}`))
  }
  await check.close()
  assertNone('Undo', failures)
  const commands = new Set(examples.map(({ command }) => command.id))
  return { commands: commands.size, examples: examples.length, reverts: check.reverts }
}

function unproven({ platform }: TestPlatform, { examples, modules, provenElsewhere = {} }: UndoOptions): string[] {
  const proven = new Set(examples.map(({ command }) => command.id))
  return (modules ?? platform.modules)
    .flatMap(({ commands = [] }) => commands)
    .filter((command) => command.isUndoable && !proven.has(command.id) && provenElsewhere[command.id] === undefined)
    .map(({ id }) => `${id} can be undone, but there is no example of it`)
}

/** All rows, and what readers see of them. */
interface ObservedState {
  readonly rows: RecordedRows
  readonly shown: string
}

class Check {
  reverts = 0
  readonly #app: TestPlatform
  readonly #options: UndoOptions
  readonly #rows: TrackedRows

  private constructor(app: TestPlatform, options: UndoOptions, rows: TrackedRows) {
    this.#app = app
    this.#options = options
    this.#rows = rows
  }

  static async create(app: TestPlatform, options: UndoOptions): Promise<Check> {
    const recorded = await recordedTables(app.sql)
    const tables = recorded.filter((table) => options.followers?.[table] === undefined)
    return new Check(app, options, await TrackedRows.track(app.sql, 'plinth_undo_check', tables))
  }

  async close(): Promise<void> {
    await this.#rows.close()
  }

  /** Returns the problems found when reverting an example; empty if there are none. */
  async try({ command, input, as = { features: ['*'] } }: UndoExample): Promise<string[]> {
    const app = this.#app
    const caller = app.callerOf(as)
    const problems: string[] = []
    try {
      const made: unknown = typeof input === 'function' ? await input(app) : input
      const before = await this.#look()
      const done = await runLogged(app, caller, { command, input: made })
      const after = await this.#look()
      if (!done.isUndoable) return ['its entry cannot be undone']
      if (differencesOf(before.rows, after.rows).length === 0) return ['the example changes no recorded row']
      const revert = async (direction: Direction, entry: WrittenEntry, expected: ObservedState) => {
        const done = await this.#revert({ direction, entryId: entry.id, caller })
        problems.push(...toProblems(direction, expected, await this.#look()))
        if (await this.#isRepeatable({ direction, entryId: entry.id, caller }))
          problems.push(`${direction} works twice`)
        return done
      }
      await revert('undo', done, before)
      const redone = await revert('redo', done, after)
      if (!redone.isUndoable) problems.push('what was redone cannot be undone')
      await revert('undo', redone, before)
      return problems
    } catch (error) {
      return [...problems, explainFailure(error)]
    }
  }

  async #look(): Promise<ObservedState> {
    const rows = await this.#rows.read()
    return { rows, shown: JSON.stringify(await this.#options.look?.(this.#app)) ?? '' }
  }

  async #revert(request: RevertRequest): Promise<WrittenEntry> {
    const { revert: take } = this.#options
    const entry = await (take
      ? entryWrittenBy(this.#app, () => take(this.#app, request))
      : revertLogged(this.#app, request.caller, request))
    this.reverts++
    return entry
  }

  async #isRepeatable(request: RevertRequest): Promise<boolean> {
    return this.#revert(request).then(
      () => true,
      () => false,
    )
  }
}

function toProblems(direction: Direction, expected: ObservedState, found: ObservedState): string[] {
  const differences = differencesOf(expected.rows, found.rows)
  const what = `${direction} does not restore`
  const rows = differences.map(({ table, id, fields }) =>
    fields.length > 0 ? `${what} ${fields.join(', ')} of ${table} ${id}` : `${what} the row ${id} of ${table}`,
  )
  const isStale = differences.length === 0 && expected.shown !== found.shown
  return isStale ? [`${what} what readers see: ${expected.shown} became ${found.shown}`] : rows
}
