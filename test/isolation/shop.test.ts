import { checkIsolation } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../_setup/app.ts'
import { shop } from '../_setup/fixtures/shop.ts'
import { shopContract } from '../_setup/fixtures/shop-contract.ts'

test('nobody learns of or touches what is not theirs', { timeout: 120_000 }, async () => {
  await using app = await testApp({ modules: [shop] })
  const report = await checkIsolation(app, { samples: shopContract.samples })
  expect(report).toMatchObject({ tables: 2, routes: 11 })
})
