import { PgBoss, type QueueOptions } from 'pg-boss'
import type pg from 'pg'
import type { Job } from '../define/job.ts'

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

/** Creates or updates the queue's tables and one queue a job. Hosts that start together wait for each other. */
export async function migrateQueue(pool: pg.Pool, jobs: readonly Job[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [QUEUE_LOCK])
    await migrate(client, jobs)
  } finally {
    // Ends the lock and the setting with it.
    client.release(true)
  }
}

async function migrate(client: pg.PoolClient, jobs: readonly Job[]): Promise<void> {
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
    const scheduled = new Set(jobs.filter(({ schedule }) => schedule !== undefined).map(({ id }) => id))
    for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
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
