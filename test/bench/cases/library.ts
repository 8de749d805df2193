import { startChild } from '../child.ts'
import { type BenchDatabase, logIn, organizationId, tenantId } from '../database.ts'
import { temporaryFolder } from '../folder.ts'
import { applyLoad } from '../load.ts'
import type { Result } from '../result.ts'

const ROWS = 1_000_000

/** The library of a tenant with a million files: its first page, and a search in what is written in them. */
export async function library({ url: database, query }: BenchDatabase): Promise<Result[]> {
  await using folder = await temporaryFolder()
  await query(`update role_acls set features = features || '{attachments.*}' where not features @> '{attachments.*}'`)
  await using platform = await startChild('files', { DATABASE_URL: database, FILES: folder.path })
  const headers = { authorization: `Bearer ${await logIn(platform.url)}` }
  await fetch(`${platform.url}/attachments/partitions`, { headers })
  await fill(query)
  const milliseconds = async (path: string) => {
    const load = { url: platform.url + path, headers, connections: 1 }
    await applyLoad({ ...load, duration: 1 })
    return 1000 / (await applyLoad({ ...load, duration: 3 })).perSecond
  }
  const floor = async (text: string, values: readonly unknown[]) => {
    const times: number[] = []
    for (let run = 0; run < 51; run++) {
      const started = performance.now()
      await query(text, [...values])
      times.push(performance.now() - started)
    }
    return times.toSorted((a, b) => a - b)[25]!
  }
  const list = await milliseconds('/attachments/library')
  const search = await milliseconds('/attachments/library?text=word4711')
  const sql = await floor(
    `select a.id, a.file_name from attachments a join plinth.texts_attachment_texts v on v.tenant_id = a.tenant_id and v.id = a.object_id
     where v.tenant_id = $1 and v.place = $2 and v.vector @@ 'word4711:*'::tsquery order by ts_rank(v.vector, 'word4711:*'::tsquery) desc limit 25`,
    [tenantId, organizationId],
  )
  return [
    { name: 'library of 1,000,000 files, first page', unit: 'ms', subject: list, target: 5, atMost: true },
    {
      name: 'search in their texts',
      unit: 'ms',
      subject: search,
      floor: sql,
      ratio: search / sql,
      target: 1.2,
      atMost: true,
    },
  ]
}

async function fill(query: BenchDatabase['query']): Promise<void> {
  const values = [tenantId, organizationId, ROWS]
  await query(
    `insert into attachment_objects (tenant_id, id, driver, partition_code, object_key, size, changed_at)
     select $1, ('50000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'local', 'privateAttachments', n::text, 100, now()
     from generate_series(1, $3::int) n where $2::uuid is not null`,
    values,
  )
  await query(
    `insert into attachments (tenant_id, id, organization_id, entity_id, record_id, partition_code, file_name, original_name,
       mime_type, file_size, sha256, object_id, tags, created_at)
     select $1, gen_random_uuid(), $2, 'bench:file', n::text, 'privateAttachments', 'file-' || n || '.txt', 'file', 'text/plain', 100,
       'x', ('50000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, array['t' || n % 50], now() - n * interval '1 second'
     from generate_series(1, $3::int) n`,
    values,
  )
  await query(
    `insert into attachment_texts (tenant_id, id, organization_id, state, content)
     select $1, ('50000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $2, 'read', 'A letter with word' || n % 20000 || ' in it'
     from generate_series(1, $3::int) n`,
    values,
  )
  await query(
    'vacuum analyze attachments, attachment_objects, attachment_texts, attachment_counts, plinth.texts_attachment_texts',
  )
}
