import type { AdminSql } from './test-platform.ts'
import { WrittenTables } from './written-tables.ts'

/** The snapshot whose rows the tables have, apart from the writes that have been noted. */
const restored = new WeakMap<WrittenTables, Snapshot | undefined>()

/** The rows of all tables of tenants at one time, to return to it. */
export class Snapshot {
  readonly #sql: AdminSql
  readonly #schema: string
  readonly #tables: ReadonlyMap<string, CopiedTable>
  readonly #written: WrittenTables
  readonly #isBeside: boolean

  private constructor(sql: AdminSql, { schema, tables, written, isBeside }: Copied) {
    this.#sql = sql
    this.#schema = schema
    this.#tables = tables
    this.#written = written
    this.#isBeside = isBeside
  }

  /**
   * Copies all tables with a `tenant_id`, of modules and of the log, to a schema that it creates. Writes are noted once for all
   * snapshots of the same tables that are taken `beside` each other.
   */
  static async take(sql: AdminSql, schema: string, beside?: Snapshot): Promise<Snapshot> {
    const found = await sql<CopiedTable>(`
      select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as table,
        string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname in ('public', 'plinth') and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
      group by 1, 2 order by 1`)
    await sql(`drop schema if exists ${schema} cascade`)
    const written = beside ? beside.#written : await WrittenTables.note(sql, schema, found)
    if (beside) await sql(`create schema ${schema}`)
    restored.set(written, undefined)
    await sql(found.map(({ name, table }) => `create table ${schema}."${name}" as table ${table};`).join('\n'))
    return new Snapshot(sql, {
      schema,
      tables: new Map(found.map((table) => [table.name, table])),
      written,
      isBeside: beside !== undefined,
    })
  }

  /** The copy of a table, for statements. */
  copyOf(table: string): string {
    return `${this.#schema}."public.${table}"`
  }

  /** Restores the tables that have been written to since it was last restored. No trigger sees it. */
  async restore(): Promise<void> {
    const noted = await this.#written.take()
    const written = restored.get(this.#written) === this ? noted : [...this.#tables.keys()]
    restored.set(this.#written, this)
    if (written.length === 0) return
    // Only what differs: rows that are written over and over leave tables full of dead ones.
    const statements = written.map((name) => {
      const { table, columns } = this.#tables.get(name)!
      const copy = `${this.#schema}."${name}"`
      return `delete from ${table} now where now::text not in (select c::text from ${copy} c);
        insert into ${table} (${columns}) overriding system value select ${columns} from ${copy} c
        where c::text not in (select now::text from ${table} now);`
    })
    await this.#sql(`begin; set local session_replication_role = replica; ${statements.join('\n')}
      ${this.#written.forgetting(written)}; commit`)
  }

  /** Deletes the rows of a tenant, which `restore` puts back. No trigger sees it. */
  async removeTenant(tenantId: string): Promise<void> {
    const statements = [...this.#tables.values()].map(
      ({ table }) => `delete from ${table} where tenant_id = '${tenantId}';`,
    )
    await this.#sql(`begin; set local session_replication_role = replica; ${statements.join('\n')} commit`)
  }

  /** Stores the rows of a tenant behind those of others, which a query without an order then finds first. */
  async moveBehind(tenantId: string): Promise<void> {
    const statements = [...this.#tables.values()].map(
      ({ table }) => `update ${table} set tenant_id = tenant_id where tenant_id = '${tenantId}';`,
    )
    await this.#sql(`begin; set local session_replication_role = replica; ${statements.join('\n')} commit`)
    await this.#written.take()
  }

  /** The rows that are not as they were, as they are now, or if they are gone, as they were. */
  async changed(): Promise<readonly ChangedRow[]> {
    const written = await this.#written.look()
    if (written.length === 0) return []
    const parts = written.map((name) => {
      const { table } = this.#tables.get(name)!
      const copy = `${this.#schema}."${name}"`
      const facts = (isGone: boolean) => `'${name}' as name, to_jsonb(t) as row, ${isGone} as "isGone"`
      return `select ${facts(false)} from ${table} t where t::text not in (select c::text from ${copy} c) union all
        select ${facts(true)} from ${copy} t where t::text not in (select now::text from ${table} now)`
    })
    const rows = await this.#sql<{ name: string; row: ChangedRow['row']; isGone: boolean }>(parts.join(' union all '))
    const isThere = (name: string, id: unknown) =>
      id !== undefined && rows.some((one) => !one.isGone && one.name === name && one.row['id'] === id)
    const told = rows.filter(({ name, row, isGone }) => !isGone || !isThere(name, row['id']))
    return told.map(({ name, row, isGone }) => {
      const [schema, table = ''] = name.split('.')
      const former = rows.find((one) => one.isGone && one.name === name && one.row['id'] === row['id'])?.row
      return { table, row, isGone, isOfModule: schema === 'public', ...(former && { former }) }
    })
  }

  /** Removes the copies, and if it was not taken beside another one, the noting of writes. */
  async remove(): Promise<void> {
    if (this.#isBeside) await this.#sql(`drop schema ${this.#schema} cascade`)
    else await this.#written.remove()
  }
}

/** A row that has been written to. */
export interface ChangedRow {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
  /** The row as it was, unless it is new. */
  readonly former?: Readonly<Record<string, unknown>>
  readonly isGone: boolean
  /** Whether it is one of a module's tables and not of the log. */
  readonly isOfModule: boolean
}

interface CopiedTable {
  readonly name: string
  /** The name in SQL. */
  readonly table: string
  /** All columns except generated ones. */
  readonly columns: string
}

interface Copied {
  readonly schema: string
  readonly tables: ReadonlyMap<string, CopiedTable>
  readonly written: WrittenTables
  readonly isBeside: boolean
}
