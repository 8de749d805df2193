import { type Context, defineCache, forbidden, notFound, type PlatformError, sql, unauthenticated } from '@plinth/core'
import { inScope, columns } from '@plinth/core/data'
import { tags } from '../contract.ts'
import { addressColumns } from '../objects/addresses.ts'
import type { ObjectAddress } from '../storage/storage.ts'
import { Attachment, Partition } from '../entities.ts'

/** A file as serving needs it. */
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

/**
 * The file, if the caller may see it: everybody sees those of public partitions, others need its tenant and
 * organization. What is cached was read for the same scope. Errors: 401 for strangers, whether there is such a file or
 * not; 403 for a file of another tenant or organization; 404, in the words of `missing`.
 */
export function findFile(ctx: Context, id: string, missing = () => notFound('Attachment')): Promise<ServedFile> {
  const { tenantId, organizationIds } = ctx.scope
  const key = `${tenantId} ${organizationIds?.join() ?? '*'} ${ctx.actor.isSuperAdmin} ${id}`
  return ctx.cached(servedFiles, key, async () => {
    const file = (await findInScope(ctx, id)) ?? (await findBeyondScope(ctx, id, missing))
    return { value: file, tags: [tags.attachment(id), tags.partitions(file.tenantId)] }
  })
}

const servedColumns = sql`${columns(Attachment, 'a', [
  'id',
  'tenantId',
  'originalName',
  'mimeType',
  'encoding',
  'fileSize',
  'sha256',
  'createdAt',
])}, ${columns(Partition, 'p', ['isPublic'])}, ${addressColumns}`
const tables = sql`attachments a
  join attachment_partitions p on p.tenant_id = a.tenant_id and p.code = a.partition_code
  join attachment_objects o on o.tenant_id = a.tenant_id and o.id = a.object_id`

async function findInScope({ actor, scope, db }: Context, id: string): Promise<ServedFile | undefined> {
  if (actor.kind === 'anonymous') return undefined
  const { rows } = await sql<ServedFile>`select ${servedColumns} from ${tables}
    where ${inScope(scope, 'a')} and a.id = ${id}`.execute(db)
  return rows[0]
}

/** Public means that no tenant matters, as for super admins none does. A foreign file and a missing one are answered differently. */
async function findBeyondScope({ actor, asSystem }: Context, id: string, missing: () => PlatformError) {
  const found = await asSystem(
    'find a file beyond the scope: public, or asked for by a super admin',
    async ({ db }) => {
      const { rows } = await sql<ServedFile>`select ${servedColumns} from ${tables} where a.id = ${id}`.execute(db)
      return rows[0]
    },
  )
  if (found && (found.isPublic || actor.isSuperAdmin)) return found
  if (actor.kind === 'anonymous') throw unauthenticated()
  throw found ? forbidden() : missing()
}
