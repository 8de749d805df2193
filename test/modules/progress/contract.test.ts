import { checkContract } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { progressContract } from './_contract.ts'
import { workApp } from './_work.ts'

test('every route of progress keeps its contract', { timeout: 120_000 }, async () => {
  await using app = await workApp()
  const report = await checkContract(app, progressContract)
  expect(report.routes).toBe(6)
})
