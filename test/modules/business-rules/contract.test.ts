import { checkContract } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { writingContract, writingRoutes } from './_contract.ts'
import { rulesApp } from './_rules.ts'

test('the routes of rules, sets and members keep their contract', { timeout: 300_000 }, async () => {
  await using app = await rulesApp()
  const report = await checkContract(app, { ...writingContract, routes: writingRoutes })
  expect(report.routes).toBe(13)
})
