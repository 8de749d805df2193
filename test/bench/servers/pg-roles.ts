import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import { announceReady } from '../child.ts'

/** node:http and `pg`, nothing else: begin, the inserts that a new role means (row, change, log entry), commit. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, options: '-c timezone=UTC' })
const tenant = process.env['TENANT'] ?? ''
await pool.query(`create schema if not exists floor; create table if not exists floor.roles (id uuid primary key, tenant_id uuid, name text not null,
  created_at timestamptz not null, updated_at timestamptz not null, unique (tenant_id, name));
  create table if not exists floor.changes (like plinth.changes including all);
  create table if not exists floor.log (like plinth.action_log including all)`)

async function create(name: string): Promise<string> {
  const client = await pool.connect()
  const [id, entry, now] = [crypto.randomUUID(), crypto.randomUUID(), new Date().toISOString()]
  await client.query('begin')
  await client.query({
    name: 'role',
    text: 'insert into floor.roles (id, tenant_id, name, created_at, updated_at) values ($1, $2, $3, $4, $4)',
    values: [id, tenant, name, now],
  })
  await client.query({
    name: 'change',
    text: `insert into floor.changes (tenant_id, entry_id, table_name, row_id, after) values ($1, $2, 'roles', $3, $4)`,
    values: [tenant, entry, id, JSON.stringify({ id, name, tenant_id: tenant, created_at: now, updated_at: now })],
  })
  await client.query({
    name: 'log',
    text: `insert into floor.log (tenant_id, id, command_id, action_label, actor_id, resource_kind, resource_id, created_at)
      values ($1, $2, 'auth.roles.create', 'Create role', 'bench', 'auth.role', $3, $4)`,
    values: [tenant, entry, id, now],
  })
  await client.query('commit')
  client.release()
  return id
}

async function answer(name: string, response: ServerResponse) {
  const id = await create(name)
  response.writeHead(201, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ id }))
}

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    void answer((JSON.parse(body) as { name: string }).name, response)
  })
})
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as { port: number }).port}`))
