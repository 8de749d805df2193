import { createServer } from 'node:http'
import pg from 'pg'
import { announceReady } from '../child.ts'

/** node:http and `pg`, nothing else: users by day, as somebody would write it by hand, in the same session. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, options: '-c timezone=UTC' })
const tenant = process.env['TENANT'] ?? ''
const begin = `begin read only; select set_config('role', 'plinth_app', true), set_config('plinth.tenant', '${tenant}', true), set_config('plinth.organizations', '*', true)`
const text = `select date_trunc('day', created_at) as key, count(*)::float8 as value from users
  where tenant_id = $1 and created_at >= $2 group by 1 order by 1 desc limit 100`

const server = createServer((_request, response) => {
  void (async () => {
    const client = await pool.connect()
    await client.query(begin)
    const { rows } = await client.query({ name: 'data', text, values: [tenant, '2001-09-09T01:46:40.000Z'] })
    await client.query('commit')
    client.release()
    const data = rows.toReversed().map(({ key, value }) => ({ groupKey: key, value }))
    const value = data.reduce((sum, group) => sum + group.value, 0)
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify({ value, data, metadata: { fetchedAt: new Date(), recordCount: data.length } }))
  })()
})
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as { port: number }).port}`))
