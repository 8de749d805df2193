import { createOrm } from '../data/query/orm.ts'
import type { Module } from '../define/module.ts'
import type { RunSql } from './check-tables.ts'

interface StoredColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly isFilled: boolean
}

/**
 * Finds differences between the columns of entities and tables: missing columns, columns that an insert would have to set,
 * nullability and kinds of types. For tests, because migrations and entities are written by hand, side by side.
 */
export async function findEntityDrift(modules: readonly Module[], sql: RunSql): Promise<readonly string[]> {
  const orm = createOrm(modules.flatMap((module) => module.entities ?? []))
  const columns = await sql<StoredColumn>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
      a.atthasdef or a.attidentity <> '' or not a.attnotnull as "isFilled"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const drift: string[] = []
  for (const { tableName, abstract, props } of orm.getMetadata().getAll().values()) {
    if (abstract) continue
    const inTable = new Map(tables.get(tableName)?.map((column) => [column.name, column]))
    if (inTable.size === 0) {
      drift.push(`${tableName}: there is no such table`)
      continue
    }
    for (const { fieldNames = [], columnTypes = [], nullable = false, persist } of props) {
      if (persist === false) continue
      fieldNames.forEach((name, index) => {
        const column = inTable.get(name)
        inTable.delete(name)
        const problem = column
          ? compareColumn({ type: columnTypes[index] ?? '', nullable }, column)
          : 'the table has no such column'
        if (problem !== undefined) drift.push(`${tableName}.${name}: ${problem}`)
      })
    }
    for (const { name, isFilled } of inTable.values())
      if (!isFilled)
        drift.push(`${tableName}.${name}: an insert needs a value for it, but the entity does not declare it`)
  }
  return drift.sort()
}

function compareColumn(
  declared: { type: string; nullable: boolean },
  { type, isNullable }: StoredColumn,
): string | undefined {
  const [said, is] = [kindOf(declared.type), kindOf(type)]
  if (said !== is) return `the entity says ${said}, the table ${is}`
  if (declared.nullable === isNullable) return undefined
  return declared.nullable ? 'the entity allows null, the table does not' : 'the table allows null, the entity does not'
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\[\]$/, 'array'],
  [/^(text|varchar|character|char|citext|bpchar)/, 'text'],
  [/^(int8|bigint|bigserial)/, 'bigint'],
  [/^(int|smallint|serial)/, 'integer'],
  [/^(numeric|decimal)/, 'numeric'],
  [/^(real|float|double)/, 'float'],
  [/^bool/, 'boolean'],
  [/^json/, 'json'],
  [/^(timestamptz|timestamp.*with time zone)/, 'instant'],
  [/^timestamp/, 'timestamp'],
]

/** The kind of values that a column of this type holds. */
export function kindOf(type: string): string {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? type.replace(/\(.*/, '')
}
