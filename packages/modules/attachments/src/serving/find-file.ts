import { type Context, defineCache, forbidden, notFound, type PlatformError, sql, unauthenticated } from '@plinth/core'
import { inScope } from '@plinth/core/data'
import { tags } from '../contract.ts'
import { addressColumns } from '../objects/addresses.ts'
import type { ObjectAddress } from '../storage/storage.ts'

/** What serving a file needs to know of it. */
export interface ServedFile extends ObjectAddress {
  readonly id: string
  readonly tenantId: string
  readonly originalName: string
  readonly mimeType: string
  readonly encoding: string | null
  readonly fileSize: number
  readonly sha256: string
  readonly isPublic: boolean
  readonly createdAt: string
}

export const servedFiles = defineCache<ServedFile>('attachments.served-files')

type Reader = Pick<Context, 'actor' | 'scope' | 'db' | 'cached' | 'asSystem'>

/**
 * The file, if the caller may see it: everybody sees those of public partitions, others need its tenant and
 * organization. What is cached was read for the same scope. Errors: 401 for strangers, whether there is such a file or
 * not; 403 for a file of somebody else; 404, in the words of `missing`.
 */
export async function findFile(ctx: Reader, id: string, missing = () => notFound('Attachment')): Promise<ServedFile> {
  const { tenantId, organizationIds } = ctx.scope
  const key = `${tenantId} ${organizationIds?.join() ?? '*'} ${ctx.actor.isSuperAdmin} ${id}`
  return ctx.cached(servedFiles, key, async () => {
    const file = (await findInScope(ctx, id)) ?? (await findBeyondScope(ctx, id))
    if (!file) throw await refusal(ctx, id, missing)
    return { value: file, tags: [tags.attachment(id), tags.partitions(file.tenantId)] }
  })
}

const columns = sql`a.id, a.tenant_id as "tenantId", a.original_name as "originalName", a.mime_type as "mimeType", a.encoding,
  a.file_size::float8 as "fileSize", a.sha256, p.is_public as "isPublic", a.created_at as "createdAt", ${addressColumns}`
const tables = sql`attachments a
  join attachment_partitions p on p.tenant_id = a.tenant_id and p.code = a.partition_code
  join attachment_objects o on o.tenant_id = a.tenant_id and o.id = a.object_id`

async function findInScope({ actor, scope, db }: Reader, id: string): Promise<ServedFile | undefined> {
  if (actor.kind === 'anonymous') return undefined
  const { rows } = await sql<ServedFile>`select ${columns} from ${tables}
    where ${inScope(scope, 'a')} and a.id = ${id}`.execute(db)
  return rows[0]
}

/** Public means that no tenant matters, as for super admins none does. */
function findBeyondScope({ actor, asSystem }: Reader, id: string): Promise<ServedFile | undefined> {
  return asSystem('find a file beyond the scope: public, or asked for by a super admin', async ({ db }) => {
    const { rows } = await sql<ServedFile>`select ${columns} from ${tables}
      where a.id = ${id} and (p.is_public or ${actor.isSuperAdmin})`.execute(db)
    return rows[0]
  })
}

async function refusal({ actor, asSystem }: Reader, id: string, missing: () => PlatformError) {
  if (actor.kind === 'anonymous') return unauthenticated()
  const isElsewhere = await asSystem('tell a file of somebody else from none', async ({ db }) => {
    const { rows } = await sql`select from attachments where id = ${id}`.execute(db)
    return rows.length > 0
  })
  return isElsewhere ? forbidden() : missing()
}
