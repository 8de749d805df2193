import { customColumn } from '@plinth/core'
import { collations } from '@plinth/core/internal'
import { escapeLiteral } from 'pg'
import { checkOf } from './check-constraint.ts'
import { ref } from './names.ts'
import type { DeclaredColumn, DeclaredIndex, DeclaredTable } from './declared-table.ts'

/**
 * Creates a table with tenant protection, recording and indexes. The table is not in use yet, so everything is created at once.
 */
export function createTable(table: DeclaredTable): string {
  const { name, kind, columns, checks, indexes, sorted, searched } = table
  const uniques = indexes
    .filter(({ isUnique, where }) => isUnique && !where)
    .map((index) => `unique (${listed(index.columns)})${deferral(index)}`)
  const references = columns.flatMap(({ name: column, references: target }) =>
    target ? [foreignKey(column, target)] : [],
  )
  const constraints = checks.map(({ name: check, expression }) => `constraint ${ref(check)} check (${expression})`)
  const lines = [...columns.map(toDefinition), ...uniques, ...references, ...constraints]
    .map((line) => `  ${line}`)
    .join(',\n')
  const statements = [
    `select plinth.${kind}(${escapeLiteral(name)}, $$\n${lines}\n$$);`,
    ...indexes.filter(({ isUnique, where }) => !isUnique || where).map((index) => addIndex(name, index).plain),
    ...columns
      .filter(({ name: column, references: target }) => target && !isServed(indexes, ['tenant_id', column]))
      .map(({ name: column }) => `create index on ${ref(name)} (tenant_id, ${ref(column)});`),
    ...sorted.map((column) => addSorting(name, column).sql),
    ...columns.filter(({ isCustom }) => isCustom).map(() => markCustom(name)),
    ...(searched.length > 0 ? [makeSearchable(table)] : []),
    ...[addTexts(table) ?? []].flat(),
  ]
  return statements.join('\n')
}

/** Whether an index of all rows begins with these columns. */
export const isServed = (
  indexes: readonly { readonly columns: readonly string[]; readonly where?: string | null | undefined }[],
  columns: readonly string[],
): boolean => indexes.some((one) => !one.where && columns.every((column, at) => one.columns[at] === column))

/** Lets undo treat each custom field on its own. */
export const markCustom = (table: string) => customColumn(ref(table)).split('\n').at(-1)!

/** Adds a column to a table that has rows, without rewriting or reading any of them. */
export function addColumn(table: string, column: DeclaredColumn): string {
  if (column.isCustom) return customColumn(ref(table))
  const { name, values, references } = column
  const check = values
    ? `\nalter table ${ref(table)} add constraint ${ref(`${table}_${name}_check`)} ${checkOf(name, values)} not valid;`
    : ''
  const reference = references ? `\n${addReference(table, name, references)}` : ''
  return `alter table ${ref(table)} add column ${toDefinition({ ...column, values: undefined })};${check}${reference}`
}

/** Replaces the check of allowed values. It applies to new rows immediately; existing rows are not read. */
export function changeCheck(
  table: string,
  { name, values = [] }: Pick<DeclaredColumn, 'name' | 'values'>,
  { former, isOnline = false }: { readonly former: readonly string[]; readonly isOnline?: boolean },
): string {
  const constraint = `${table}_${name}_check`
  const change = `alter table ${ref(table)}`
  // An online migration may have to begin again.
  const drop = isOnline ? 'drop constraint if exists' : 'drop constraint'
  const names = isOnline ? new Set([...former, constraint]) : former
  const statements = [...names].map((one) => `${change} ${drop} ${ref(one)};`)
  statements.push(`${change} add constraint ${ref(constraint)} ${checkOf(name, values)} not valid;`)
  return isOnline ? `${briefly(...statements)}\n${validate(table, constraint)}` : statements.join('\n')
}

const deferral = ({ deferMode }: Pick<DeclaredIndex, 'deferMode'>) =>
  deferMode ? ` deferrable initially ${deferMode}` : ''

/** Creates an index, or a constraint that is checked later than row by row, with or without blocking writers. */
export function addIndex(table: string, { columns, isUnique, where, deferMode }: DeclaredIndex) {
  const name = ref(
    `${table}_${columns.filter((column) => column !== 'tenant_id').join('_')}_${isUnique ? 'key' : 'idx'}`.slice(0, 63),
  )
  const make = `create ${isUnique ? 'unique ' : ''}index`
  const on = `on ${ref(table)} (${listed(columns)})${where === undefined ? '' : ` where ${where}`};`
  if (deferMode) {
    const change = `alter table ${ref(table)}`
    const drop = `${change} drop constraint if exists ${name};`
    const add = `${change} add constraint ${name} unique using index ${name}${deferral({ deferMode })};`
    const sql = `${change} add constraint ${name} unique (${listed(columns)})${deferral({ deferMode })};`
    return {
      online: `${drop}\ndrop index concurrently if exists ${name};\n${make} concurrently ${name} ${on}\n${add}`,
      sql,
      plain: sql,
    }
  }
  return {
    online: `drop index concurrently if exists ${name};\n${make} concurrently ${name} ${on}`,
    sql: `${make} if not exists ${name} ${on}`,
    /** In a new table, PostgreSQL may choose the name, except for unique indexes: errors derive the field from it. */
    plain: `${make} ${isUnique ? `${name} ` : ''}${on}`,
  }
}

/** Creates the indexes by which a list is sorted by a text in each language, with or without blocking writers. */
export function addSorting(table: string, column: string) {
  const each = collations.map((collation) => {
    const suffix = `_${collation.slice(0, collation.indexOf('-'))}_idx`
    const name = ref(`${table}_${column}`.slice(0, 63 - suffix.length) + suffix)
    return { name, on: `on ${ref(table)} (tenant_id, ${ref(column)} collate "${collation}", id);` }
  })
  return {
    online: each
      .map(({ name, on }) => `drop index concurrently if exists ${name};\ncreate index concurrently ${name} ${on}`)
      .join('\n'),
    sql: each.map(({ name, on }) => `create index if not exists ${name} ${on}`).join('\n'),
  }
}

/** Creates a search index, with or without blocking writers. */
export function addSearch(table: DeclaredTable) {
  const { name, kind, searched } = table
  const text = searched.map((column) => `coalesce(${ref(column)}, '')`).join(` || ' ' || `)
  const scopeColumns = kind === 'scoped_table' ? 'tenant_id, coalesce(organization_id, tenant_id)' : 'tenant_id'
  const index = ref(`${name}_search`)
  return {
    online: `drop index concurrently if exists ${index};
create index concurrently ${index} on ${ref(name)} using gin (${scopeColumns}, plinth.search_vector("left"(${text}, 2000)));
${briefly(makeSearchable(table))}`,
    sql: makeSearchable(table),
  }
}

/** Makes a column required. Online, existing rows are checked while writes continue, and are not read again. */
export function requireValue(table: string, column: string) {
  const change = `alter table ${ref(table)}`
  const check = ref(`${table}_${column}_given`.slice(0, 63))
  const sql = `${change} alter column ${ref(column)} set not null;`
  const online = [
    briefly(
      `${change} drop constraint if exists ${check};`,
      `${change} add constraint ${check} check (${ref(column)} is not null) not valid;`,
    ),
    `${change} validate constraint ${check};`,
    briefly(sql, `${change} drop constraint ${check};`),
  ]
  return { online: online.join('\n'), sql }
}

/** Adds a constraint that hosts of the release before do not know. Online, rows are checked while writes continue. */
export function addConstraint(table: string, name: string, definition: string) {
  const change = `alter table ${ref(table)}`
  return {
    online: [
      briefly(
        `${change} drop constraint if exists ${ref(name)};`,
        `${change} add constraint ${ref(name)} ${definition} not valid;`,
      ),
      validate(table, name),
    ].join('\n'),
    sql: `${change} add constraint ${ref(name)} ${definition};`,
  }
}

/** Checks existing rows while writes continue. */
export const validate = (table: string, constraint: string) =>
  `alter table ${ref(table)} validate constraint ${ref(constraint)};`

/** A statement that waits for a lock blocks everything queued behind it. */
export const briefly = (...statements: string[]) =>
  [`set lock_timeout = '5s';`, ...statements, 'reset lock_timeout;'].join('\n')

/**
 * Adds a foreign key. It applies to new rows immediately. Existing rows are not read, because a new column has no references yet.
 */
export function addReference(table: string, column: string, target: ForeignKeyTarget): string {
  const name = ref(`${table}_${column}_fkey`.slice(0, 63))
  return `alter table ${ref(table)} add constraint ${name} ${foreignKey(column, target)} not valid;`
}

/** The same for a column that has references already. */
export const requireReference = (table: string, column: string, target: ForeignKeyTarget) =>
  addConstraint(table, `${table}_${column}_fkey`.slice(0, 63), foreignKey(column, target))

type ForeignKeyTarget = NonNullable<DeclaredColumn['references']>

/** Only the column is set to null; the tenant is kept. */
const foreignKey = (column: string, { table, onDelete }: ForeignKeyTarget) => {
  const key = `foreign key (tenant_id, ${ref(column)}) references ${ref(table)} (tenant_id, id)`
  if (!onDelete) return key
  return `${key} on delete ${onDelete}${onDelete.startsWith('set ') ? ` (${ref(column)})` : ''}`
}

const makeSearchable = ({ name, searched }: DeclaredTable) =>
  `select plinth.searchable(${escapeLiteral(ref(name))}, ${arrayOf(searched)});`

/** Indexes the words of long texts; undefined if there are none. */
export const addTexts = ({ name, texts }: DeclaredTable) =>
  texts &&
  `select plinth.full_text(${escapeLiteral(ref(name))}, ${arrayOf(texts.columns)}, ${arrayOf(texts.languages)});`

const arrayOf = (items: readonly string[]) => escapeLiteral(`{${items.join(',')}}`)

function toDefinition(column: DeclaredColumn): string {
  const { name, type, isNullable, default: fallback, generated, values, isCustom } = column
  return [
    `${ref(name)} ${type}`,
    isNullable ? '' : ' not null',
    generated !== undefined
      ? ` generated always as (${generated}) stored`
      : fallback === undefined
        ? ''
        : ` default ${fallback}`,
    values ? ` ${checkOf(name, values)}` : '',
    isCustom ? ` check (jsonb_typeof(${ref(name)}) = 'object')` : '',
  ].join('')
}

const listed = (columns: readonly string[]) => columns.map(ref).join(', ')
