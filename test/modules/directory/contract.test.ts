import { checkContract } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { directoryApp } from './directory-app.ts'
import { directoryContract } from './directory-contract.ts'

test('every route of the directory keeps its contract', { timeout: 300_000 }, async () => {
  await using app = await directoryApp()
  const report = await checkContract(app, directoryContract)
  expect(report.routes).toBe(11)
})
