import type { Route } from '@plinth/core'
import { checkContract, CheckFailed, checkIsolation } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../_setup/app.ts'
import { contractFaults } from '../_setup/fixtures/contract-faults.ts'
import { databaseFaults } from '../_setup/fixtures/database-faults.ts'
import { readFaults } from '../_setup/fixtures/read-faults.ts'
import { shop } from '../_setup/fixtures/shop.ts'
import { shopContract } from '../_setup/fixtures/shop-contract.ts'
import { writeFaults } from '../_setup/fixtures/write-faults.ts'

const routeName = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

const faults = [...contractFaults, ...readFaults, ...writeFaults, ...databaseFaults]

test('there are enough faults, each with a name of its own', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  expect(faults.length).toBeGreaterThanOrEqual(40)
})

/** Generated requests of each route. */
const SHARE = 55

test.each(faults)('$check notices: $name', async ({ check, module = shop, sql, routes, says }) => {
  await using app = await testApp({ modules: [module] })
  if (sql) await app.sql(sql)
  const chosen = routes ?? shop.routes!.map(routeName)
  const samples = shopContract.samples.filter(({ route }) => chosen.includes(route))
  const passed =
    check === 'contract'
      ? checkContract(app, {
          ...shopContract,
          samples,
          routes: chosen,
          requests: SHARE * chosen.length,
          stopAtFirst: true,
        })
      : checkIsolation(app, { samples, routes: chosen, stopAtFirst: true })
  const failure = await passed.catch((error: unknown) => error)
  // One of the faults reaches the whole process.
  delete (Object.prototype as { plinthPolluted?: unknown }).plinthPolluted
  expect(failure).toBeInstanceOf(CheckFailed)
  expect((failure as CheckFailed).message).toMatch(says)
})
