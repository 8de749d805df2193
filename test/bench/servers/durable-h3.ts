import { H3, serve } from 'h3'
import pg from 'pg'
import { announceReady } from '../child.ts'

/** h3 and `pg`: answers the JSON it is given when a row of the given text is durable. */
const body: unknown = JSON.parse(process.env['BODY'] ?? '{}')
const row = process.env['ROW'] ?? '{}'
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
await pool.query('create schema if not exists floor; create table if not exists floor.lines (line jsonb not null)')
const insert = { name: 'line', text: 'insert into floor.lines (line) values ($1)', values: [row] }
const app = new H3()
app.post('/**', async () => {
  await pool.query(insert)
  return body
})
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
await server.ready()
announceReady(server.url ?? '')
