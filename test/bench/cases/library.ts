import { type Child, startChild } from '../child.ts'
import { type BenchDatabase, logIn, organizationId, tenantId } from '../database.ts'
import { temporaryFolder } from '../folder.ts'
import { applyLoad, compare } from '../load.ts'
import { insertFiles } from '../million-files.ts'
import type { Result } from '../result.ts'

/** The library of a tenant with a million files: its first page, and a search in what is written in them. */
export async function library({ url: database, query }: BenchDatabase): Promise<Result[]> {
  await using folder = await temporaryFolder()
  await query(`update role_acls set features = features || '{attachments.*}' where not features @> '{attachments.*}'`)
  await using platform = await startChild('files', { DATABASE_URL: database, FILES: folder.path })
  const headers = { authorization: `Bearer ${await logIn(platform.url)}` }
  // The tenant is older than its files: the first upload adds the default partitions.
  const form = new FormData()
  for (const [field, value] of Object.entries({ entityId: 'bench:file', recordId: '0' })) form.set(field, value)
  form.set('file', new Blob(['A letter']), 'letter.txt')
  const uploaded = await fetch(`${platform.url}/attachments`, { method: 'POST', headers, body: form })
  if (uploaded.status !== 200) throw new Error(`POST /attachments: ${uploaded.status} ${await uploaded.text()}`)
  const seconds = await insertFiles(query)
  await using plain = await startChild('pg-library', {
    DATABASE_URL: database,
    TENANT: tenantId,
    ORGANIZATION: organizationId,
  })
  const milliseconds = (child: Child, path: string) => async () => {
    const load = { url: child.url + path, headers, connections: 1, duration: 2 }
    return 1000 / (await applyLoad(load)).perSecond
  }
  const measure = (path: string) => compare(3, milliseconds(plain, path), milliseconds(platform, path))
  const [list, search] = [await measure('/attachments/library'), await measure('/attachments/library?text=word4711')]
  return [
    { name: '1,000,000 files through the triggers that count them', unit: 's', subject: seconds },
    {
      name: 'library of 1,000,000 files, first page',
      unit: 'ms',
      subject: list.subject,
      target: 5,
      atMost: true,
    },
    { name: '  beside the SQL', unit: 'ms', ...list, target: 1.2, atMost: true },
    { name: 'search in their texts, beside the SQL', unit: 'ms', ...search, target: 1.2, atMost: true },
  ]
}
