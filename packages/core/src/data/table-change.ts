import type { RowUpgrade } from './migration.ts'

/** What a migration did to a recorded table, as `plinth.schema_changes` keeps it. */
export interface TableChange {
  /** The table's name after the migration; null when it was dropped. */
  readonly table: string | null
  /** New names of columns by their old ones. */
  readonly renames: Readonly<Record<string, string>>
  readonly dropped: readonly string[]
  /** Columns that nobody misses. */
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
    // Nobody misses what the server had computed.
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
