import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Milliseconds between attempts. */
const PAUSE = 50

/**
 * Works while nobody else does who takes the same lock. A transaction of its own holds it, so that no pooler keeps it when
 * its owner has gone. It is asked for again and again: who waits within a statement has a snapshot, and an index that is
 * made online waits for that.
 */
export async function withLock<T>(pool: pg.Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect()
  try {
    await holder.query(`begin; set local idle_in_transaction_session_timeout = 0`)
    while (!(await isTaken(holder, lock))) await sleep(PAUSE)
    return await work()
  } finally {
    await holder.query('rollback').then(
      () => holder.release(),
      () => holder.release(true),
    )
  }
}

/** A statement with parameters would keep its snapshot until the next one. */
async function isTaken(holder: pg.PoolClient, lock: number): Promise<boolean> {
  const { rows } = await holder.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${lock}) as mine`)
  return rows[0]!.mine
}
