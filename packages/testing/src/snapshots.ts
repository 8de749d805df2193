import type { AdminSql } from './test-platform.ts'
import { WrittenTables } from './written-tables.ts'

/** The rows of all tables of tenants at one time, to return to it. */
export class Snapshot {
  readonly #sql: AdminSql
  readonly #schema: string
  readonly #tables: ReadonlyMap<string, CopiedTable>
  readonly #written: WrittenTables

  private constructor(sql: AdminSql, { schema, tables, written }: Copied) {
    this.#sql = sql
    this.#schema = schema
    this.#tables = tables
    this.#written = written
  }

  /** Copies all tables with a `tenant_id`, of modules and of the log, to a schema that it creates. */
  static async take(sql: AdminSql, schema: string): Promise<Snapshot> {
    const found = await sql<CopiedTable>(`
      select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as table,
        string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname in ('public', 'plinth') and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
      group by 1, 2 order by 1`)
    const written = await WrittenTables.note(sql, schema, found)
    await sql(found.map(({ name, table }) => `create table ${schema}."${name}" as table ${table};`).join('\n'))
    return new Snapshot(sql, { schema, tables: new Map(found.map((table) => [table.name, table])), written })
  }

  /** The copy of a table, for statements. */
  copyOf(table: string): string {
    return `${this.#schema}."public.${table}"`
  }

  /** Restores the tables that have been written to since it was taken, or last restored. No trigger sees it. */
  async restore(): Promise<void> {
    const written = await this.#written.take()
    if (written.length === 0) return
    // Only what differs: rows that are written over and over leave tables full of dead ones.
    const statements = written.map((name) => {
      const { table, columns } = this.#tables.get(name)!
      const copy = `${this.#schema}."${name}"`
      return `delete from ${table} now where not exists (select from ${copy} c where c::text = now::text);
        insert into ${table} (${columns}) overriding system value select ${columns} from ${copy} c
        where not exists (select from ${table} now where now::text = c::text);`
    })
    await this.#sql(`begin; set local session_replication_role = replica; ${statements.join('\n')}
      ${this.#written.forgetting(written)}; commit`)
  }

  async remove(): Promise<void> {
    await this.#written.remove()
  }
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
}
