import type { DatabaseOptions } from '../data/pool.ts'
import type { Database } from '../data/statements.ts'
import type { Logger } from '../define/logger.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'
import type { Runtime } from '../pipeline/runtime.ts'
import { checkAnalyticsTables } from './check-analytics.ts'
import { checkEntityTables, warnOfSlowLists } from './check-declared.ts'
import { checkLogin } from './check-login.ts'
import { checkPooler } from './check-pooler.ts'
import { checkRoles } from './check-roles.ts'
import { checkSearches } from './check-searches.ts'
import { checkTables } from './check-tables.ts'
import { pendingMigrations } from './migrate.ts'
import { checkKey } from './prepare-database.ts'

interface Checked {
  readonly options: DatabaseOptions
  readonly database: Database
  readonly modules: readonly Module[]
  readonly orm: Runtime['orm']
  readonly tables: Runtime['tables']
  readonly log: Logger
  /** Whether somebody reads at every start which lists are slow: in development. */
  readonly warnsOfLists: boolean
}

/** Refuses to start on a database that lacks something or would not hold. */
export async function checkDatabase(checked: Checked): Promise<void> {
  const { options, database, modules, orm, tables, log } = checked
  const { pool } = database
  await checkPooler(options, pool)
  const pending = await pendingMigrations(pool, modules)
  if (pending.length > 0)
    throw brokenSetup(`The database lacks migrations: ${pending.join(', ')}; run \`platform.migrate()\``)
  await checkRoles(pool)
  if (!options.privilegedLogin) await checkLogin(pool)
  await checkKey(database)
  const client = await pool.connect()
  let isSound = false
  try {
    // The login itself may not even look names up.
    await client.query('begin read only')
    await client.query('set local role plinth_app')
    await checkTables(client)
    await checkEntityTables(client, orm)
    if (checked.warnsOfLists) await warnOfSlowLists(client, { modules, tables, log })
    await checkSearches(client, modules)
    await checkAnalyticsTables(
      client,
      modules.flatMap((module) => module.analytics ?? []),
    )
    await client.query('rollback')
    isSound = true
  } finally {
    client.release(!isSound)
  }
}
