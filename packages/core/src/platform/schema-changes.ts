import type pg from 'pg'
import type { Migration } from '../data/schema/migration.ts'
import { type CatalogColumn, findTableChanges, type TableChange } from '../data/schema/table-changes.ts'
import { brokenSetup } from '../errors.ts'

export async function isKnown(client: pg.PoolClient, id: string): Promise<boolean> {
  const { rows } = await client.query('select from public.plinth_migrations where id = $1', [id])
  return rows.length > 0
}

/** The columns of every recorded table. */
export async function readRecordedColumns(client: pg.PoolClient): Promise<readonly CatalogColumn[]> {
  const { rows } = await client.query<CatalogColumn & { missingText: string | null }>(`
    select c.relname as "table", c.oid::int8::float8 as oid, a.attnum as position, a.attname as "column",
      format_type(a.atttypid, null) as type, a.attgenerated <> '' as "isGenerated", a.atthasmissing as "hasMissing",
      (a.attmissingval::text::text[])[1] as "missingText"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where t.tgname = 'plinth_record_insert'`)
  const columns: CatalogColumn[] = []
  for (const { missingText, ...column } of rows) {
    const missing = column.hasMissing ? await toJson(client, column.type, missingText) : null
    columns.push({ ...column, missing })
  }
  return columns
}

async function toJson(client: pg.PoolClient, type: string, text: string | null): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(`select to_jsonb($1::text::${type}) as value`, [text])
  return rows[0]?.value
}

/** Records the changes that a migration made to recorded tables, and returns their current columns. */
export async function recordSchemaChanges(
  client: pg.PoolClient,
  { migration, number, before }: { migration: Migration; number: string; before: readonly CatalogColumn[] },
): Promise<readonly CatalogColumn[]> {
  const after = await readRecordedColumns(client)
  const { rows: casts } = await client.query<{ cast: string }>(
    `select format_type(castsource, null) || ' > ' || format_type(casttarget, null) as cast from pg_cast
      where castcontext = 'i'`,
  )
  const lossless = new Set(casts.map(({ cast }) => cast))
  const declared = migration.rows ?? {}
  assertKnown(migration, before)
  const changes = findTableChanges(before, after, {
    declared,
    isLossless: (from, to) => lossless.has(`${from} > ${to}`),
  })
  for (const [table, change] of changes) assertFits(migration.id, { table, change }, after)
  if (changes.size > 0)
    await client.query(
      `insert into plinth.schema_changes (number, table_name, change)
        select $1, key, value from jsonb_each($2)`,
      [number, JSON.stringify(Object.fromEntries(changes))],
    )
  return after
}

function assertKnown({ id, rows = {} }: Migration, before: readonly CatalogColumn[]): void {
  for (const [table, { renames = {}, copies = {}, drops = [], splits = {} }] of Object.entries(rows)) {
    const moved = Object.values(splits).flatMap((split) => Object.keys(split.columns))
    const columns = new Set(before.filter((column) => column.table === table).map(({ column }) => column))
    if (columns.size === 0)
      throw brokenSetup(`Migration '${id}' declares rows of ${table}, which is not a recorded table`)
    for (const column of [...Object.keys(renames), ...Object.keys(copies), ...drops, ...moved])
      if (!columns.has(column)) throw brokenSetup(`Migration '${id}' names ${table}.${column}, which does not exist`)
  }
}

function assertFits(
  id: string,
  { table, change }: { table: string; change: TableChange },
  after: readonly CatalogColumn[],
): void {
  if (change.table === null) return
  const columnsOf = (name: string) => {
    const columns = new Set(after.filter((column) => column.table === name).map(({ column }) => column))
    if (columns.size === 0)
      throw brokenSetup(`Migration '${id}' moves rows of ${table} to ${name}, which is not a recorded table`)
    return columns
  }
  const columns = columnsOf(change.table)
  for (const column of [...Object.values(change.renames), ...Object.values(change.copies)])
    if (!columns.has(column))
      throw brokenSetup(`Migration '${id}' renames a column to ${change.table}.${column}, which does not exist`)
  for (const [name, split] of Object.entries(change.splits)) {
    const known = columnsOf(name)
    const needed = [...Object.values(split.columns), ...(split.reference === undefined ? [] : [split.reference])]
    for (const column of needed)
      if (!known.has(column))
        throw brokenSetup(`Migration '${id}' moves a column to ${name}.${column}, which does not exist`)
  }
}
