import type { FixtureActor } from './fixture-actors.ts'
import type { AdminSql } from './test-platform.ts'
import type { TableColumn, TenantTable } from './tenant-tables.ts'

/**
 * Values for columns that cannot be generated from their type, by table: `{ users: ({ mark }) => ({ kind: 'staff' }) }`. An
 * existing row with the same primary key is overwritten.
 */
export type Rows = Readonly<Record<string, (actor: FixtureActor) => Readonly<Record<string, unknown>>>>

/** Inserts one row for an actor into every table. */
export async function seedRows(
  sql: AdminSql,
  tables: readonly TenantTable[],
  { actor, rows, organizationColumns }: { actor: FixtureActor; rows: Rows; organizationColumns: OrganizationColumns },
): Promise<void> {
  for (const table of tables) {
    const stated = rows[table.name]?.(actor) ?? {}
    const made = table.columns.map((column) => [column.name, valueOf({ table, column, actor, organizationColumns })])
    const row = Object.fromEntries([...made, ...Object.entries(stated)].filter(([, value]) => value !== undefined))
    const names = Object.keys(row)
    const updates = names.map((name) => `"${name}" = excluded."${name}"`)
    try {
      await sql(
        `insert into "${table.name}" (${names.map((name) => `"${name}"`).join(', ')}) overriding system value
         values (${names.map((_, index) => `$${index + 1}`).join(', ')})
         on conflict (${table.primaryKey.map((name) => `"${name}"`).join(', ')}) do update set ${updates.join(', ')}`,
        Object.values(row),
      )
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Set \`rows.${table.name}\`: the made-up row of ${actor.name} was rejected: ${reason}`, {
        cause: error,
      })
    }
  }
}

/** The column that holds the organization of a row, for tables where it is not `organization_id`. */
export type OrganizationColumns = Readonly<Record<string, string>>

/** The column that restricts a table's rows to an organization, if there is one. */
export function organizationColumnOf(table: TenantTable, columns: OrganizationColumns): string | undefined {
  return columns[table.name] ?? table.columns.find(({ name }) => name === 'organization_id')?.name
}

interface Cell {
  readonly table: TenantTable
  readonly column: TableColumn
  readonly actor: FixtureActor
  readonly organizationColumns: OrganizationColumns
}

/** Undefined leaves the column at its default. */
function valueOf({
  table,
  column: { name, type, isRequired, length, labels },
  actor,
  organizationColumns,
}: Cell): unknown {
  if (name === 'tenant_id') return actor.tenantId
  if (name === organizationColumnOf(table, organizationColumns)) return actor.organizationId
  if (name === 'id') return actor.idIn(table.name)
  const reference = table.references.find(({ columns }) => columns.includes(name))
  if (reference) return reference.table === table.name ? undefined : actor.idIn(reference.table)
  if (labels) return !isRequired ? undefined : type.endsWith('[]') ? [labels[0]] : labels[0]
  const text = `${actor.mark}-${table.name}-${name}`.slice(0, length ?? undefined)
  switch (type) {
    case 'text':
    case 'character varying':
    case 'character':
      return name.includes('email') ? `${text.replaceAll('_', '-')}@canary.example` : text
    case 'text[]':
      return [text]
    case 'jsonb':
    case 'json':
      return JSON.stringify({ mark: text })
    default:
      if (!isRequired) return undefined
      return type.endsWith('[]') ? [] : required[type]?.()
  }
}

const required: Readonly<Record<string, () => unknown>> = {
  uuid: () => crypto.randomUUID(),
  integer: () => 1,
  bigint: () => 1,
  smallint: () => 1,
  numeric: () => 1,
  'double precision': () => 1,
  real: () => 1,
  boolean: () => false,
  'timestamp with time zone': () => new Date('2030-01-01T00:00:00Z'),
  'timestamp without time zone': () => '2030-01-01 00:00:00',
  date: () => '2030-01-01',
  'time without time zone': () => '12:00',
  interval: () => '1 day',
  bytea: () => Buffer.from('canary'),
}
