import { collations, kindOf } from '@plinth/core/internal'
import type { DeclaredColumn, DeclaredTable } from './declared-table.ts'
import type { Decisions } from './decisions.ts'
import { keepInStep, valuesOf } from './keep-in-step.ts'
import type { MigrationStep } from './migration-step.ts'
import { ref } from './names.ts'
import { renameTable } from './rename-table.ts'
import { findSplit, type SplitColumns, splitTable } from './split-table.ts'
import {
  addColumn,
  addConstraint,
  addIndex,
  addReference,
  addSearch,
  addSorting,
  addTexts,
  changeCheck,
  createTable,
  isServed,
  markCustom,
  requireReference,
  requireValue,
} from './statements.ts'
import type { Column, Table } from './tables.ts'

export interface SchemaDifferences {
  readonly steps: readonly MigrationStep[]
  /** Differences that the tool does not resolve by itself, with instructions. */
  readonly refusals: readonly string[]
}

/** Compares what the entities declare with the tables that the migrations have created. */
export function compare(
  declared: readonly DeclaredTable[],
  tables: ReadonlyMap<string, Table>,
  decisions: Decisions,
): SchemaDifferences {
  const refusals = unknownRenames(declared, tables, decisions)
  const splits = findSplits({ declared, tables, decisions }, refusals)
  const result = { steps: [] as MigrationStep[], refusals }
  for (const table of afterReferences(declared)) {
    const former = [...decisions.renames].find(([from, to]) => to === table.name && tables.has(from))?.[0]
    const renamed = former === undefined ? undefined : { ...tables.get(former)!, name: table.name }
    if (renamed) {
      const step = renameTable({ from: former!, table, actual: renamed }, decisions)
      if (typeof step === 'string') refusals.push(step)
      else result.steps.push(...step)
    }
    const actual = tables.get(table.name) ?? renamed
    const split = splits.find(({ target }) => target === table)
    if (actual) compareTable(table, { actual, former: former ?? table.name }, { decisions, splits, ...result })
    else if (split) result.steps.push(...splitTable(split))
    else if (table.kind)
      result.steps.push({
        moduleId: table.moduleId,
        difference: `${table.name}: there is no such table`,
        sql: createTable(table),
      })
    else
      refusals.push(
        `${table.name}: there is no such table, and '${table.entity}' extends neither Scoped nor TenantScoped: write its migration by hand`,
      )
  }
  return result
}

/** The tables, each after those that it refers to; those that refer to each other stay in their order. */
function afterReferences(declared: readonly DeclaredTable[]): readonly DeclaredTable[] {
  const byName = new Map(declared.map((table) => [table.name, table]))
  const ordered = new Set<DeclaredTable>()
  const begun = new Set<DeclaredTable>()
  const place = (table: DeclaredTable) => {
    if (begun.has(table)) return
    begun.add(table)
    for (const { references } of table.columns) {
      const target = references && byName.get(references.table)
      if (target) place(target)
    }
    ordered.add(table)
  }
  declared.forEach(place)
  return [...ordered]
}

function findSplits(
  {
    declared,
    tables,
    decisions,
  }: Pick<TableComparison, 'decisions'> & {
    readonly declared: readonly DeclaredTable[]
    readonly tables: ReadonlyMap<string, Table>
  },
  refusals: string[],
): readonly SplitColumns[] {
  return [...decisions.splits].flatMap(([from, to]) => {
    const split = findSplit({ from, to }, declared, tables)
    if (typeof split !== 'string') return [split]
    refusals.push(split)
    return []
  })
}

interface TableComparison {
  readonly decisions: Decisions
  readonly splits: readonly SplitColumns[]
  readonly steps: MigrationStep[]
  readonly refusals: string[]
}

function compareTable(
  declared: DeclaredTable,
  { actual, former }: { readonly actual: Table; readonly former: string },
  comparison: TableComparison,
): void {
  const { decisions, splits, steps, refusals } = comparison
  const { name: table, moduleId } = declared
  const add = (difference: string, sql: string) => void steps.push({ moduleId, difference, sql })
  const unmatched = new Map(actual.columns.map((column) => [column.name, column]))
  /** The columns that are filled from an old one, by their names. */
  const followed = new Map<string, Column>()
  for (const [from, to] of renamesOf(table, decisions)) {
    const old = unmatched.get(from)
    const column = declared.columns.find(({ name }) => name === to)
    if (!old || !column) continue
    unmatched.delete(from)
    if (decisions.allowLocks) {
      unmatched.set(to, { ...old, name: to })
      add(
        `${table}.${from}: is called ${to} now`,
        `alter table ${ref(table)} rename column ${ref(from)} to ${ref(to)};`,
      )
      continue
    }
    followed.set(to, old)
    const kept = keepInStep({ declared, actual, former, old, column })
    if (typeof kept === 'string') refusals.push(kept)
    else steps.push(...kept)
  }
  for (const { source, columns } of splits)
    if (source.name === table) for (const name of columns) unmatched.delete(name)
  for (const column of declared.columns) {
    if (followed.has(column.name)) continue
    const there = unmatched.get(column.name)
    unmatched.delete(column.name)
    const difference = `${table}.${column.name}: the table has no such column`
    if (there) {
      compareColumn(declared, { column, there }, comparison)
      compareExpressions(declared, { column, there, actual }, comparison)
    } else if (column.generated !== undefined && !decisions.allowLocks)
      refusals.push(
        `${difference}. Computing it for all rows rewrites the table, and nobody could use it meanwhile: use --allow-locks for a small table`,
      )
    else if (column.isNullable || column.default !== undefined || column.generated !== undefined)
      add(difference, addColumn(table, column))
    else
      refusals.push(
        `${difference}, and it may not be null, but existing rows would have no value for it. Give the property a default, or make it nullable`,
      )
  }
  for (const column of unmatched.values()) dropColumn(declared, column, comparison)
  compareChecks(declared, actual, comparison)
  compareIndexes(declared, { actual, followed }, comparison)
}

const isOwn = (name: string) => ['id', 'tenant_id', 'organization_id', 'created_at', 'updated_at'].includes(name)

/** Drops a column in the next release, because hosts of the release before read and write it. */
function dropColumn(
  { name: table, moduleId, entity }: DeclaredTable,
  { name, isGenerated, isNullable, default: fallback }: Column,
  { decisions, steps, refusals }: TableComparison,
): void {
  if (isGenerated || isOwn(name)) return
  const difference = `${table}.${name}: '${entity}' has no such property`
  if (!decisions.allowDataLoss)
    refusals.push(
      `${difference}, and the data in the column would be lost. Use --allow-data-loss, or --rename ${table}.${name}:<name> if the column now has another name`,
    )
  else if (!decisions.allowLocks && !isNullable && fallback === null)
    refusals.push(
      `${difference}, and hosts of this release could not create rows without it, which hosts of the release before need. Give the property a default first, and remove it in the next release`,
    )
  else
    steps.push({
      moduleId,
      difference,
      sql: `alter table ${ref(table)} drop column ${ref(name)};`,
      isLater: !decisions.allowLocks,
    })
}

function compareColumn(
  { name: table, moduleId }: DeclaredTable,
  { column, there }: { column: DeclaredColumn; there: Column },
  { decisions, steps, refusals }: TableComparison,
): void {
  const path = `${table}.${column.name}`
  if (kindOf(column.type) !== kindOf(there.type)) {
    const other = `${column.name}_${kindOf(column.type).replaceAll(/\W/g, '_')}`
    refusals.push(
      `${path}: the entity says ${column.type}, the table ${there.type}. Changing the type would rewrite the table, and nobody could use it meanwhile. Store the property in a column of its own, with \`.fieldName('${other}')\`, and use --rename ${path}:${other}`,
    )
    return
  }
  if (column.isCustom && there.comment === null)
    steps.push({
      moduleId,
      difference: `${path}: undo would not tell its fields apart`,
      sql: markCustom(table),
    })
  if (column.isNullable === there.isNullable) return
  if (column.isNullable)
    steps.push({
      moduleId,
      difference: `${path}: the entity allows null, the table does not`,
      sql: `alter table ${ref(table)} alter column ${ref(column.name)} drop not null;`,
      note: `Hosts of the release before may not be able to read null in ${path}: store null only when they are gone`,
    })
  else
    steps.push({
      moduleId,
      difference: `${path}: the table allows null, the entity does not`,
      ...inNextRelease(requireValue(table, column.name), decisions),
    })
}

/** Uses the online form, which does not block writers, unless the author opted out of it. */
const choose = ({ online, sql }: { online: string; sql: string }, { allowLocks }: Decisions) =>
  allowLocks ? { sql } : { sql: online, isOnline: true }

/** The same for a constraint, which hosts of the release before would break. */
const inNextRelease = (ways: { online: string; sql: string }, decisions: Decisions) => ({
  ...choose(ways, decisions),
  isLater: !decisions.allowLocks,
})

/**
 * Compares defaults and enum values as PostgreSQL prints them. Where the entity declares nothing, any stored value is accepted.
 */
function compareExpressions(
  { name: table, moduleId }: DeclaredTable,
  { column, there, actual }: { column: DeclaredColumn; there: Column; actual: Table },
  { decisions, steps }: TableComparison,
): void {
  const { name, storedDefault, storedCheck, values = [] } = column
  const { checks } = actual
  if (storedDefault !== undefined && !isSameDefault(storedDefault, there.default))
    steps.push({
      moduleId,
      difference: `${table}.${name}: its default is ${column.default}, that of the table ${there.default ?? 'none'}`,
      sql: `alter table ${ref(table)} alter column ${ref(name)} set default ${column.default};`,
    })
  if (storedCheck === undefined || checks.some(({ text }) => text.replace(' NOT VALID', '') === storedCheck)) return
  const former = checks.filter(({ columns }) => columns.length === 1 && columns[0] === name).map((check) => check.name)
  const difference = `${table}.${name}: its values are ${values.join(', ')}, but the table does not enforce this`
  const step = { moduleId, difference }
  const allowed = valuesOf(actual, name)
  const added = values.filter((value) => !allowed?.includes(value))
  const isNarrower = !allowed || allowed.some((value) => !values.includes(value))
  if (decisions.allowLocks || !isNarrower) {
    const note = `Hosts of the release before do not know ${added.map((value) => `'${value}'`).join(', ')} in ${table}.${name}: store new values only when they are gone`
    steps.push({ ...step, sql: changeCheck(table, column, { former }), ...(added.length > 0 && allowed && { note }) })
    return
  }
  // Until the next release, the values of both releases are allowed.
  if (allowed && added.length > 0)
    steps.push({ ...step, sql: changeCheck(table, { name, values: [...allowed, ...added] }, { former }) })
  steps.push({ ...step, sql: changeCheck(table, column, { former, isOnline: true }), isOnline: true, isLater: true })
}

/** Whether two defaults are the same: PostgreSQL prints `0` and `'0'::numeric` as they were written. */
const isSameDefault = (one: string, other: string | null) =>
  one === other || (other !== null && numberIn(one) !== undefined && numberIn(one) === numberIn(other))

function numberIn(printed: string): number | undefined {
  const [, digits] = /^[('](-?\d+(?:\.\d+)?)(?:\)|'::(?:numeric|bigint|integer|smallint))$/.exec(printed) ?? []
  const found = digits ?? (/^\d+(\.\d+)?$/.test(printed) ? printed : undefined)
  return found === undefined ? undefined : Number(found)
}

function compareChecks({ name: table, moduleId, checks }: DeclaredTable, actual: Table, comparison: TableComparison) {
  for (const { name, expression, stored } of checks)
    if (!actual.checks.some(({ text }) => text.replace(' NOT VALID', '') === stored))
      comparison.steps.push({
        moduleId,
        difference: `${table}: it does not check (${expression})`,
        ...inNextRelease(addConstraint(table, name, `check (${expression})`), comparison.decisions),
      })
}

interface ComparedIndexes {
  readonly actual: Table
  readonly followed: ReadonlyMap<string, Column>
}

function compareIndexes(
  declared: DeclaredTable,
  { actual, followed }: ComparedIndexes,
  { decisions, steps, refusals }: TableComparison,
): void {
  const { name: table, moduleId } = declared
  const build = (difference: string, ways: { online: string; sql: string }) =>
    void steps.push({ moduleId, difference, ...choose(ways, decisions) })
  const hasIndex = ({ isUnique, storedWhere }: DeclaredTable['indexes'][number], columns: readonly string[]) =>
    actual.indexes.some(
      (one) =>
        one.columns.join() === columns.join() &&
        one.collations.every((name) => name === null) &&
        (one.isUnique || !isUnique) &&
        one.where === (storedWhere ?? null),
    )
  for (const index of declared.indexes) {
    if (hasIndex(index, index.columns)) continue
    const columns = index.columns.join(', ')
    const difference = `${table}: there is no ${index.isUnique ? 'unique ' : ''}index on (${columns})${index.where === undefined ? '' : ` where ${index.where}`}`
    // Hosts of the release before cannot create duplicates if the old columns are unique, or leave a new one empty.
    const isSafe =
      !index.isUnique ||
      hasIndex(
        index,
        index.columns.map((name) => followed.get(name)?.name ?? name),
      ) ||
      index.columns.some((name) => !followed.has(name) && !actual.columns.some((column) => column.name === name))
    const ways = addIndex(table, index)
    if (isSafe) build(difference, ways)
    else steps.push({ moduleId, difference, ...inNextRelease(ways, decisions) })
  }
  for (const column of declared.sorted) {
    const isThere = actual.indexes.some(
      (one) => one.columns[0] === 'tenant_id' && one.columns[1] === column && one.collations[1] === collations[0],
    )
    if (!isThere)
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
  compareReferences(declared, actual, { decisions, steps })
}

function compareReferences(
  { name: table, moduleId, columns }: DeclaredTable,
  actual: Table,
  { decisions, steps }: Pick<TableComparison, 'decisions' | 'steps'>,
): void {
  for (const { name, references } of columns) {
    if (!references || !actual.columns.some((column) => column.name === name)) continue
    if (actual.references.some((one) => one.columns.includes(name))) continue
    const difference = `${table}.${name}: it refers to ${references.table}, but the table has no foreign key for it`
    if (decisions.allowLocks) {
      steps.push({ moduleId, difference, sql: addReference(table, name, references) })
      continue
    }
    const columnsOfIndex = ['tenant_id', name]
    const index = addIndex(table, { columns: columnsOfIndex, isUnique: false })
    if (!isServed(actual.indexes, columnsOfIndex)) steps.push({ moduleId, difference, ...choose(index, decisions) })
    steps.push({ moduleId, difference, ...inNextRelease(requireReference(table, name, references), decisions) })
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
    if (column === undefined) {
      if (!tables.has(table)) return [`--rename ${from}:${to}: there is no table ${from}`]
      if (tables.has(to)) return [`--rename ${from}:${to}: there is a table ${to} already`]
      return declared.some(({ name }) => name === to) ? [] : [`--rename ${from}:${to}: no entity is stored in ${to}`]
    }
    const entity = declared.find(({ name }) => name === table)
    const former = [...renames].find(([, now]) => now === table)?.[0] ?? table
    if (!(tables.get(table) ?? tables.get(former))?.columns.some(({ name }) => name === column))
      return [`--rename ${from}:${to}: there is no column ${from}`]
    return entity?.columns.some(({ name }) => name === to)
      ? []
      : [`--rename ${from}:${to}: no property is stored in ${table}.${to}`]
  })
}
