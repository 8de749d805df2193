import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { forkProgram } from '../../_setup/fork-program.ts'
import { counts, digest, fillShop, shopApp } from './_shop.ts'

const COUNT = 500

/** Where a worker dies, and whether its deletion has been committed by then. */
const points = {
  'in the middle of the deletion': { after: 'delete from "?catalog_variants', isCommitted: false },
  'after the commit, before the queue hears of it': {
    after: 'insert into plinth.action_log.*; commit$',
    isCommitted: true,
  },
}

// Each starts two processes, and waits for a look at the jobs of those that are gone: side by side.
test.concurrent.each(Object.entries(points))(
  'a worker killed with -9 %s: the products go once, under one entry',
  { timeout: 180_000 },
  async (_name, { after, isCommitted }) => {
    await using app = await shopApp()
    const ids = await fillShop(app, COUNT)
    const before = await digest(app)
    const order = { confirm: true, ids, scope: 'filtered' }
    const { progressJobId } = (await app.as('admin').post('/catalog/bulk-delete', order)).body
    await using killed = await spawnWorker(app, after)
    const [, signal] = await killed.exited
    expect(signal).toBe('SIGKILL')
    // The server notices after a moment that nobody listens any more.
    await setTimeout(500)
    if (!isCommitted) {
      expect(await digest(app)).toBe(before)
      expect(await statusOf(app, progressJobId)).toBe('running')
    }
    // As if the killed worker had been gone for longer than its beat may be away.
    await app.sql(`update plinth_jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)
    await using _next = await spawnWorker(app)
    await until(async () => (await statusOf(app, progressJobId)) === 'completed' && (await isQueueEmpty(app)))
    expect(await counts(app)).toEqual({ products: 0, categories: 1, product_categories: 0, variants: 0, prices: 0 })
    const entries = await app.sql(
      `select (select count(*)::int from plinth.changes c where c.entry_id = l.id) as changes from plinth.action_log l
       where command_id = 'catalog.products.bulk_delete'`,
    )
    // A product, its place in a category, two variants and their prices.
    expect(entries).toEqual([{ changes: COUNT * 6 }])
  },
)

async function spawnWorker({ databaseUrl }: TestPlatform, crashAfter?: string) {
  const child = await forkProgram(new URL('./_worker.ts', import.meta.url), {
    HOST_DATABASE_URL: databaseUrl,
    ...(crashAfter && { CRASH_AFTER: crashAfter }),
  })
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  return {
    exited,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const statusOf = async (app: TestPlatform, id: string): Promise<string> =>
  (await app.as('admin').get(`/progress/jobs/${id}`)).body.status

async function isQueueEmpty({ sql }: TestPlatform): Promise<boolean> {
  const [row] = await sql<{ waiting: number }>(
    `select count(*)::int as waiting from plinth_jobs.job where name = 'catalog.bulk-delete' and state <> 'completed'`,
  )
  return row!.waiting === 0
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(200)
}
