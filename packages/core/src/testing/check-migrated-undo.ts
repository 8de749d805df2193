import pg from 'pg'
import type { Module } from '../define/module.ts'
import { defineMigration } from '../data/migration.ts'
import { runMigrations } from '../platform/migrate.ts'
import type { UndoExample } from './check-undo.ts'
import { differencesOf, readRecordedRows, recordedTables, type RecordedRows } from './recorded-rows.ts'
import { assertNone } from './report.ts'
import { type TestPlatform, testPlatform, type TestPlatformOptions } from './test-platform.ts'
import { runLogged, turnLogged } from './undo-steps.ts'

export interface MigratedUndoOptions {
  /** The platform of before; its `modules` in the older version. */
  readonly platform: TestPlatformOptions
  /** The modules of after; those of before and a migration that changes every recorded table unless told. */
  readonly later?: readonly Module[]
  readonly examples: readonly UndoExample[]
}

/**
 * Runs every example before a migration, and undoes, redoes and undoes it after. What the rows should be says the
 * database itself: the migration runs over them in a transaction that is taken back. Throws `CheckFailed` with what
 * differs. Defaults that differ by the call, like `now()`, cannot be compared.
 */
export async function checkMigratedUndo({ platform, later, examples }: MigratedUndoOptions): Promise<void> {
  const failures: string[] = []
  for (const example of examples) {
    const problems = await tryExample(example, platform, later).catch((error: unknown) => [String(error)])
    failures.push(
      ...problems.map((problem) => `${[example.command.id, example.name].filter(Boolean).join(', ')}: ${problem}`),
    )
  }
  assertNone('Undo after a migration', failures)
}

async function tryExample(
  { command, input, as = { features: ['*'] } }: UndoExample,
  options: TestPlatformOptions,
  later: readonly Module[] | undefined,
): Promise<string[]> {
  await using app = await testPlatform(options)
  const modules = later ?? [...options.modules, await changeEveryTable(app)]
  const made: unknown = typeof input === 'function' ? await input(app) : input
  await app.settled()
  const before = await lookAhead(app, modules)
  const { id } = await runLogged(app, app.sessionOf(as), { command, input: made })
  const after = await lookAhead(app, modules)
  const problems: string[] = []
  await using next = await testPlatform({ ...options, modules, databaseUrl: app.databaseUrl })
  const session = next.sessionOf(as)
  const turn = async (direction: 'undo' | 'redo', entryId: string, wanted: RecordedRows) => {
    const turned = await turnLogged(next, session, { direction, entryId })
    const found = await readRecordedRows(next.sql, await recordedTables(next.sql))
    for (const { table, id: row, fields } of differencesOf(wanted, found))
      problems.push(`${direction} does not give back ${fields.join(', ') || 'the row'} of ${table} ${row}`)
    return turned
  }
  await turn('undo', id, before)
  const redone = await turn('redo', id, after)
  await turn('undo', redone.id, before)
  return problems
}

/** The rows as they would be after the migration. */
async function lookAhead(app: TestPlatform, modules: readonly Module[]): Promise<RecordedRows> {
  const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1, options: '-c timezone=UTC' })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await runMigrations(client, [
      ...app.platform.modules.filter(({ id }) => !modules.some((one) => one.id === id)),
      ...modules,
    ])
    const sql: TestPlatform['sql'] = async (text, values = []) => (await client.query(text, [...values])).rows
    return await readRecordedRows(sql, await recordedTables(sql))
  } finally {
    await client.query('rollback')
    client.release()
    await pool.end()
  }
}

/** A module that adds a column to every recorded table, and renames one that no trigger and no generated column reads. */
async function changeEveryTable({ sql }: TestPlatform): Promise<Module> {
  const columns = await sql<{ table: string; column: string }>(`
    select distinct on (c.oid) c.oid::regclass::text as "table", quote_ident(a.attname) as "column"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_attribute a on a.attrelid = c.oid
    where t.tgname = 'plinth_record_insert' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname not in ('id', 'tenant_id', 'organization_id', 'created_at', 'updated_at')
      and not exists (select from pg_proc p where p.prosrc ~ ('\\m' || a.attname || '\\M')
        and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace))
      and not a.attname = any (replace(encode(t.tgargs, 'escape'), '\\000', '')::text[])
    order by c.oid, a.attnum`)
  const text = columns.map(
    ({ table, column }) =>
      `alter table ${table} add column plinth_added text not null default 'new'; alter table ${table} rename ${column} to plinth_renamed;`,
  )
  return { id: 'later', title: 'Later', migrations: [defineMigration('later.change_every_table', text.join('\n'))] }
}
