import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { brokenSetup } from '../errors.ts'
import { locateFailure } from './text.ts'

/** A row as it was recorded: JSON values by the names of its columns. */
export type RecordedRow = Readonly<Record<string, unknown>>

/**
 * How rows of a table that were recorded before a migration become rows of after it, for undo and redo. Renamed tables
 * and columns, widened types and columns with defaults are seen by themselves; this says what the schema cannot show.
 */
export interface RowUpgrade {
  /** The table that holds the rows now, where it is another one and not the same one renamed. */
  readonly table?: string
  /** New names of columns by their old ones, where a column was copied and not renamed: `{ body: 'description' }`. */
  readonly renames?: Readonly<Record<string, string>>
  /** Columns that were given up: entries that hold them can be undone without them. */
  readonly drops?: readonly string[]
  /**
   * Answers the row as it would be today, for changed types and values that were filled in; null for a row that is no
   * longer needed. Receives it with `renames` done, and the columns that the migration drops still in it.
   */
  readonly upgrade?: (row: RecordedRow) => RecordedRow | null
}

/** One step of a module's schema. Append-only: once released, its text never changes. */
export interface Migration {
  readonly id: string
  readonly sql: string
  /** False where each statement commits by itself. */
  readonly transaction?: false
  /** By the table's name before the migration. May be added after the release. */
  readonly rows?: Readonly<Record<string, RowUpgrade>>
}

/**
 * Declares a migration. `id` sorts by nothing: a module's migrations run in the order in which it lists them.
 * The SQL may use `plinth.scoped_table` and `plinth.protect` (see docs/2-modules.md).
 *
 * @example
 * defineMigration('tags.tables', `select plinth.scoped_table('tags', 'label text not null')`)
 * defineMigration('desk.description', 'alter table …', { tickets: { renames: { body: 'description' } } })
 */
export function defineMigration(id: string, sql: string, rows?: Migration['rows']): Migration {
  return Object.freeze({ id, sql, ...(rows && { rows }) })
}

/**
 * Declares a migration whose statements commit one by one, for what PostgreSQL refuses in a transaction or what would keep
 * others waiting: `create index concurrently`. It runs after all others. Whatever stops it, it begins anew: say it so that it
 * can be repeated.
 *
 * @example
 * defineOnlineMigration('desk.by_state', `drop index concurrently if exists tickets_state_idx;
 *   create index concurrently tickets_state_idx on tickets (tenant_id, state);`)
 */
export function defineOnlineMigration(id: string, sql: string): Migration {
  return Object.freeze({ id, sql, transaction: false })
}

/**
 * The SQL of a migration from a file beside it. It begins on a line of its own, like SQL between backticks: what has been
 * released is compared letter by letter. The build of this repository's packages puts the text in the place of the call,
 * so that `dist` reads no files and can be bundled.
 *
 * @example
 * defineMigration('desk.tickets', sqlFile(new URL('./0001-tickets.sql', import.meta.url)))
 */
export function sqlFile(file: URL): string {
  return `\n${readFileSync(file, 'utf8')}`
}

/** What a migration did to a recorded table, as `plinth.schema_changes` keeps it. */
export interface TableChange {
  /** The table's name after the migration; null when it was dropped. */
  readonly table: string | null
  /** New names of columns by their old ones. */
  readonly renames: Readonly<Record<string, string>>
  readonly dropped: readonly string[]
  /** Columns that may be missing. */
  readonly drops: readonly string[]
  /** What rows that were there have in a new column, where the server knows without asking each of them. */
  readonly added: Readonly<Record<string, unknown>>
  /** New types of columns whose old values need not fit them, by their old names. */
  readonly retyped: Readonly<Record<string, string>>
  /** Whether the migration declares a function for these rows, which a host needs to upgrade them. */
  readonly hasUpgrade: boolean
}

/** A column as the catalog has it. */
export interface CatalogColumn {
  readonly table: string
  /** The table's and the column's identity, which renames keep. */
  readonly oid: number
  readonly position: number
  readonly column: string
  readonly type: string
  readonly isGenerated: boolean
  /** Whether rows that were there before the column have a value without being rewritten, and which. */
  readonly hasMissing: boolean
  readonly missing: unknown
}

/** What became of each table between two looks at the catalog, with what the migration declares; unchanged ones not. */
export function findTableChanges(
  before: readonly CatalogColumn[],
  after: readonly CatalogColumn[],
  {
    declared,
    isLossless,
  }: {
    readonly declared: Readonly<Record<string, RowUpgrade>>
    readonly isLossless: (from: string, to: string) => boolean
  },
): ReadonlyMap<string, TableChange> {
  const old = Map.groupBy(before, ({ oid }) => oid)
  const found = Map.groupBy(after, ({ oid }) => oid)
  const changes = new Map<string, TableChange>()
  for (const [oid, columns] of old) {
    const name = columns[0]!.table
    const change = compareColumns(columns, found.get(oid) ?? [], isLossless)
    const upgrade = declared[name]
    const merged = upgrade ? withDeclared(change, upgrade) : change
    if (upgrade || !isUnchanged(name, change)) changes.set(name, merged)
  }
  return changes
}

function compareColumns(
  old: readonly CatalogColumn[],
  found: readonly CatalogColumn[],
  isLossless: (from: string, to: string) => boolean,
): TableChange {
  const now = new Map(found.map((column) => [column.position, column]))
  const known = new Set(old.map(({ position }) => position))
  const kept = old.flatMap((column) => {
    const next = now.get(column.position)
    return next ? [{ column, next }] : []
  })
  const lost = old.filter(({ position }) => !now.has(position))
  return {
    table: found[0]?.table ?? null,
    renames: Object.fromEntries(
      kept.flatMap(({ column, next }) => (column.column === next.column ? [] : [[column.column, next.column]])),
    ),
    dropped: lost.filter(({ isGenerated }) => !isGenerated).map(({ column }) => column),
    // A generated column is no loss.
    drops: lost.filter(({ isGenerated }) => isGenerated).map(({ column }) => column),
    added: Object.fromEntries(
      found
        .filter(({ position, hasMissing }) => !known.has(position) && hasMissing)
        .map(({ column, missing }) => [column, missing]),
    ),
    retyped: Object.fromEntries(
      kept.flatMap(({ column, next }) =>
        column.type === next.type || next.isGenerated || isLossless(column.type, next.type)
          ? []
          : [[column.column, next.type]],
      ),
    ),
    hasUpgrade: false,
  }
}

/** A change as the server saw it, with what its migration says about the rows. */
export function withDeclared(
  change: TableChange,
  { table, renames = {}, drops = [], upgrade }: RowUpgrade,
): TableChange {
  const settled = new Set([...Object.keys(renames), ...drops])
  return {
    table: table ?? change.table,
    renames: { ...change.renames, ...renames },
    dropped: change.dropped.filter((column) => !settled.has(column)),
    drops: [...change.drops, ...drops],
    added: change.added,
    retyped: change.retyped,
    hasUpgrade: upgrade !== undefined,
  }
}

const isUnchanged = (name: string, { table, renames, dropped, drops, added, retyped }: TableChange): boolean =>
  table === name && [renames, dropped, drops, added, retyped].every((part) => Object.keys(part).length === 0)

/** Runs one migration's SQL. A failure names the migration, the line of its SQL and the statement. */
export async function runMigration(client: pg.PoolClient, { id, sql }: Pick<Migration, 'id' | 'sql'>): Promise<void> {
  let done = 0
  const count = () => done++
  client.connection.on('commandComplete', count)
  try {
    await client.query(sql)
  } catch (error) {
    throw Object.assign(brokenSetup(locateFailure({ id, sql, done }, error)), { cause: error })
  } finally {
    client.connection.off('commandComplete', count)
  }
}
