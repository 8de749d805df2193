import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { PgBoss, type QueueOptions } from 'pg-boss'
import { NO_SCOPE } from '../data/scope.ts'
import { withLock } from '../data/servers.ts'
import type { Job } from '../define/job.ts'
import type { Envelope } from './queue.ts'

/** Where the queue lives. */
export const SCHEMA = 'plinth_jobs'

/** What changes tables of the queue, or grants on them, takes this lock. Any number that other software is unlikely to lock by. */
export const QUEUE_LOCK = 7_215_046_115

/** A worker that is killed stops beating; its job is taken over after this and one supervision, within 30 s. */
const HEARTBEAT_SECONDS = 10

/** What is done is gone after a day: supervision counts all that is left. */
const DELETE_SECONDS = 86_400

/** A failed job waits a second, then twice as long each time, and never more than this. */
const RETRY_SECONDS = { retryDelay: 1, retryDelayMax: 900 }

/** Scheduled jobs are nobody's: they reach tenants through `asSystem`. */
const NOBODY: Envelope = { payload: {}, scope: NO_SCOPE, userId: null, requestId: null }

export interface QueueMigration {
  readonly jobs: readonly Job[]
  /** Whether no later version has migrated the database: then schedules of jobs that nobody declares go. */
  readonly isLatest: boolean
}

/** Creates or updates the queue's tables, one queue a job, and the schedules. Hosts that start together wait for each other. */
export async function migrateQueue(pool: pg.Pool, migration: QueueMigration): Promise<void> {
  await withLock(pool, QUEUE_LOCK, async () => {
    const client = await pool.connect()
    try {
      await client.query('set statement_timeout = 0')
      await migrate(client, migration)
    } finally {
      // Ends the setting with it.
      client.release(true)
    }
  })
}

async function migrate(client: pg.PoolClient, { jobs, isLatest }: QueueMigration): Promise<void> {
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
  })
  await boss.start()
  try {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const job of jobs) await migrateJob(boss, job, known.get(job.id))
    await migrateSchedules(boss, { jobs, isLatest })
  } finally {
    await boss.stop({ graceful: false, close: false })
    await last
  }
  await client.query(`
    grant usage on schema ${SCHEMA} to plinth_system;
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to plinth_system;
    grant execute on all functions in schema ${SCHEMA} to plinth_system;
    alter default privileges in schema ${SCHEMA} grant select, insert, update, delete on tables to plinth_system;`)
}

/** A queue that is as it should be costs no statement: most starts change none. */
async function migrateJob(
  boss: PgBoss,
  { id, retries = 5, timeout = 900 }: Job,
  known: Partial<QueueOptions> | undefined,
): Promise<void> {
  const settings = {
    retryLimit: retries,
    retryBackoff: true,
    ...RETRY_SECONDS,
    expireInSeconds: timeout,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: DELETE_SECONDS,
  }
  // `short` keeps one waiting job a key; those without a key get one of their own.
  if (known === undefined) return boss.createQueue(id, { ...settings, policy: 'short' })
  const isCurrent = Object.entries(settings).every(([name, value]) => known[name as keyof QueueOptions] === value)
  if (!isCurrent) await boss.updateQueue(id, settings)
}

async function migrateSchedules(boss: PgBoss, { jobs, isLatest }: QueueMigration): Promise<void> {
  const known = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  for (const { id, schedule } of jobs) {
    if (schedule === undefined) continue
    const there = known.get(id)
    if (there?.cron !== schedule || !isDeepStrictEqual(there.data, NOBODY)) await boss.schedule(id, schedule, NOBODY)
  }
  const declared = new Map(jobs.map((job) => [job.id, job]))
  for (const name of known.keys()) {
    const job = declared.get(name)
    // A job that is declared without a schedule has lost it, whoever came last.
    if (job ? job.schedule === undefined : isLatest) await boss.unschedule(name)
  }
}
