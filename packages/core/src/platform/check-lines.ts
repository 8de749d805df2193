import type { Queryable } from '../data/connection/pool.ts'
import type { Declared } from '../data/query/row-types.ts'
import { createOrm } from '../data/query/orm.ts'
import { Tables } from '../data/query/tables.ts'
import type { LineTable } from '../define/command.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'

/** A call of `plinth.lines` that the migrations of a module lack. */
export interface MissingLines {
  readonly moduleId: string
  readonly table: string
  readonly call: string
}

/** Finds declared lines whose table in the database is not one of lines, or has other sums. */
export async function findMissingLines(
  db: Queryable,
  modules: readonly Module[],
  tables = new Tables(createOrm(modules.flatMap(({ entities = [] }) => entities))),
): Promise<readonly MissingLines[]> {
  const declared = linesOf(modules)
  if (declared.length === 0) return []
  const { rows } = await db.query<{ table: string; found: string }>(`
    select tgrelid::regclass::text as table, encode(tgargs, 'escape') as found from pg_trigger
    where tgname = 'plinth_settle_insert'`)
  const found = new Set(
    rows.flatMap((row) => {
      const [target = '', reference = '', parent = '', sums = '{}'] = row.found.split('\\000')
      return row.table === target ? [toKey([target, reference, parent], JSON.parse(sums) as Sums)] : []
    }),
  )
  const described = declared.map(({ moduleId, entity, line }) => ({ moduleId, ...describe(tables, entity, line) }))
  // Each command that writes lines declares them.
  const missing = new Map(described.filter(({ key }) => !found.has(key)).map((one) => [one.key, one]))
  return [...missing.values()]
}

const linesOf = (modules: readonly Module[]) =>
  modules.flatMap(({ id: moduleId, commands = [] }) =>
    commands.flatMap(({ entity, lines = [] }) => (entity ? lines.map((line) => ({ moduleId, entity, line })) : [])),
  )

/** Throws unless the table of every declared line is one in the database, with the declared sums. */
export async function checkLines(db: Queryable, tables: Tables, modules: readonly Module[]): Promise<void> {
  const missing = await findMissingLines(db, modules, tables)
  if (missing.length > 0)
    throw brokenSetup(
      `Lines and tables differ: a migration has to run\n  ${missing.map(({ call }) => call).join('\n  ')}`,
    )
  for (const { line } of linesOf(modules)) await checkOrder(db, tables, line)
}

/** A unique index that is not deferrable is checked row by row, so that two lines could not change places. */
async function checkOrder(db: Queryable, tables: Tables, { entity, parent, order }: LineTable): Promise<void> {
  if (order === undefined) return
  const table = tables.tableOf(entity)
  const columns = [tables.columnOf(entity, parent), tables.columnOf(entity, order)]
  const { rows } = await db.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where indrelid = to_regclass(quote_ident($1)) and indisunique and indimmediate
       and (select array_agg(attname::text) from pg_attribute where attrelid = indrelid and attnum = any (indkey)) @> $2`,
    [table, columns],
  )
  if (rows[0])
    throw brokenSetup(
      `The lines of '${table}' could not be reordered: '${rows[0].name}' must be a constraint, ` +
        `\`unique (tenant_id, ${columns.join(', ')}) deferrable\``,
    )
}

type Sums = Readonly<Record<string, string>>

/** Independent of the order of the sums. */
const toKey = (names: readonly string[], sums: Sums) =>
  JSON.stringify([...names, Object.entries(sums).toSorted(([a], [b]) => (a < b ? -1 : 1))])

function describe(tables: Tables, entity: Declared, { entity: line, parent, sums }: LineTable) {
  const names = [tables.tableOf(line), tables.columnOf(line, parent), tables.tableOf(entity)]
  const columns = Object.entries(sums).map(([sum, of]) => [tables.columnOf(entity, sum), tables.columnOf(line, of)])
  const totals = Object.fromEntries(columns) as Sums
  const given = columns.length > 0 ? `, '${JSON.stringify(totals)}'` : ''
  return {
    key: toKey(names, totals),
    table: names[0]!,
    call: `select plinth.lines(${names.map((name) => `'${name}'`).join(', ')}${given});`,
  }
}
