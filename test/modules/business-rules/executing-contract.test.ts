import { checkContract } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { executingContract, executingRoutes } from './_executing.ts'
import { rulesApp } from './_rules.ts'

test('the routes of execution, analysis and logs keep their contract', { timeout: 300_000 }, async () => {
  await using app = await rulesApp()
  const report = await checkContract(app, { ...executingContract, routes: executingRoutes })
  expect(report.routes).toBe(6)
})
