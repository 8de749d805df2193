import { defineJob, defineModule, get, open } from '@plinth/core'
import { NO_SCOPE } from '@plinth/core/data'
import { defineAuthenticator } from '@plinth/core/security'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { sql } from '@plinth/core'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  isCrowded,
  isUnreachable,
  toPlatformError,
} from '../../../packages/core/src/data/connection/database-errors.ts'
import { createPool } from '../../../packages/core/src/data/connection/pool.ts'
import { testApp } from '../../_setup/app.ts'

const caller = (tenantId: string) => ({ actor: 'platform', reason: 'test', scope: { tenantId } }) as const

/** Work of a tenant that takes its time in the database. */
const slow = async (app: TestPlatform, tenantId: string, done: () => void) => {
  await app.platform.actAs(caller(tenantId), async ({ db }) => {
    await sql`select pg_sleep(0.05)`.execute(db)
  })
  done()
}

test('a tenant is served while another one wants every connection, many times over (decision: Limits per tenant)', async () => {
  await using app = await testApp({ modules: [] })
  const order: string[] = []
  const hostile = Array.from({ length: 60 }, () => slow(app, tenantA.id, () => order.push('hostile')))
  const honest = Array.from({ length: 5 }, () => slow(app, tenantB.id, () => order.push('honest')))
  await Promise.all([...hostile, ...honest])
  // Of five connections the hostile one holds three; the honest one waits for none of its sixty.
  expect(order.lastIndexOf('honest')).toBeLessThan(20)
  expect(order.length).toBe(65)
})

/** The most statements of a tenant that the database executes at once, when so many are wanted. */
async function mostAtOnce(app: TestPlatform, wanted: number): Promise<number> {
  let most = 0
  const left = new Set(Array.from({ length: wanted }, (_, index) => index))
  const work = [...left].map((index) => slow(app, tenantA.id, () => left.delete(index)))
  while (left.size > 0) {
    const [row] = await app.sql<{ busy: number }>(
      `select count(*)::int as busy from pg_stat_activity where datname = current_database() and query like '%pg_sleep%'
        and pid <> pg_backend_pid() and state = 'active'`,
    )
    most = Math.max(most, row!.busy)
  }
  await Promise.all(work)
  return most
}

test('a tenant holds no more than its share, and while others are at work it keeps a quarter of the connections busy', async () => {
  await using app = await testApp({ modules: [] })
  expect(await mostAtOnce(app, 20)).toBe(3)
  await app.platform.actAs(caller(tenantB.id), async ({ db }) => sql`select 1`.execute(db))
  // Few enough that none of them waits for a second.
  expect(await mostAtOnce(app, 5)).toBe(2)
})

test('for the sake of others nobody waits for work that waits itself, nor longer than a second', async () => {
  await using app = await testApp({ modules: [] })
  const take = (seconds: number, meanwhile?: () => Promise<unknown>) =>
    app.platform.actAs(caller(tenantA.id), async ({ db }) => {
      await sql`select pg_sleep(${seconds})`.execute(db)
      await meanwhile?.()
      await sql`select 1`.execute(db)
    })
  await app.platform.actAs(caller(tenantB.id), async ({ db }) => sql`select 1`.execute(db))
  const started = performance.now()
  await take(0, () => take(0))
  expect(performance.now() - started).toBeLessThan(900)
  await Promise.all([take(2), take(2), take(2)])
  // One after the other they would take six.
  expect(performance.now() - started).toBeLessThan(5_000)
})

test.concurrent('a tenant whose line is too slow is told so, and when to come again; the database is not to blame', async () => {
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

test('a reader is rolled back with what uses its connection next, and soon anyway', async () => {
  await using app = await testApp({ modules: [] })
  const pool = createPool({ url: app.databaseUrl, poolSize: 1 })
  const read = async () => {
    const client = await pool.connectFor(tenantA.id)
    await client.query([...pool.beginning(client, 'read only'), 'set local role plinth_app'].join('; '))
    pool.releaseReader(client)
    return client
  }
  try {
    const reader = await read()
    const { rows } = await pool.query(`select current_setting('role') as role, pg_backend_pid() as pid`)
    expect(rows[0]!.role).toBe('none')
    await read()
    const next = await pool.connectFor(tenantA.id)
    expect([next === reader, pool.beginning(next, 'read write')]).toEqual([true, ['rollback', 'begin read write']])
    await next.query('rollback')
    next.release()
    await read()
    const state = () => app.sql<{ state: string }>('select state from pg_stat_activity where pid = $1', [rows[0]!.pid])
    await vi.waitFor(async () => expect(await state()).toEqual([{ state: 'idle' }]), 5_000)
  } finally {
    await pool.end()
  }
})

const slowly = sql`select pg_sleep(0.1)`
const long = Array.from({ length: 8 }, (_, index) =>
  defineJob({
    id: `lines.long-${index}`,
    payload: z.object({}),
    async run({ widenScope }) {
      order.push('job begins')
      await widenScope('allTenants', 'take time', async ({ db }) => slowly.execute(db))
      await widenScope('allTenants', 'take time', async ({ db }) => slowly.execute(db))
      order.push('job')
    },
  }),
)
let order: string[] = []
const lines = defineModule({
  id: 'lines',
  title: 'Lines',
  jobs: long,
  authenticators: [
    defineAuthenticator({
      id: 'lines',
      carrier: 'header',
      async authenticate({ request, widenScope }) {
        if (!request.headers.has('x-token')) return null
        await widenScope('allTenants', 'look a token up', async ({ db }) => slowly.execute(db))
        order.push('login')
        return null
      },
    }),
  ],
  routes: [get('/lines', { access: open, response: z.object({}) }, () => ({}))],
})
const nobody = { actor: 'platform', reason: 'lines', scope: NO_SCOPE } as const
const login = (app: TestPlatform) => app.fetch('/lines', { headers: { 'x-token': 'unknown' } })

test('a flood of tokens that nobody knows keeps no job of the platform waiting', async () => {
  await using app = await testApp({ modules: [lines] })
  order = []
  await app.platform.actAs(nobody, async ({ enqueue }) => enqueue(long[0]!, {}))
  const flood = Array.from({ length: 60 }, () => login(app))
  await Promise.all([...flood, app.jobs()])
  expect(order.filter((what) => what === 'login')).toHaveLength(60)
  expect(order.indexOf('job')).toBeLessThan(30)
})

test('jobs of the platform, however many, keep no login waiting', async () => {
  await using app = await testApp({ modules: [lines], workers: true })
  order = []
  await app.platform.actAs(nobody, async ({ enqueue }) => {
    for (const job of long) enqueue(job, {})
  })
  await vi.waitFor(() => expect(order.length).toBeGreaterThanOrEqual(long.length), 20_000)
  await login(app)
  // Two connections are left to them; in the line of the jobs it would have come after the first six.
  expect(order.slice(0, order.indexOf('login')).filter((what) => what === 'job').length).toBeLessThan(3)
  await vi.waitFor(() => expect(order.filter((what) => what === 'job')).toHaveLength(long.length), 20_000)
})
