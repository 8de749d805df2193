import { checkIsolation } from '@plinth/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testApp } from '../_setup/app.ts'
import { shop } from '../_setup/fixtures/shop.ts'
import { shopContract } from '../_setup/fixtures/shop-contract.ts'

test('transactions over several tables that run meanwhile do not deadlock with the check', async () => {
  await using app = await testApp({ modules: [shop] })
  const tables = await app.sql<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relrowsecurity and relnamespace in ('public'::regnamespace, 'plinth'::regnamespace)`,
  )
  const stop = new AbortController()
  const readers = [tables, tables.toReversed()].map((order) => {
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
    const names = order.flatMap(({ name }, at) => (at === 0 || at === tables.length - 1 ? name : []))
    return { hasBegun, rounds: readRepeatedly(app.databaseUrl, names, { signal: stop.signal, begin }) }
  })
  await Promise.all(readers.map(({ hasBegun, rounds }) => Promise.race([hasBegun, rounds])))
  const options = { samples: shopContract.samples, routes: ['GET /shop/items'] }
  await checkIsolation(app, options).finally(() => stop.abort())
  for (const { rounds } of readers) expect(await rounds).toBeGreaterThan(0)
})

/** Reads the tables in this order, in one transaction after the other; each keeps its locks for a while between two reads. */
async function readRepeatedly(
  connectionString: string,
  tables: readonly string[],
  { signal, begin }: { readonly signal: AbortSignal; readonly begin: () => void },
): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  // In a deadlock, the transaction that waits longest without noticing survives.
  await client.query(`set deadlock_timeout = '1min'`)
  let rounds = 0
  try {
    while (!signal.aborted) {
      await client.query('begin')
      for (const table of tables) await client.query(`select from ${table} limit 1; select pg_sleep(0.05)`)
      await client.query('commit')
      rounds++
      begin()
    }
    return rounds
  } finally {
    await client.end()
  }
}
