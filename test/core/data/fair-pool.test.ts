import { systemCaller } from '@plinth/core'
import { tenantA, tenantB, type TestPlatform } from '@plinth/core/testing'
import { sql } from '@plinth/core'
import { expect, test } from 'vitest'
import { isCrowded, isUnreachable, toPlatformError } from '../../../packages/core/src/data/database-errors.ts'
import { createPool } from '../../../packages/core/src/data/pool.ts'
import { testApp } from '../../_setup/app.ts'

const caller = (tenantId: string) => systemCaller('test', { tenantId, organizationId: null, organizationIds: null })

/** Work of a tenant that takes its time in the database. */
const slow = async (app: TestPlatform, tenantId: string, done: () => void) => {
  await app.platform.as(caller(tenantId), async ({ db }) => {
    await sql`select pg_sleep(0.1)`.execute(db)
  })
  done()
}

test('a tenant is served while another one wants every connection, many times over (decision 43)', async () => {
  await using app = await testApp({ modules: [] })
  const order: string[] = []
  const hostile = Array.from({ length: 60 }, () => slow(app, tenantA.id, () => order.push('hostile')))
  const honest = Array.from({ length: 5 }, () => slow(app, tenantB.id, () => order.push('honest')))
  await Promise.all([...hostile, ...honest])
  // Of five connections the hostile one holds three; the honest one waits for none of its sixty.
  expect(order.lastIndexOf('honest')).toBeLessThan(20)
  expect(order.length).toBe(65)
})

test('a tenant holds no more than its share, also when nobody else wants any', async () => {
  await using app = await testApp({ modules: [] })
  let most = 0
  const busy = async () => {
    const [row] = await app.sql<{ busy: number }>(
      `select count(*)::int as busy from pg_stat_activity where datname = current_database() and query like '%pg_sleep%'
        and pid <> pg_backend_pid() and state = 'active'`,
    )
    most = Math.max(most, row!.busy)
  }
  const left = new Set(Array.from({ length: 20 }, (_, index) => index))
  const work = [...left].map((index) => slow(app, tenantA.id, () => left.delete(index)))
  while (left.size > 0) await busy()
  await Promise.all(work)
  expect(most).toBe(3)
})

test('a tenant whose line is too slow is told so, and when to come again; the database is not to blame', async () => {
  await using app = await testApp({ modules: [] })
  const pool = createPool({ url: app.databaseUrl, poolSize: 1, patience: 1_000 })
  try {
    const taken = await pool.connectFor(tenantA.id)
    const late = await pool.connectFor(tenantA.id).catch((error: unknown) => error)
    taken.release()
    expect(toPlatformError(late)).toMatchObject({
      status: 503,
      message: 'No connection became free in time',
      headers: { 'retry-after': '5' },
    })
    expect([isCrowded(late), isUnreachable(late)]).toEqual([true, false])
  } finally {
    await pool.end()
  }
})
