import { createPool } from '@plinth/core/internal'
import { setTimeout as sleep } from 'node:timers/promises'

/** A lock on a table for which others would have waited. */
export interface TableLock {
  readonly table: string
  readonly blocks: 'reads and writes' | 'writes'
  /** Between the first and the last time it was seen. */
  readonly seconds: number
}

export interface LockWatch {
  stop(): Promise<void>
  /** The longest first. */
  locks(): readonly TableLock[]
}

/** Milliseconds between two checks. */
const PAUSE = 25

/** Watches which locks others hold in a database, on tables that exist already. */
export async function watchLocks(url: string): Promise<LockWatch> {
  const pool = createPool({ url, poolSize: 1 })
  const { rows: tables } = await pool.query<{ oid: number; name: string }>(
    `select oid::int8::float8 as oid, oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  )
  const names = new Map(tables.map(({ oid, name }) => [oid, name]))
  const seen = new Map<string, { table: string; isTotal: boolean; first: number; last: number }>()
  const stopped = new AbortController()
  const look = async () => {
    const { rows } = await pool.query<{ oid: number; mode: string }>(
      `select relation::int8::float8 as oid, mode from pg_locks
       where database = (select oid from pg_database where datname = current_database()) and locktype = 'relation'
         and granted and pid <> pg_backend_pid()
         and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
    )
    const now = performance.now()
    for (const { oid, mode } of rows) {
      const table = names.get(oid)
      if (table === undefined) continue
      const isTotal = mode === 'AccessExclusiveLock'
      const key = `${table} ${isTotal}`
      const known = seen.get(key)
      seen.set(key, { table, isTotal, first: known?.first ?? now, last: now })
    }
  }
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      await look()
      await sleep(PAUSE)
    }
  })()
  // The failure is thrown by `stop`.
  watching.catch(() => {})
  return {
    async stop() {
      stopped.abort()
      try {
        await watching
      } finally {
        await pool.end()
      }
    },
    locks: () =>
      [...seen.values()]
        .map(({ table, isTotal, first, last }): TableLock => ({
          table,
          blocks: isTotal ? 'reads and writes' : 'writes',
          seconds: (last - first + PAUSE) / 1_000,
        }))
        .toSorted((a, b) => b.seconds - a.seconds),
  }
}
