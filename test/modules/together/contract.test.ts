import { checkContract } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { openTogether } from './_platform.ts'

test('every route of all modules keeps its contract', { timeout: 600_000 }, async () => {
  await using app = await openTogether()
  const { contract } = app.fixtures
  const report = await checkContract(app, { ...contract, requests: 30 * app.routes.length })
  expect(report.routes).toBe(app.routes.length - Object.keys(contract.except ?? {}).length)
})
