import { checkUndo } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { examples } from './_examples.ts'
import { shopApp } from './_shop.ts'

test('every undoable command of the catalog is undone and redone exactly', { timeout: 120_000 }, async () => {
  await using app = await shopApp()
  const report = await checkUndo(app, { examples })
  expect(report).toMatchObject({ commands: 13, turns: 3 * examples.length })
})
