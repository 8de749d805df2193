import { checkContract } from '@plinth/core/testing'
import { dashboards } from '@plinth/dashboards'
import { expect, test } from 'vitest'
import { dashboardApp } from './_dashboards.ts'
import { dashboardsContract } from './dashboards-contract.ts'

test('every route of dashboards keeps its contract', { timeout: 300_000 }, async () => {
  await using app = await dashboardApp()
  const report = await checkContract(app, dashboardsContract)
  expect(report.routes).toBe(dashboards.routes?.length)
})
