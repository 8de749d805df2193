import type { AdminSql } from './test-platform.ts'

/** A table whose writes are noted. */
export interface NotedTable {
  readonly name: string
  /** The name in SQL. */
  readonly table: string
}

/** Calls after which taken notes are removed for good. */
const VACUUM_AFTER = 200

/**
 * Notes which tables are written to, by triggers that write in the same transaction: what is rolled back is not noted. Comparing
 * rows instead takes as long as reading all tables.
 */
export class WrittenTables {
  readonly #sql: AdminSql
  readonly #schema: string
  readonly #tables: readonly NotedTable[]
  #taken = 0

  private constructor(sql: AdminSql, schema: string, tables: readonly NotedTable[]) {
    this.#sql = sql
    this.#schema = schema
    this.#tables = tables
  }

  /** Begins to note writes, in a schema that it creates unless it exists. */
  static async note(sql: AdminSql, schema: string, tables: readonly NotedTable[]): Promise<WrittenTables> {
    await sql(`create schema if not exists ${schema};
      create unlogged table ${schema}.written (name text);
      create function ${schema}.note_write() returns trigger language plpgsql security definer set search_path = ''
        as $note$ begin insert into ${schema}.written values (tg_argv[0]); return null; end $note$;`)
    // One table per transaction, because requests lock tables in their own order.
    for (const { name, table } of tables)
      await sql(`create trigger ${schema}_written after insert or update or delete or truncate on ${table}
          for each statement execute function ${schema}.note_write('${name}');
        alter table ${table} enable always trigger ${schema}_written`)
    return new WrittenTables(sql, schema, tables)
  }

  /** The tables that have been written to since the last call. */
  async take(): Promise<readonly string[]> {
    // Test databases have no autovacuum: what has been taken would be read again and again.
    this.#taken++
    if (this.#taken % VACUUM_AFTER === 0) await this.#sql(`vacuum ${this.#schema}.written`)
    const found = await this.#sql<{ name: string }>(
      `with taken as (delete from ${this.#schema}.written returning name) select distinct name from taken order by name`,
    )
    return found.map(({ name }) => name)
  }

  /** The tables that have been written to since they were last taken or forgotten. */
  async look(): Promise<readonly string[]> {
    const found = await this.#sql<{ name: string }>(`select distinct name from ${this.#schema}.written order by name`)
    return found.map(({ name }) => name)
  }

  /** A statement that forgets writes to these tables. */
  forgetting(names: readonly string[]): string {
    return `delete from ${this.#schema}.written where name in (${names.map((name) => `'${name}'`).join(', ')})`
  }

  /** Removes what `note` created, and the schema with everything in it. */
  async remove(): Promise<void> {
    for (const { table } of this.#tables) await this.#sql(`drop trigger if exists ${this.#schema}_written on ${table}`)
    await this.#sql(`drop schema ${this.#schema} cascade`)
  }
}
