import type { Queryable } from '../data/pool.ts'
import type { Table } from './actual.ts'
import type { DeclaredColumn, DeclaredIndex, DeclaredTable } from './declared.ts'
import { checkOf, ref } from './statements.ts'

/**
 * The tables with their expressions as PostgreSQL spells them, for comparison: it is asked by way of an empty copy of each
 * table. Where an expression does not fit its table, there is no such spelling.
 */
export async function withStoredForms(
  db: Queryable,
  declared: readonly DeclaredTable[],
  tables: ReadonlyMap<string, Table>,
): Promise<readonly DeclaredTable[]> {
  const result: DeclaredTable[] = []
  for (const table of declared) {
    const names = new Set(tables.get(table.name)?.columns.map(({ name }) => name))
    if (names.size === 0 || !hasExpressions(table)) {
      result.push(table)
      continue
    }
    await db.query('begin')
    await db.query(`create temporary table shadow (like public.${ref(table.name)}) on commit drop`)
    const columns: DeclaredColumn[] = []
    for (const column of table.columns) columns.push(names.has(column.name) ? await storedColumn(db, column) : column)
    const indexes: DeclaredIndex[] = []
    for (const index of table.indexes) indexes.push(await storedIndex(db, index))
    await db.query('rollback')
    result.push({ ...table, columns, indexes })
  }
  return result
}

const hasExpressions = ({ columns, indexes }: DeclaredTable) =>
  columns.some((column) => column.default !== undefined || column.values) || indexes.some(({ where }) => where)

async function storedColumn(db: Queryable, column: DeclaredColumn): Promise<DeclaredColumn> {
  const name = ref(column.name)
  const storedDefault =
    column.default === undefined
      ? undefined
      : await spell(db, `alter table shadow alter column ${name} set default ${column.default}`, defaultOf(column.name))
  const storedCheck =
    column.values &&
    (await spell(db, `alter table shadow add constraint c ${checkOf(column.name, column.values)}`, CHECK))
  return { ...column, storedDefault, storedCheck }
}

async function storedIndex(db: Queryable, index: DeclaredIndex): Promise<DeclaredIndex> {
  const { columns, where } = index
  if (where === undefined) return index
  const make = `create index shadow_index on shadow (${columns.map(ref).join(', ')}) where ${where}`
  return { ...index, storedWhere: await spell(db, make, WHERE) }
}

interface Reading {
  readonly sql: string
  readonly values?: unknown[]
}

const defaultOf = (column: string): Reading => ({
  sql: `select pg_get_expr(d.adbin, d.adrelid) as text from pg_attrdef d join pg_attribute a
    on a.attrelid = d.adrelid and a.attnum = d.adnum where d.adrelid = 'pg_temp.shadow'::regclass and a.attname = $1`,
  values: [column],
})
const CHECK: Reading = {
  sql: `select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'pg_temp.shadow'::regclass and conname = 'c'`,
}
const WHERE: Reading = {
  sql: `select pg_get_expr(indpred, indrelid) as text from pg_index
    where indexrelid = 'pg_temp.shadow_index'::regclass`,
}

/** Does it, reads how it is stored, and takes it back. */
async function spell(db: Queryable, make: string, { sql, values = [] }: Reading): Promise<string | undefined> {
  await db.query('savepoint before')
  try {
    await db.query(make)
    const { rows } = await db.query<{ text: string }>(sql, values)
    return rows[0]?.text
  } catch (error) {
    // Another type, or a column that is yet to come: the comparison says so.
    if (typeof (error as { code?: unknown }).code !== 'string') throw error
    return undefined
  } finally {
    await db.query('rollback to savepoint before')
  }
}
