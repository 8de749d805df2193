import { checkUndo } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { examples } from './_examples.ts'
import { filesApp } from './_files.ts'

test('every undoable command of attachments is undone and redone exactly', { timeout: 120_000 }, async () => {
  await using app = await filesApp()
  const report = await checkUndo(app, { examples, modules: [app.module] })
  expect(report.commands).toBe(7)
})
