import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { PgBoss, type QueueOptions as StoredQueue } from 'pg-boss'
import { LOCKS, withLock } from '../data/connection/advisory-locks.ts'
import type { Job } from '../define/job.ts'
import { isInUtc } from './schedules.ts'
import { DELETE_SECONDS, HEARTBEAT_SECONDS, NOBODY, RETRY_SECONDS, SCHEMA } from './queue.ts'

export interface QueueMigration {
  readonly jobs: readonly Job[]
  /** Whether the database has not been migrated by a later version; if so, schedules of undeclared jobs are removed. */
  readonly isLatest: boolean
}

/**
 * Creates or updates the tables of the queue, one queue per job, and the schedules. Hosts that start together wait for each
 * other.
 */
export async function migrateQueue(pool: pg.Pool, migration: QueueMigration): Promise<void> {
  const client = await pool.connect()
  let last: Promise<unknown> = Promise.resolve()
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        const result = last.then(() => client.query(text, values as unknown[]))
        last = result.catch(() => {})
        return result
      },
    },
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
    registerInstance: false,
    openTelemetry: { enabled: false },
  })
  let failure: unknown
  boss.on('error', (error) => (failure ??= error))
  try {
    await client.query('set statement_timeout = 0')
    await withLock(client, LOCKS.queue, async () => {
      await boss.start()
      await updateQueues(boss, migration)
      await grantTables(client)
    })
    await waitForIndexes(boss)
    if (failure) throw failure
  } finally {
    await boss.stop({ graceful: false, close: false })
    await last
    // Closing the connection also ends the setting and the lock.
    client.release(true)
  }
}

async function updateQueues(boss: PgBoss, { jobs, isLatest }: QueueMigration): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const job of jobs) await migrateJob(boss, job, known.get(job.id))
  await migrateSchedules(boss, { jobs, isLatest })
}

/**
 * A later version of pg-boss builds its indexes after its migration, concurrently and only while an instance that may migrate runs.
 * Those of the hosts may not, so they are awaited here. Other hosts start meanwhile, since the lock is free again.
 */
async function waitForIndexes(boss: PgBoss): Promise<void> {
  const isOpen = async () =>
    (await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress')
  while (await isOpen()) await sleep(100)
}

async function grantTables(client: pg.PoolClient): Promise<void> {
  await client.query(`
    grant usage on schema ${SCHEMA} to plinth_system;
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to plinth_system;
    grant execute on all functions in schema ${SCHEMA} to plinth_system;
    alter default privileges in schema ${SCHEMA} grant select, insert, update, delete on tables to plinth_system;`)
}

/** Sends no statement for a queue that is up to date, which is the case at most starts. */
async function migrateJob(
  boss: PgBoss,
  { id, retries = 5, timeout = 900 }: Job,
  known: Partial<StoredQueue> | undefined,
): Promise<void> {
  const settings = {
    retryLimit: retries,
    retryBackoff: true,
    ...RETRY_SECONDS,
    expireInSeconds: timeout,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: DELETE_SECONDS,
  }
  // `short` allows one waiting job per key; jobs without a key get a unique one.
  if (known === undefined) return boss.createQueue(id, { ...settings, policy: 'short' })
  const isCurrent = Object.entries(settings).every(([name, value]) => known[name as keyof StoredQueue] === value)
  if (!isCurrent) await boss.updateQueue(id, settings)
}

async function migrateSchedules(boss: PgBoss, { jobs, isLatest }: QueueMigration): Promise<void> {
  const known = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  for (const { id, schedule } of jobs.filter(isInUtc)) {
    if (schedule === undefined) continue
    const there = known.get(id)
    if (there?.cron !== schedule || !isDeepStrictEqual(there.data, NOBODY)) await boss.schedule(id, schedule, NOBODY)
  }
  const declared = new Map(jobs.map((job) => [job.id, job]))
  for (const name of known.keys()) {
    const job = declared.get(name)
    // If a job no longer has a schedule, the stored one is removed.
    if (job ? job.schedule === undefined || !isInUtc(job) : isLatest) await boss.unschedule(name)
  }
}
