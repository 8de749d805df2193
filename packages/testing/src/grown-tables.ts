import { readDistribution } from './find-undistributable.ts'
import type { FixtureActor } from './fixture-actors.ts'
import { organizationColumnOf, type OrganizationColumns } from './seeding.ts'
import type { TableColumn, TenantTable } from './tenant-tables.ts'
import type { AdminSql } from './test-platform.ts'

/**
 * The share of a tenant: few enough rows that an index is worth its use, and many enough to notice that all of them are read.
 */
const TENANTS = 25

/** How to fill the tables. */
export interface Growth {
  /** The actor whose seeded rows are copied. One of `TENANTS` copies belongs to the actor's tenant. */
  readonly actor: FixtureActor
  /** The number of rows per table. */
  readonly rows: number
  readonly organizationColumns: OrganizationColumns
  /** The most rows of the actor's tenant, for tables with a limit. */
  readonly limits: Readonly<Record<string, number>>
}

/**
 * Copies the actor's row of every table many times, with other keys and texts. Copies with the same number refer to each other, so
 * foreign keys hold. Triggers do not run, except that values that are unique among tenants get their look-up rows.
 */
export async function growTables(sql: AdminSql, tables: readonly TenantTable[], growth: Growth): Promise<void> {
  const unique = await readUniqueColumns(sql)
  const problems: string[] = []
  for (const table of tables) {
    const isKept = (column: TableColumn) => unique.has(`${table.name} ${column.name}`)
    // A check may refuse another text, but not one of a column whose values have to differ.
    if (await isRefused(sql, copyOf({ table, growth, isVaried: () => true }))) {
      const reason = await isRefused(sql, copyOf({ table, growth, isVaried: isKept }))
      if (reason) problems.push(`The row of ${table.name} cannot be copied: ${reason}`)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  for (const { name } of (await readDistribution(sql)).filter(({ distribution }) => distribution === 'everywhere')) {
    const [, table, column] = /^plinth\.(.+?)_by_(.+)$/.exec(name) ?? []
    if (!tables.some((one) => one.name === table)) continue
    await sql(`insert into ${name} (value, tenant_id, id) select "${column}", tenant_id, id from public."${table}"
      where "${column}" is not null on conflict do nothing`)
  }
  await sql('analyze')
}

/** Why the statement failed; null if it succeeded. */
async function isRefused(sql: AdminSql, statement: string): Promise<string | null> {
  try {
    await sql(`set local session_replication_role = replica; ${statement}`)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

interface Copy {
  readonly table: TenantTable
  readonly growth: Growth
  readonly isVaried: (column: TableColumn) => boolean
}

function copyOf({ table, growth, isVaried }: Copy): string {
  const { actor, rows } = growth
  const values = table.columns.map((column) => valueOf({ table, growth, isVaried }, column))
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ')
  const key = table.primaryKey.map((name) => `"${name}"`).join(', ')
  return `insert into public."${table.name}" (${names}) overriding system value
    select ${values.join(', ')} from generate_series(1, ${rows}) i,
      (select * from public."${table.name}" where tenant_id = '${actor.tenantId}' order by ${key} limit 1) t
    on conflict do nothing`
}

function valueOf({ table, growth, isVaried }: Copy, column: TableColumn): string {
  const { name, type, labels, length } = column
  const { actor, rows, organizationColumns, limits } = growth
  const share = Math.min(rows / TENANTS, limits[table.name] ?? Infinity)
  const own = `t."${name}"`
  const tenant = `case when i <= ${share} then '${actor.tenantId}'::uuid else ${keyOf('tenants', `i % ${Math.ceil(rows / 10)}`)} end`
  if (name === 'tenant_id') return tenant
  if (name === organizationColumnOf(table, organizationColumns)) return own
  // A table with one row per tenant has its id.
  if (name === 'id' && type === 'uuid')
    return `case when t.id = t.tenant_id then ${tenant} else ${keyOf(table.name, 'i')} end`
  const reference = table.references.find(({ columns }) => columns.includes(name))
  if (reference && type === 'uuid') return `case when ${own} is not null then ${keyOf(reference.table, 'i')} end`
  if (labels) return own
  if (!isVaried(column)) return own
  switch (type) {
    case 'uuid':
      return `case when ${own} is not null then gen_random_uuid() end`
    case 'text':
    case 'character varying':
      return name.includes('email')
        ? `i || ${own}`
        : length === null
          ? `${own} || i`
          : `left(${own}, greatest(${length} - length(i::text), 0)) || right(i::text, ${length})`
    case 'integer':
    case 'bigint':
      return `${own} + i`
    case 'timestamp with time zone':
      return `${own} - i * interval '1 second'`
    case 'bytea':
      return `${own} || convert_to(i::text, 'utf8')`
    default:
      return own
  }
}

/** The same for the same table and number, with the digits of version 4. */
const keyOf = (table: string, number: string) =>
  `overlay(overlay(md5('${table} ' || (${number})) placing '4' from 13) placing 'a' from 17)::uuid`

/** The columns that unique indexes and exclusion constraints contain, in expressions too: `users email`. */
async function readUniqueColumns(sql: AdminSql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ column: string }>(`
    select c.relname || ' ' || a.attname as column
    from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where (i.indisunique or i.indisexclusion) and (a.attnum = any (i.indkey)
      or pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M'))`)
  return new Set(rows.map(({ column }) => column))
}
