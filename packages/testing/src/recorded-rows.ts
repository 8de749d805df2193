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
  return readRows(sql, tables, await readSecrets(sql))
}

/** The secret columns of recorded tables that have any. */
type Secrets = ReadonlyMap<string, readonly string[]>

async function readSecrets(sql: AdminSql): Promise<Secrets> {
  const found = await sql<{ name: string; secrets: readonly string[] }>(SECRETS)
  return new Map(found.map(({ name, secrets }) => [name, secrets]))
}

async function readRows(sql: AdminSql, tables: readonly string[], secrets: Secrets): Promise<RecordedRows> {
  if (tables.length === 0) return new Map()
  const parts = tables.map((table) => {
    const hidden = secrets.get(table) ?? []
    const names = hidden.map((name) => `'${name}'`).join(', ')
    const renamed = hidden.map((name) => `'${CREDENTIAL}${name}', to_jsonb(t) -> '${name}'`).join(', ')
    const row = hidden.length === 0 ? 'to_jsonb(t)' : `to_jsonb(t) - array[${names}] || jsonb_build_object(${renamed})`
    return `select '${table} ' || t.id as key, (${row})::text as row from ${table} t`
  })
  const found = await sql<{ key: string; row: string }>(parts.join(' union all '))
  return new Map(found.map(({ key, row }) => [key, row]))
}

/** Reads the rows of tables again and again, each time only those of the tables that have been written to since. */
export class TrackedRows {
  readonly #sql: AdminSql
  readonly #written: WrittenTables
  readonly #secrets: Secrets
  #rows: RecordedRows

  private constructor(
    sql: AdminSql,
    written: WrittenTables,
    { rows, secrets }: { rows: RecordedRows; secrets: Secrets },
  ) {
    this.#sql = sql
    this.#written = written
    this.#secrets = secrets
    this.#rows = rows
  }

  /** Notes writes in a schema that it creates. */
  static async track(sql: AdminSql, schema: string, tables: readonly string[]): Promise<TrackedRows> {
    const noted = tables.map((name) => ({ name, table: name }))
    const written = await WrittenTables.note(sql, schema, noted)
    const secrets = await readSecrets(sql)
    return new TrackedRows(sql, written, { rows: await readRows(sql, tables, secrets), secrets })
  }

  async read(): Promise<RecordedRows> {
    const written = await this.#written.take()
    if (written.length === 0) return this.#rows
    const names = new Set(written)
    const others = [...this.#rows].filter(([key]) => !names.has(tableOf(key)))
    this.#rows = new Map([...others, ...(await readRows(this.#sql, written, this.#secrets))])
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

const SECRETS = `select tgrelid::regclass::text as name,
  (string_to_array(encode(tgargs, 'escape'), '\\000'))[1]::text[] as secrets
  from pg_trigger where tgname = 'plinth_record_insert' and tgnargs > 0`

/**
 * Returns where the found rows differ from the expected ones. Ignores credentials of changed rows, which undo leaves alone
 * (decision: Credentials and undo), and `updated_at`, which undo sets (decision: Bookkeeping columns). Whether a deleted row is
 * restored with its own credentials is checked by another test.
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
