import type { UndoExample } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { examples, wholeApp } from './examples.ts'
import { runSequence } from './sequences.ts'

/** Per command; `npm run campaign:undo` asks for 10,000. */
const SEQUENCES = Number(process.env['UNDO_SEQUENCES'] ?? 100)
const FIRST = Number(process.env['UNDO_FIRST_SEED'] ?? 1)
/** Rows pile up, and every look reads all of them. */
const PER_DATABASE = 20

/** A test for every command of some examples, among those of all modules. */
export function proveSequences(some: readonly UndoExample[]): void {
  for (const [id, own] of Map.groupBy(some, ({ command }) => command.id)) {
    test(`${id}: sequences are undone in any legal order and redone, to the last field`, { timeout: 0 }, async () => {
      const sum = { done: 0, undone: 0, redone: 0 }
      for (let from = FIRST; from < FIRST + SEQUENCES; from += PER_DATABASE) {
        await using app = await wholeApp()
        for (let seed = from; seed < Math.min(from + PER_DATABASE, FIRST + SEQUENCES); seed++) {
          const { done, undone, redone } = await runSequence(app, { first: own[seed % own.length]!, examples, seed })
          sum.done += done
          sum.undone += undone
          sum.redone += redone
        }
      }
      expect(sum.done).toBeGreaterThanOrEqual(SEQUENCES / 2)
      expect(sum).toEqual({ done: sum.done, undone: sum.done, redone: sum.done })
    })
  }
}
