import type { RowUpgrade, SplitTable } from './migration.ts'

/** The changes that a migration made to a recorded table, as stored in `plinth.schema_changes`. */
export interface TableChange {
  /** The table's name after the migration; null when it was dropped. */
  readonly table: string | null
  /** New column names by old ones. */
  readonly renames: Readonly<Record<string, string>>
  /** New columns that have the values of old ones, which stay. */
  readonly copies: Readonly<Record<string, string>>
  /** Tables to which columns were moved, by their names. */
  readonly splits: Readonly<Record<string, SplitTable>>
  readonly dropped: readonly string[]
  /** Dropped columns without which rows can still be restored. */
  readonly drops: readonly string[]
  /** Values of new columns in existing rows, if the server knows them without computing them per row. */
  readonly added: Readonly<Record<string, unknown>>
  /** New column types by old column name, for values that may not fit the new type. */
  readonly retyped: Readonly<Record<string, string>>
  /** Whether the migration declares an upgrade function for these rows, which a host needs to upgrade them. */
  readonly hasUpgrade: boolean
}

/** A column in the catalog. */
export interface CatalogColumn {
  readonly table: string
  /** `oid` and `position` identify the table and the column, and survive renames. */
  readonly oid: number
  readonly position: number
  readonly column: string
  readonly type: string
  readonly isGenerated: boolean
  /** Whether rows older than the column have a value without being rewritten, and that value. */
  readonly hasMissing: boolean
  readonly missing: unknown
}

/**
 * Compares two readings of the catalog and returns the changes of each table, merged with what the migration declares. Omits
 * unchanged tables.
 */
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
    copies: {},
    splits: {},
    dropped: lost.filter(({ isGenerated }) => !isGenerated).map(({ column }) => column),
    // Losing a generated column loses no data.
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

/** Merges a change detected in the catalog with what its migration declares about the rows. */
export function withDeclared(
  change: TableChange,
  { table, renames = {}, copies = {}, drops = [], splits = {}, upgrade }: RowUpgrade,
): TableChange {
  const moved = Object.values(splits).flatMap(({ columns }) => Object.keys(columns))
  const settled = new Set([...Object.keys(renames), ...drops, ...moved])
  return {
    table: table ?? change.table,
    renames: { ...change.renames, ...renames },
    copies,
    splits,
    dropped: change.dropped.filter((column) => !settled.has(column)),
    drops: [...change.drops, ...drops],
    added: change.added,
    retyped: change.retyped,
    hasUpgrade: upgrade !== undefined,
  }
}

const isUnchanged = (name: string, { table, renames, dropped, drops, added, retyped }: TableChange): boolean =>
  table === name && [renames, dropped, drops, added, retyped].every((part) => Object.keys(part).length === 0)
