import { collations, kindOf } from '@plinth/core/internal'
import type { MigrationStep } from './migration-step.ts'
import { ref } from './names.ts'
import {
  addColumn,
  addIndex,
  addReference,
  addSearch,
  addSorting,
  addTexts,
  changeCheck,
  createTable,
  requireValue,
} from './statements.ts'
import type { DeclaredColumn, DeclaredTable } from './declared-table.ts'
import type { Table } from './tables.ts'

export interface SchemaDifferences {
  readonly steps: readonly MigrationStep[]
  /** Differences that the tool does not resolve by itself, with instructions. */
  readonly refusals: readonly string[]
}

/** Decisions made by the author. */
export interface Decisions {
  /** New names by `table.column`. */
  readonly renames: ReadonlyMap<string, string>
  readonly allowDataLoss: boolean
  readonly allowLocks: boolean
}

/** Compares what the entities declare with the tables that the migrations have created. */
export function compare(
  declared: readonly DeclaredTable[],
  tables: ReadonlyMap<string, Table>,
  decisions: Decisions,
): SchemaDifferences {
  const result = { steps: [] as MigrationStep[], refusals: unknownRenames(declared, tables, decisions) }
  for (const table of declared) {
    const actual = tables.get(table.name)
    if (actual) compareTable(table, actual, { decisions, ...result })
    else if (table.kind)
      result.steps.push({
        moduleId: table.moduleId,
        difference: `${table.name}: there is no such table`,
        sql: createTable(table),
      })
    else
      result.refusals.push(
        `${table.name}: there is no such table, and '${table.entity}' extends neither Scoped nor TenantScoped: write its migration by hand`,
      )
  }
  return result
}

interface TableComparison {
  readonly decisions: Decisions
  readonly steps: MigrationStep[]
  readonly refusals: string[]
}

function compareTable(declared: DeclaredTable, actual: Table, { decisions, steps, refusals }: TableComparison): void {
  const { name: table, moduleId } = declared
  const add = (difference: string, sql: string) => void steps.push({ moduleId, difference, sql })
  const unmatched = new Map(actual.columns.map((column) => [column.name, column]))
  for (const [from, to] of renamesOf(table, decisions)) {
    const column = unmatched.get(from)
    if (!column) continue
    unmatched.delete(from)
    unmatched.set(to, { ...column, name: to })
    add(`${table}.${from}: is called ${to} now`, `alter table ${ref(table)} rename column ${ref(from)} to ${ref(to)};`)
  }
  for (const column of declared.columns) {
    const there = unmatched.get(column.name)
    unmatched.delete(column.name)
    const difference = `${table}.${column.name}: the table has no such column`
    if (there) {
      compareColumn(declared, { column, there }, { decisions, steps, refusals })
      compareExpressions(declared, { column, there, checks: actual.checks }, steps)
    } else if (column.isNullable || column.default !== undefined) add(difference, addColumn(table, column))
    else
      refusals.push(
        `${difference}, and it may not be null, but existing rows would have no value for it. Give the property a default, or make it nullable`,
      )
  }
  for (const { name, isGenerated } of unmatched.values()) {
    if (isGenerated || isOwn(name)) continue
    const difference = `${table}.${name}: '${declared.entity}' has no such property`
    if (decisions.allowDataLoss) add(difference, `alter table ${ref(table)} drop column ${ref(name)};`)
    else
      refusals.push(
        `${difference}, and the data in the column would be lost. Use --allow-data-loss, or --rename ${table}.${name}:<name> if the column now has another name`,
      )
  }
  compareIndexes(declared, actual, { decisions, steps, refusals })
}

const isOwn = (name: string) => ['id', 'tenant_id', 'organization_id', 'created_at', 'updated_at'].includes(name)

function compareColumn(
  { name: table, moduleId }: DeclaredTable,
  { column, there }: { column: DeclaredColumn; there: Table['columns'][number] },
  { decisions, steps, refusals }: TableComparison,
): void {
  const path = `${table}.${column.name}`
  if (kindOf(column.type) !== kindOf(there.type)) {
    refusals.push(
      `${path}: the entity says ${column.type}, the table ${there.type}. Changing the type would rewrite the table, and nobody could use it meanwhile: add a second column, copy the values in batches, and drop this column in a later release`,
    )
    return
  }
  if (column.isNullable === there.isNullable) return
  if (column.isNullable)
    steps.push({
      moduleId,
      difference: `${path}: the entity allows null, the table does not`,
      sql: `alter table ${ref(table)} alter column ${ref(column.name)} drop not null;`,
    })
  else
    steps.push({
      moduleId,
      difference: `${path}: the table allows null, the entity does not`,
      ...choose(requireValue(table, column.name), decisions),
    })
}

/** Uses the online form, which does not block writers, unless the author opted out of it. */
const choose = ({ online, sql }: { online: string; sql: string }, { allowLocks }: Decisions) =>
  allowLocks ? { sql } : { sql: online, isOnline: true }

/**
 * Compares defaults and enum values as PostgreSQL prints them. Where the entity declares nothing, any stored value is accepted.
 */
function compareExpressions(
  { name: table, moduleId }: DeclaredTable,
  { column, there, checks }: { column: DeclaredColumn; there: Table['columns'][number]; checks: Table['checks'] },
  steps: MigrationStep[],
): void {
  const { name, storedDefault, storedCheck } = column
  if (storedDefault !== undefined && storedDefault !== there.default)
    steps.push({
      moduleId,
      difference: `${table}.${name}: its default is ${column.default}, that of the table ${there.default ?? 'none'}`,
      sql: `alter table ${ref(table)} alter column ${ref(name)} set default ${column.default};`,
    })
  if (storedCheck === undefined || checks.some(({ text }) => text.replace(' NOT VALID', '') === storedCheck)) return
  const former = checks.filter(({ columns }) => columns.length === 1 && columns[0] === name)
  steps.push({
    moduleId,
    difference: `${table}.${name}: its values are ${column.values?.join(', ')}, but the table does not enforce this`,
    sql: changeCheck(
      table,
      column,
      former.map((check) => check.name),
    ),
  })
}

function compareIndexes(declared: DeclaredTable, actual: Table, { decisions, steps, refusals }: TableComparison): void {
  const { name: table, moduleId } = declared
  const build = (difference: string, ways: { online: string; sql: string }) =>
    void steps.push({ moduleId, difference, ...choose(ways, decisions) })
  for (const index of declared.indexes) {
    const columns = index.columns.join(', ')
    const isThere = actual.indexes.some(
      (one) =>
        one.columns.join(', ') === columns &&
        one.collations.every((name) => name === null) &&
        (one.isUnique || !index.isUnique) &&
        one.where === (index.storedWhere ?? null),
    )
    if (!isThere)
      build(
        `${table}: there is no ${index.isUnique ? 'unique ' : ''}index on (${columns})${index.where === undefined ? '' : ` where ${index.where}`}`,
        addIndex(table, index),
      )
  }
  for (const column of declared.sorted) {
    const isThere = actual.indexes.some(
      (one) => one.columns[0] === 'tenant_id' && one.columns[1] === column && one.collations[1] === collations[0],
    )
    if (!isThere && actual.columns.some(({ name }) => name === column))
      build(`${table}: a list is sorted by ${column}, and there is no index in that order`, addSorting(table, column))
  }
  if (declared.searched.length > 0 && !actual.isSearched)
    build(`${table}: it is searched, and there is no index for that`, addSearch(declared))
  const sql = addTexts(declared)
  const difference = `${table}: its texts are searched, but their words are not stored`
  if (sql !== undefined && !actual.hasTexts) {
    if (decisions.allowLocks) steps.push({ moduleId, difference, sql })
    else
      refusals.push(
        `${difference}. Storing them reads all texts, and nobody can write meanwhile: use --allow-locks for a small table`,
      )
  }
  for (const { name, references } of declared.columns) {
    if (!actual.columns.some((column) => column.name === name)) continue
    const isThere = actual.references.some(({ columns }) => columns.includes(name))
    if (references && !isThere)
      steps.push({
        moduleId,
        difference: `${table}.${name}: it refers to ${references.table}, but the table has no foreign key for it`,
        sql: addReference(table, name, references),
      })
  }
}

const renamesOf = (table: string, { renames }: Decisions) =>
  [...renames].flatMap(([from, to]) =>
    from.startsWith(`${table}.`) ? [[from.slice(table.length + 1), to] as const] : [],
  )

function unknownRenames(
  declared: readonly DeclaredTable[],
  tables: ReadonlyMap<string, Table>,
  { renames }: Decisions,
): string[] {
  return [...renames].flatMap(([from, to]) => {
    const [table = '', column] = from.split('.')
    const entity = declared.find(({ name }) => name === table)
    if (!tables.get(table)?.columns.some(({ name }) => name === column))
      return [`--rename ${from}:${to}: there is no column ${from}`]
    return entity?.columns.some(({ name }) => name === to)
      ? []
      : [`--rename ${from}:${to}: no property is stored in ${table}.${to}`]
  })
}
