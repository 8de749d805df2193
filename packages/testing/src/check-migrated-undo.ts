import type { Module } from '@plinth/core'
import type { UndoExample } from './check-undo.ts'
import { MigratedRound } from './migrated-round.ts'
import { assertNone } from './report.ts'
import type { TestPlatformOptions } from './test-platform.ts'

export interface MigratedUndoOptions {
  /** The platform before the migration, with the older version of its `modules`. */
  readonly platform: TestPlatformOptions
  /**
   * The modules after the migration. Default: the same modules, plus a migration that adds two columns to every recorded table
   * and renames one. It does not rename columns in `grantTables`, because `beforeRevert` reads those rows by their current column
   * names.
   */
  readonly later?: readonly Module[]
  readonly examples: readonly UndoExample[]
}

/** What a passing check has done. */
export interface MigratedUndoReport {
  readonly examples: number
  readonly reverts: number
  /** How many times a platform was created and migrated. Examples that conflict with each other need further rounds. */
  readonly rounds: number
}

/**
 * Runs every example before a migration, then undoes, redoes and undoes them afterwards, newest first. The expected rows are
 * computed by the database itself: it runs the migration over them in a transaction that is rolled back. Throws `CheckFailed`
 * with the differences. Defaults that vary from call to call, such as `now()`, cannot be compared.
 */
export async function checkMigratedUndo({
  platform,
  later,
  examples,
}: MigratedUndoOptions): Promise<MigratedUndoReport> {
  const failures: string[] = []
  let rounds = 0
  const play = async (list: readonly UndoExample[]): Promise<readonly UndoExample[]> => {
    rounds++
    const played = await MigratedRound.play({ platform, later, examples: list })
    failures.push(...played.failures)
    return played.again
  }
  for (let pending = examples; pending.length > 0;) {
    const again = await play(pending)
    const isStuck = again.length === pending.length
    if (isStuck) for (const example of again) await play([example])
    pending = isStuck ? [] : again
  }
  assertNone('Undo after a migration', failures)
  return { examples: examples.length, reverts: 3 * examples.length, rounds }
}
