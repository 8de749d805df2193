import type { AdminSql } from './test-platform.ts'
import { WrittenTables } from './written-tables.ts'

/** All rows of all recorded tables as JSON text, by table and id. */
export type RecordedRows = ReadonlyMap<string, string>

/** A row that differs between two states. */
export interface RowDifference {
  readonly table: string
  readonly id: string
  /** The columns that differ; empty if the row exists in only one of the states. */
  readonly fields: readonly string[]
}

/** The recorded tables of all modules. */
export async function recordedTables(sql: AdminSql): Promise<readonly string[]> {
  const found = await sql<{ name: string }>(`select tgrelid::regclass::text as name from pg_trigger
    where tgname = 'plinth_record_insert' order by 1`)
  return found.map(({ name }) => name)
}

/** Reads all rows of the tables. Meant for the small amounts of data in a test. */
export async function readRecordedRows(sql: AdminSql, tables: readonly string[]): Promise<RecordedRows> {
  if (tables.length === 0) return new Map()
  const parts = tables.map(
    (table) => `select '${table} ' || t.id as key,
      (select jsonb_object_agg(case when key = any ((select secrets from secret where name = '${table}')::text[])
        then '${CREDENTIAL}' || key else key end, value) from jsonb_each(to_jsonb(t)))::text as row from ${table} t`,
  )
  const found = await sql<{ key: string; row: string }>(SECRETS + parts.join(' union all '))
  return new Map(found.map(({ key, row }) => [key, row]))
}

/** Reads the rows of tables again and again, each time only those of the tables that have been written to since. */
export class TrackedRows {
  readonly #sql: AdminSql
  readonly #written: WrittenTables
  #rows: RecordedRows

  private constructor(sql: AdminSql, written: WrittenTables, rows: RecordedRows) {
    this.#sql = sql
    this.#written = written
    this.#rows = rows
  }

  /** Notes writes in a schema that it creates. */
  static async track(sql: AdminSql, schema: string, tables: readonly string[]): Promise<TrackedRows> {
    const noted = tables.map((name) => ({ name, table: name }))
    const written = await WrittenTables.note(sql, schema, noted)
    return new TrackedRows(sql, written, await readRecordedRows(sql, tables))
  }

  async read(): Promise<RecordedRows> {
    const written = await this.#written.take()
    if (written.length === 0) return this.#rows
    const names = new Set(written)
    const others = [...this.#rows].filter(([key]) => !names.has(tableOf(key)))
    this.#rows = new Map([...others, ...(await readRecordedRows(this.#sql, written))])
    return this.#rows
  }

  /** Ends the tracking. */
  async close(): Promise<void> {
    await this.#written.remove()
  }
}

const tableOf = (key: string) => key.slice(0, key.indexOf(' '))

/** Prefix for the names of columns that their table keeps secret. */
const CREDENTIAL = 'credential '

const SECRETS = `with secret as (select tgrelid::regclass::text as name,
  (string_to_array(encode(tgargs, 'escape'), '\\000'))[1]::text[] as secrets
  from pg_trigger where tgname = 'plinth_record_insert') `

/**
 * Returns where the found rows differ from the expected ones. Ignores credentials of changed rows, which undo leaves alone
 * (decision 50), and `updated_at`, which undo sets (decision 85). Whether a deleted row is restored with its own credentials is
 * checked by another test.
 */
export function differencesOf(expected: RecordedRows, found: RecordedRows): readonly RowDifference[] {
  const keys = new Set([...expected.keys(), ...found.keys()])
  return [...keys].flatMap((key) => {
    const [one, other] = [expected.get(key), found.get(key)]
    if (one === other) return []
    const [table = '', id = ''] = key.split(' ')
    if (one === undefined || other === undefined) return [{ table, id, fields: [] }]
    const fields = differingFields(one, other).filter((name) => name !== 'updated_at' && !name.startsWith(CREDENTIAL))
    return fields.length > 0 ? [{ table, id, fields }] : []
  })
}

function differingFields(one: string, other: string): string[] {
  const [left, right] = [parse(one), parse(other)]
  return Object.keys({ ...left, ...right }).filter((name) => JSON.stringify(left[name]) !== JSON.stringify(right[name]))
}

const parse = (row: string) => JSON.parse(row) as Record<string, unknown>
