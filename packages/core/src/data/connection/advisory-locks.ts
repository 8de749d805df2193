import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * PostgreSQL advisory locks used between hosts; the numbers are unlikely to be used by other software. During a deployment two
 * versions run and must take the same lock for the same purpose, so the numbers must not change.
 */
export const LOCKS = {
  /** All transactional migrations: hosts that start together run them once. */
  migrations: 7_215_046_113,
  /** Tables of the job queue, schedules and grants: held briefly, at every start of every version. */
  queue: 7_215_046_115,
  /**
   * Migrations outside a transaction: held as long as building an index takes, so nothing else may wait for it. It used to share
   * the number of the queue, which kept hosts of other versions from starting meanwhile.
   */
  onlineMigrations: 7_215_046_116,
  /** Rotations of the secret: held as long as one runs. */
  rotation: 7_215_046_120,
  /** Templates of test databases, in the database from which they are created. */
  testTemplates: 7_215_046_119,
} as const

/** Milliseconds between attempts. */
const PAUSE = 50

/**
 * Runs `work` while holding the lock. `work` uses only the connection `holder`: if it is lost, so are the lock and the work. It
 * must therefore be a separate session, not one lent by a pooler, and the caller must close it afterwards. The lock is polled:
 * waiting inside a statement would hold a snapshot, for which an index that is built concurrently would have to wait.
 */
export async function withLock<T>(holder: pg.PoolClient, lock: number, work: () => Promise<T>): Promise<T> {
  while (!(await isTaken(holder, lock))) await sleep(PAUSE)
  try {
    return await work()
  } finally {
    // If it cannot be released, it ends with its session.
    await holder.query(`select pg_advisory_unlock(${lock})`).catch(() => {})
  }
}

/** A statement with parameters would keep its snapshot until the next one. */
async function isTaken(holder: pg.PoolClient, lock: number): Promise<boolean> {
  const { rows } = await holder.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lock}) as mine`)
  return rows[0]!.mine
}
