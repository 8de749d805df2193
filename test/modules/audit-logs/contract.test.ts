import { auditLogs } from '@plinth/audit-logs'
import { checkContract } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { auditContract } from './_contract.ts'

const requests = Number(process.env['PLINTH_CONTRACT_REQUESTS'] ?? 300)
const seed = Number(process.env['PLINTH_CONTRACT_SEED'] ?? 1)

test('every route of the logs keeps its contract', { timeout: 600_000 }, async () => {
  await using app = await authApp({ modules: [auditLogs] })
  const report = await checkContract(app, { ...auditContract, requests, seed })
  expect(report.routes).toBe(8)
  expect(report.statuses[500]).toBeUndefined()
})
