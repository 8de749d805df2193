import { checkContract } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../_setup/app.ts'
import { shop } from '../_setup/fixtures/shop.ts'
import { shopContract } from '../_setup/fixtures/shop-contract.ts'

const requests = Number(process.env['PLINTH_CONTRACT_REQUESTS'] ?? 1_000)
const seed = Number(process.env['PLINTH_CONTRACT_SEED'] ?? 1)

test('every route of the shop keeps its contract', { timeout: 600_000 }, async () => {
  await using app = await testApp({ modules: [shop] })
  const report = await checkContract(app, { ...shopContract, requests, seed })
  expect(report.requests).toBeGreaterThan(requests)
})
