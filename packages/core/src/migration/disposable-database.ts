import { randomBytes } from 'node:crypto'
import { createPool, type Queryable } from '../data/pool.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'
import { migrate } from '../platform/migrate.ts'

/** Works in a new database in which all migrations have run, and drops it. */
export async function withMigratedDatabase<T>(
  url: string,
  modules: readonly Module[],
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  const name = `plinth_migration_${randomBytes(6).toString('hex')}`
  const admin = createPool({ url, poolSize: 1 })
  try {
    await admin.query(`create database ${name}`).catch((cause: unknown) => {
      throw Object.assign(
        brokenSetup(
          `The migrations are tried in a database of their own, and none can be made: ${(cause as Error).message}`,
        ),
        { cause },
      )
    })
    const pool = createPool({ url: url.replace(/^([^/]*\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${name}`), poolSize: 2 })
    try {
      await migrate(pool, { modules })
      return await work(pool as unknown as Queryable)
    } finally {
      await pool.end()
      await admin.query(`drop database ${name} with (force)`)
    }
  } finally {
    await admin.end()
  }
}
