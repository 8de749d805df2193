import { brokenSetup, collations } from '@plinth/core/internal'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeLiteral } from 'pg'
import { checkOf } from './check-constraint.ts'
import type { MigrationStep } from './migration-step.ts'
import { ref } from './names.ts'
import type { DeclaredColumn, DeclaredIndex, DeclaredTable } from './declared-table.ts'

/**
 * Creates a table with tenant protection, recording and indexes. The table is not in use yet, so everything is created at once.
 */
export function createTable(table: DeclaredTable): string {
  const { name, kind, columns, indexes, sorted, searched } = table
  const uniques = indexes
    .filter(({ isUnique, where }) => isUnique && !where)
    .map((index) => `unique (${listed(index.columns)})`)
  const references = columns.flatMap(({ name: column, references: target }) =>
    target ? [foreignKey(column, target)] : [],
  )
  const lines = [...columns.map(toDefinition), ...uniques, ...references].map((line) => `  ${line}`).join(',\n')
  const statements = [
    `select plinth.${kind}(${escapeLiteral(name)}, $$\n${lines}\n$$);`,
    ...indexes.filter(({ isUnique, where }) => !isUnique || where).map((index) => addIndex(name, index).plain),
    ...columns.flatMap(({ name: column, references: target }) =>
      target ? [`create index on ${ref(name)} (tenant_id, ${ref(column)});`] : [],
    ),
    ...sorted.map((column) => addSorting(name, column).sql),
    ...(searched.length > 0 ? [makeSearchable(table)] : []),
    ...[addTexts(table) ?? []].flat(),
  ]
  return statements.join('\n')
}

/** Adds a column to a table that has rows, without rewriting or reading any of them. */
export function addColumn(table: string, column: DeclaredColumn): string {
  const { name, values, references } = column
  const check = values
    ? `\nalter table ${ref(table)} add constraint ${ref(`${table}_${name}_check`)} ${checkOf(name, values)} not valid;`
    : ''
  const reference = references ? `\n${addReference(table, name, references)}` : ''
  return `alter table ${ref(table)} add column ${toDefinition({ ...column, values: undefined })};${check}${reference}`
}

/** Replaces the check of allowed values. It applies to new rows immediately; existing rows are not read. */
export function changeCheck(table: string, { name, values = [] }: DeclaredColumn, former: readonly string[]): string {
  const constraint = ref(`${table}_${name}_check`)
  const drops = former.map((one) => `alter table ${ref(table)} drop constraint ${ref(one)};\n`).join('')
  return `${drops}alter table ${ref(table)} add constraint ${constraint} ${checkOf(name, values)} not valid;`
}

/** Creates an index, with or without blocking writers. */
export function addIndex(table: string, { columns, isUnique, where }: DeclaredIndex) {
  const name = ref(
    `${table}_${columns.filter((column) => column !== 'tenant_id').join('_')}_${isUnique ? 'key' : 'idx'}`.slice(0, 63),
  )
  const make = `create ${isUnique ? 'unique ' : ''}index`
  const on = `on ${ref(table)} (${listed(columns)})${where === undefined ? '' : ` where ${where}`};`
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

/** A statement that waits for a lock blocks everything queued behind it. */
const briefly = (...statements: string[]) =>
  [`set lock_timeout = '5s';`, ...statements, 'reset lock_timeout;'].join('\n')

/**
 * Adds a foreign key. It applies to new rows immediately. Existing rows are not read, because a new column has no references yet.
 */
export function addReference(table: string, column: string, target: ForeignKeyTarget): string {
  const name = ref(`${table}_${column}_fkey`.slice(0, 63))
  return `alter table ${ref(table)} add constraint ${name} ${foreignKey(column, target)} not valid;`
}

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

function toDefinition({ name, type, isNullable, default: fallback, values }: DeclaredColumn): string {
  return [
    `${ref(name)} ${type}`,
    isNullable ? '' : ' not null',
    fallback === undefined ? '' : ` default ${fallback}`,
    values ? ` ${checkOf(name, values)}` : '',
  ].join('')
}

const listed = (columns: readonly string[]) => columns.map(ref).join(', ')

/** A migration file as a module keeps it, to be reviewed, edited and listed in the module's `migrations`. */
interface MigrationFile {
  readonly path: string
  /** The name of the export. */
  readonly exported: string
  readonly text: string
}

/** Writes the steps of a module as the next migration in its folder: either those that commit one by one, or all others. */
export async function writeMigration(
  folder: string,
  {
    moduleId,
    name,
    steps,
    isOnline,
  }: { moduleId: string; name: string; steps: readonly MigrationStep[]; isOnline: boolean },
): Promise<MigrationFile> {
  await mkdir(folder, { recursive: true })
  const last = (await readdir(folder)).reduce(
    (highest, file) => Math.max(highest, Number(/^\d+/.exec(file)?.[0] ?? 0)),
    0,
  )
  const words = name.split('-')
  const exported = [words[0]!, ...words.slice(1).map((word) => word[0]!.toUpperCase() + word.slice(1))].join('')
  const path = join(folder, `${String(last + 1).padStart(4, '0')}-${name}.ts`)
  const define = isOnline ? 'defineOnlineMigration' : 'defineMigration'
  const text = `import { ${define} } from '@plinth/core'

export const ${exported} = ${define}(
  '${moduleId}.${words.join('_')}',
  \`
${isOnline ? '' : `set local lock_timeout = '5s';\n`}${escape(steps.map(({ sql }) => sql).join('\n\n'))}
\`,
)
`
  await writeFile(path, text, { flag: 'wx' })
  return { path, exported, text }
}

/** Throws unless the name is valid as a file name, an export name and an id. */
export function assertName(name: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 60)
    throw brokenSetup(
      `'${name}' is not a valid migration name: use lower-case letters, digits and single hyphens, as in \`ticket-priority\``,
    )
}

const escape = (sql: string) => sql.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')
