import { defineMigration, type Module } from '@plinth/core'
import { runMigrations } from '@plinth/core/internal'
import pg from 'pg'
import { readRecordedRows, type RecordedRows, recordedTables } from './recorded-rows.ts'
import type { AdminSql, TestPlatform } from './test-platform.ts'

/** The rows as they would be after a migration. The migration is rolled back. */
export async function readRowsToCome(
  { platform, databaseUrl }: TestPlatform,
  modules: readonly Module[],
): Promise<RecordedRows> {
  const later = new Set(modules.map(({ id }) => id))
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, options: '-c timezone=UTC' })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await runMigrations(client, { modules: [...platform.modules.filter(({ id }) => !later.has(id)), ...modules] })
    const sql: AdminSql = async (text, values = []) => (await client.query(text, [...values])).rows
    return await readRecordedRows(sql, await recordedTables(sql))
  } finally {
    await client.query('rollback')
    client.release()
    await pool.end()
  }
}

interface RenamedColumn {
  readonly table: string
  readonly column: string
  readonly type: string
}

/**
 * A module whose migration adds a required and a nullable column, both with defaults, to every recorded table, and renames one
 * column. Afterwards the old name is an empty column, because the entities are still those from before the migration.
 */
export async function addedAndRenamed({ sql, platform }: TestPlatform): Promise<Module> {
  const grantTables = platform.modules.flatMap((module) => module.grantTables ?? [])
  const tables = await recordedTables(sql)
  const renamed = await sql<RenamedColumn>(RENAMED, [grantTables])
  const statements = [
    ...tables.map(
      (table) => `alter table ${table} add column plinth_needed text not null default 'new',
        add column plinth_optional integer default 7`,
    ),
    ...renamed.map(
      ({ table, column, type }) => `alter table ${table} rename ${column} to plinth_renamed;
        alter table ${table} add column ${column} ${type}`,
    ),
  ]
  const migration = defineMigration('later.added_and_renamed', statements.join(';\n'))
  return { id: 'later', title: 'Later', migrations: [migration] }
}

/** For each table, a column that no function or trigger refers to. Those with which row policies read a table follow its columns. */
const RENAMED = `
  select distinct on (c.oid) c.oid::regclass::text as "table", quote_ident(a.attname) as "column",
    format_type(a.atttypid, a.atttypmod) as type
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_attribute a on a.attrelid = c.oid
  where t.tgname = 'plinth_record_insert' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and c.relname <> all ($1::text[])
    and a.attname not in ('id', 'tenant_id', 'organization_id', 'created_at', 'updated_at')
    and not exists (select from pg_proc p where p.prosrc ~ ('\\m' || a.attname || '\\M')
      and p.proargnames is distinct from '{r,field}'::text[]
      and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace))
    and not a.attname = any (replace(encode(t.tgargs, 'escape'), '\\000', '')::text[])
  order by c.oid, a.attnum`
