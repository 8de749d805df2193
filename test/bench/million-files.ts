import { type BenchDatabase, organizationId, tenantId } from './database.ts'

const ROWS = 1_000_000
/** Different texts among them. */
const TEXTS = 20_000
/** What keeps and counts files. The other triggers, which look every row up again, rest while the rows come. */
const COUNTING = {
  attachments: ['attachments_keep_objects', 'attachments_count_inserted'],
  attachment_objects: ['attachment_objects_changed'],
  attachment_texts: ['attachment_texts_inserted'],
}
const SEARCHED = ['attachments', 'texts_attachment_texts']

/**
 * A million files of one organization, each with a text. Search indexes are built when all rows are there, and the words of
 * equal texts are computed once. Answers how many seconds the files took with the triggers that keep and count them.
 */
export async function insertFiles(query: BenchDatabase['query']): Promise<number> {
  const { rows: indexes } = await query(
    `select schemaname || '.' || indexname as name, indexdef as text from pg_indexes
     where indexdef like '%USING gin%' and tablename = any ($1)`,
    [SEARCHED],
  )
  await query(indexes.map(({ name }) => `drop index ${name}`).join('; '))
  const object = `('50000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`
  const [tenant, organization] = [`'${tenantId}'::uuid`, `'${organizationId}'::uuid`]
  const numbers = `generate_series(1, ${ROWS}) n`
  await load(
    query,
    `insert into attachment_objects (tenant_id, id, driver, partition_code, object_key, changed_at)
     select ${tenant}, ${object}, 'local', 'privateAttachments', n::text, now() from ${numbers}`,
  )
  const started = performance.now()
  await load(
    query,
    `insert into attachments (tenant_id, id, organization_id, entity_id, record_id, partition_code, file_name, original_name,
       mime_type, file_size, sha256, object_id, tags, created_at)
     select ${tenant}, gen_random_uuid(), ${organization}, 'bench:file', n::text, 'privateAttachments', 'file-' || n || '.txt',
       'file-' || n || '.txt', 'text/plain', 100, 'x', ${object}, array['t' || n % 50], now() - n * interval '1 second' from ${numbers}`,
  )
  const seconds = (performance.now() - started) / 1000
  await load(
    query,
    `insert into attachment_texts (tenant_id, id, organization_id, state, content)
     select ${tenant}, ${object}, ${organization}, 'read', 'A letter with word' || n % ${TEXTS} || ' in it' from ${numbers}`,
  )
  await load(
    query,
    `with words as materialized (
       select content, plinth.text_vector(content, '{english,german,spanish,polish}') as vector
       from (select 'A letter with word' || n || ' in it' as content from generate_series(0, ${TEXTS - 1}) n) one
     ) insert into plinth.texts_attachment_texts (tenant_id, id, place, vector)
     select t.tenant_id, t.id, ${organization}, w.vector from attachment_texts t join words w using (content)`,
  )
  for (const { text } of indexes) await load(query, text as string)
  await query(
    'vacuum analyze attachments, attachment_objects, attachment_texts, attachment_counts, plinth.texts_attachment_texts',
  )
  return seconds
}

/** One transaction in which only those triggers fire. */
async function load(query: BenchDatabase['query'], statement: string): Promise<void> {
  const each = (how: string) =>
    Object.entries(COUNTING).flatMap(([table, triggers]) =>
      triggers.map((trigger) => `alter table ${table} ${how} trigger ${trigger}`),
    )
  await query(
    [
      'begin',
      `set local session_replication_role = replica`,
      `set local maintenance_work_mem = '512MB'`,
      ...each('enable always'),
      statement,
      ...each('enable'),
      'commit',
    ].join('; '),
  )
}
