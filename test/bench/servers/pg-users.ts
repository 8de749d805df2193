import { createServer } from 'node:http'
import pg from 'pg'
import { announceReady } from '../child.ts'

/** node:http and `pg`, nothing else: the same statement in the same row level security session, as JSON. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, options: '-c timezone=UTC' })
const tenant = process.env['TENANT'] ?? ''
const total = Number(process.env['TOTAL'])
const begin = `begin read only; select set_config('role', 'plinth_app', true), set_config('plinth.tenant', '${tenant}', true), set_config('plinth.organizations', '*', true)`
const text = `select u.id, u.email, u.name, u.organization_id as "organizationId", u.tenant_id as "tenantId",
    u.updated_at as "updatedAt", coalesce((
      select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.name, r.id)
      from user_roles h join roles r on r.id = h.role_id and (r.tenant_id = u.tenant_id or r.tenant_id is null)
      where h.tenant_id = u.tenant_id and h.user_id = u.id
    ), '[]') as held
  from (select u.* from users u where u.tenant_id = $1 order by u.tenant_id, u.email, u.id limit $2 offset $3) u
  order by u.tenant_id, u.email, u.id`

const server = createServer((_request, response) => {
  void (async () => {
    const client = await pool.connect()
    await client.query(begin)
    const { rows } = await client.query({ name: 'users', text, values: [tenant, 50, 0] })
    await client.query('commit')
    client.release()
    const items = rows.map(({ held, ...user }) => ({ ...user, roles: held.map((role: { name: string }) => role.name) }))
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify({ items, total, page: 1, pageSize: 50, totalPages: Math.ceil(total / 50) }))
  })()
})
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as { port: number }).port}`))
