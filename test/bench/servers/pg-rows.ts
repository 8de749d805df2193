import { H3, serve } from 'h3'
import pg from 'pg'
import { announceReady } from '../child.ts'

const JSONB = 3802

/** h3 and `pg`: inserts rows like the newest ones of the given tables in one transaction, and answers the JSON it is given. */
const body: unknown = JSON.parse(process.env['BODY'] ?? '{}')
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
await pool.query('create schema if not exists floor')
const statements = await Promise.all((process.env['TABLES'] ?? '').split(',').map((table) => insertInto(table)))

const app = new H3()
app.post('/**', async ({ req }) => {
  await req.json()
  const client = await pool.connect()
  await client.query('begin')
  for (const statement of statements) await client.query(statement())
  await client.query('commit')
  client.release()
  return body
})
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
await server.ready()
announceReady(server.url ?? '')

/** A copy of the table without triggers and walls, and what inserts its sample once more. */
async function insertInto(table: string): Promise<() => pg.QueryConfig> {
  const copy = `floor.${table.replace('.', '_')}`
  await pool.query(`create table ${copy} (like ${table} including all)`)
  const { rows } = await pool.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = '${copy}'::regclass
      and attnum > 0 and attgenerated = '' and attidentity <> 'a'`,
  )
  const names = rows.map(({ column }) => `"${column}"`).join(', ')
  const sample = await pool.query<Record<string, unknown>>(`select ${names} from ${table} order by ctid desc limit 1`)
  const values = sample.fields.map(({ name, dataTypeID }) => {
    const value = sample.rows[0]?.[name]
    return dataTypeID === JSONB && value !== null ? JSON.stringify(value) : value
  })
  const text = `insert into ${copy} (${names}) values (${values.map((_, index) => `$${index + 1}`).join(', ')})`
  const fresh = new Set(['id', 'rule_id', 'row_id', 'entry_id', 'undo_token_hash'])
  return () => ({
    name: copy,
    text,
    values: values.map((value, index) => (fresh.has(sample.fields[index]!.name) ? crypto.randomUUID() : value)),
  })
}
