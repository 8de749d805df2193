import type pg from 'pg'
import { readFileSync } from 'node:fs'
import { brokenSetup } from '../../errors.ts'
import { locateFailure } from './migration-errors.ts'
import { cutStatements } from './sql-text.ts'

/** A recorded row: JSON values by column name. */
export type RecordedRow = Readonly<Record<string, unknown>>

/**
 * A table that took over columns of another one. Each of its rows has the id of the row that it was a part of; rows in which all
 * of the columns are null have no part there.
 */
export interface SplitTable {
  /** New column names by old ones: `{ street: 'street' }`. */
  readonly columns: Readonly<Record<string, string>>
  /** The column that refers to the row: `customer_id`. */
  readonly reference?: string
}

/**
 * Describes how to upgrade rows that were recorded before a migration, for undo and redo. Renamed tables and columns, widened
 * types and columns with defaults are detected automatically; this declares what the schema cannot show.
 */
export interface RowUpgrade {
  /** The table that contains the rows now, if they were moved to another one. Not needed if the table was renamed. */
  readonly table?: string
  /** New column names by old ones, if a column was copied and not renamed: `{ body: 'description' }`. */
  readonly renames?: Readonly<Record<string, string>>
  /**
   * New columns that get the values of old ones, if both are kept in step for a while: `{ body: 'description' }`. Declared by the
   * migration that adds them, and by the one that drops the old ones, for rows that had not been filled when they were recorded.
   */
  readonly copies?: Readonly<Record<string, string>>
  /** Columns that were dropped: entries that contain them can be undone without them. */
  readonly drops?: readonly string[]
  /** Tables to which columns were moved, by their names. */
  readonly splits?: Readonly<Record<string, SplitTable>>
  /**
   * Returns the row as it would be today, for changed types and backfilled values; null for a row that is no longer needed.
   * Called after `renames` are applied, with the columns that the migration drops still present.
   */
  readonly upgrade?: (row: RecordedRow) => RecordedRow | null
}

/** One step of a module's schema. Append-only: once released, its text must never change. */
export interface Migration {
  readonly id: string
  readonly sql: string
  /** False if each statement commits separately. */
  readonly transaction?: false
  /** Upgrades of recorded rows, by the name of the table before the migration. Can be added after the release. */
  readonly rows?: Readonly<Record<string, RowUpgrade>>
  /** For a baseline: the ids of the migrations that it replaces. */
  readonly replaces?: readonly string[]
  /** The id of the migration that every running host has to know before this one runs. */
  readonly after?: string
}

/**
 * Declares a migration. A module's migrations run in the order in which it lists them, not in the order of their ids. The SQL may
 * use `plinth.scoped_table` and `plinth.protect` (see docs/2-modules.md).
 *
 * @example
 * defineMigration('tags.tables', `select plinth.scoped_table('tags', 'label text not null')`)
 * defineMigration('desk.description', 'alter table …', { tickets: { renames: { body: 'description' } } })
 */
export function defineMigration(id: string, sql: string, rows?: Migration['rows']): Migration {
  return Object.freeze({ id, sql, ...(rows && { rows }) })
}

/**
 * Declares a migration that replaces earlier ones, so that a module starts with one migration again. New databases run it. A
 * database in which all of `replaces` have run already has its result: there, the baseline is only recorded. A database in
 * which some of them have run is refused; run the last version that contains them first.
 *
 * Entries recorded before the replaced migrations can be undone unless those declared an `upgrade` of their rows.
 *
 * @example
 * defineBaseline('desk.baseline', sqlFile(new URL('./0001-baseline.sql', import.meta.url)), ['desk.tickets', 'desk.states'])
 */
export function defineBaseline(id: string, sql: string, replaces: readonly string[]): Migration {
  return Object.freeze({ id, sql, replaces })
}

/**
 * Declares a migration whose statements commit one by one, for statements that PostgreSQL does not allow in a transaction, or
 * that would block others: `create index concurrently`. It runs after all others. If it is interrupted, it starts again from the
 * beginning, so write it to be repeatable.
 *
 * @example
 * defineOnlineMigration('desk.by_state', `drop index concurrently if exists tickets_state_idx;
 *   create index concurrently tickets_state_idx on tickets (tenant_id, state);`)
 */
export function defineOnlineMigration(id: string, sql: string): Migration {
  return Object.freeze({ id, sql, transaction: false })
}

/**
 * Declares that a migration has to wait for the rollout of another one: it takes away what hosts of earlier releases still use,
 * so `migrate` refuses it while a host runs that does not know `known`. List it in the release after that of `known`.
 *
 * @example
 * afterRollout(describe, defineMigration('desk.describe_next_release', 'alter table tickets drop column body'))
 */
export function afterRollout(known: Pick<Migration, 'id'>, migration: Migration): Migration {
  return Object.freeze({ ...migration, after: known.id })
}

/**
 * Reads the SQL of a migration from a file next to its module. The text starts with a line break, like SQL between backticks,
 * because released migrations are compared character by character. The build of this repository's packages inlines the text in
 * place of the call, so that `dist` reads no files and can be bundled.
 *
 * @example
 * defineMigration('desk.tickets', sqlFile(new URL('../0001-tickets.sql', import.meta.url)))
 */
export function sqlFile(file: URL): string {
  return `\n${readFileSync(file, 'utf8')}`
}

/**
 * Runs the SQL of one migration. Errors name the migration, the line of its SQL and the statement, and have the statement as
 * their property `statement`.
 */
export async function runMigration(client: pg.PoolClient, { id, sql }: Pick<Migration, 'id' | 'sql'>): Promise<void> {
  let done = 0
  const count = () => done++
  client.connection.on('commandComplete', count)
  try {
    await client.query(sql)
  } catch (error) {
    const statement = cutStatements(sql)[done]?.sql
    throw Object.assign(brokenSetup(locateFailure({ id, sql, done }, error)), { cause: error, statement })
  } finally {
    client.connection.off('commandComplete', count)
  }
}
