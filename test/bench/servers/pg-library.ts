import { createServer } from 'node:http'
import pg from 'pg'
import { announceReady } from '../child.ts'

/**
 * node:http and `pg`, nothing else: what a page of the library tells, as somebody would write it by hand. The list is read
 * in a row level security session as the platform's is; the search by the owner of everything, with no wall but its words.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, options: '-c timezone=UTC' })
const tenant = process.env['TENANT'] ?? ''
const organization = process.env['ORGANIZATION'] ?? ''
const begin = `begin read only; select set_config('role', 'plinth_app', true), set_config('plinth.tenant', '${tenant}', true), set_config('plinth.organizations', '*', true)`
const columns = `a.id, a.file_name as "fileName", a.file_size::float8 as "fileSize", a.mime_type as "mimeType",
  a.partition_code as "partitionCode", p.title as "partitionTitle", a.created_at as "createdAt", a.tags, a.assignments,
  nullif(left(t.content, 1000), '') as content`
const tables = `attachments a join attachment_partitions p on p.tenant_id = a.tenant_id and p.code = a.partition_code
  left join attachment_texts t on t.tenant_id = a.tenant_id and t.id = a.object_id`
const statements = {
  page: `select ${columns} from ${tables} where a.tenant_id = $1 order by a.created_at desc, a.id desc limit 25`,
  count: `select sum(files)::integer as total from attachment_counts where tenant_id = $1 and kind = 'partition'`,
  found: `select ${columns}, plinth.snippet(t.content, $3, '{english,german,spanish,polish}') as snippet, m.total
    from (select v.id, ts_rank(v.vector, q, 1) as rank, count(*) over ()::integer as total
      from plinth.texts_attachment_texts v, plinth.text_query($3, '{english,german,spanish,polish}') q
      where v.tenant_id = $1 and v.place = $2 and v.vector @@ q) m
    join attachments a on a.tenant_id = $1 and a.object_id = m.id
    join attachment_partitions p on p.tenant_id = a.tenant_id and p.code = a.partition_code
    left join attachment_texts t on t.tenant_id = a.tenant_id and t.id = a.object_id
    order by m.rank desc, a.id desc limit 25`,
  tags: `select distinct name from attachment_counts where tenant_id = $1 and kind = 'tag' order by name limit 1000`,
  partitions: `select code, title, description, is_public as "isPublic" from attachment_partitions where tenant_id = $1 order by title, code`,
}

async function read(text: string | null) {
  const client = await pool.connect()
  const ask = async (name: keyof typeof statements, ...values: string[]) =>
    (await client.query({ name, text: statements[name], values: [tenant, ...values] })).rows
  await client.query(text === null ? begin : 'begin read only')
  const items = text === null ? await ask('page') : await ask('found', organization, text)
  const [{ total }] = text === null ? await ask('count') : items
  const [tags, partitions] = [await ask('tags'), await ask('partitions')]
  await client.query('commit')
  client.release()
  const availableTags = tags.map(({ name }) => name)
  return { items, page: 1, pageSize: 25, total, totalPages: Math.ceil(total / 25), availableTags, partitions }
}

const server = createServer((request, response) => {
  const text = new URL(request.url ?? '/', 'http://localhost').searchParams.get('text')
  response.setHeader('content-type', 'application/json; charset=utf-8')
  void read(text).then((answer) => response.end(JSON.stringify(answer)))
})
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as { port: number }).port}`))
