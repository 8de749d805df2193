import type { Module } from '../define/module.ts'
import type { UndoExample } from './check-undo.ts'
import { MigratedRound } from './migrated-round.ts'
import { assertNone } from './report.ts'
import type { TestPlatformOptions } from './test-platform.ts'

export interface MigratedUndoOptions {
  /** The platform of before; its `modules` in the older version. */
  readonly platform: TestPlatformOptions
  /**
   * The modules of after. Unless told those of before, and a migration that adds two columns to every recorded table and
   * renames one. It renames nothing in `grantTables`: `beforeRevert` reads their rows by the names of today's columns.
   */
  readonly later?: readonly Module[]
  readonly examples: readonly UndoExample[]
}

/** What a passing check did. */
export interface MigratedUndoReport {
  readonly examples: number
  readonly reverts: number
  /** How often a platform was made and migrated: again for examples that stood in each other's way. */
  readonly rounds: number
}

/**
 * Runs every example before a migration, and undoes, redoes and undoes it after, the last one first. What the rows
 * should be says the database itself: the migration runs over them in a transaction that is taken back. Throws
 * `CheckFailed` with what differs. Defaults that differ by the call, like `now()`, cannot be compared.
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
