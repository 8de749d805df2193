import type { EntityMetadata } from '@mikro-orm/core'
import type { Queryable } from '../data/connection/pool.ts'
import type { Tables } from '../data/query/tables.ts'
import { brokenSetup } from '../errors.ts'

/** Throws if the table of an entity or the column of a property is missing. */
export async function checkEntityTables(db: Queryable, tables: Tables): Promise<void> {
  const entities = tables.entities.filter(({ abstract }) => !abstract)
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace in ('public'::regnamespace, 'plinth'::regnamespace) and c.relname = any ($1) group by c.oid`,
    [entities.map(({ tableName }) => tableName)],
  )
  const columns = new Map(rows.map((row) => [row.name, new Set(row.columns)]))
  const problems = entities.flatMap((meta) => missingIn(meta, columns.get(meta.tableName)))
  if (problems.length > 0) throw brokenSetup(`Entities and tables differ:\n  ${problems.join('\n  ')}`)
}

function missingIn(
  { className, tableName, props }: EntityMetadata,
  columns: ReadonlySet<string> | undefined,
): string[] {
  if (!columns) return [`Entity '${className}' has no table '${tableName}': list the migration that creates it`]
  const stored = props.filter(({ persist }) => persist !== false)
  return stored.flatMap(({ name, fieldNames = [] }) =>
    fieldNames
      .filter((column) => !columns.has(column))
      .map((column) => `Property '${name}' of entity '${className}' has no column '${column}' in table '${tableName}'`),
  )
}
