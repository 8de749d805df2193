import { checkUndo } from '@plinth/testing'
import { expect, test } from 'vitest'
import { openTogether } from './_platform.ts'

test('every undoable command of all modules is undone and redone exactly', { timeout: 300_000 }, async () => {
  await using app = await openTogether()
  const { undo } = app.fixtures
  const report = await checkUndo(app, undo)
  expect(report.reverts).toBe(3 * undo.examples.length)
})
