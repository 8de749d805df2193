import { catalog } from '@plinth/catalog'
import { checkContract } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { catalogContract } from './_contract.ts'
import { shopApp } from './_shop.ts'

const routes = (catalog.routes ?? []).map(({ method, path }) => `${method} ${path}`)

test('every route of the catalog keeps its contract', { timeout: 240_000 }, async () => {
  await using app = await shopApp()
  const report = await checkContract(app, { ...catalogContract, routes })
  expect(report.routes).toBe(17)
})
