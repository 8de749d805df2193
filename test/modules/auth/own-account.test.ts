import { checkContract } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { authApp } from './_accounts.ts'
import { ownAccountContract } from './_own-account.ts'

const requests = Number(process.env['PLINTH_CONTRACT_REQUESTS'] ?? 500)
const seed = Number(process.env['PLINTH_CONTRACT_SEED'] ?? 1)

test('the endpoints of one’s own account keep their contract', { timeout: 600_000 }, async () => {
  await using app = await authApp()
  const report = await checkContract(app, { ...ownAccountContract, requests, seed })
  expect(report.routes).toBe(16)
  expect(report.statuses[500]).toBeUndefined()
})
