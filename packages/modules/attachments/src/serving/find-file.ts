import {
  type Actor,
  type Context,
  defineCache,
  forbidden,
  notFound,
  type PlatformError,
  sql,
  unauthenticated,
} from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { inScope, columns } from '@plinth/core/data'
import { features, tags } from '../contract.ts'
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
 * The file, if the caller may read it: everybody reads those of public partitions; others are for callers with
 * `attachments.view` in its tenant and organization, and for super admins. What is cached was read for the same scope. Nobody
 * learns of a file that they may not read: it is answered like one that does not exist, with 401 to strangers, 403 without the
 * feature, and else 404, in the words of `missing`.
 */
export async function findFile(ctx: Context, id: string, missing = () => notFound('Attachment')): Promise<ServedFile> {
  const { actor, scope } = ctx
  const { tenantId, organizationIds } = scope
  const key = `${tenantId} ${organizationIds?.join() ?? '*'} ${actor.isSuperAdmin} ${id}`
  const file = await ctx.cached(servedFiles, key, async () => {
    const found = (await findInScope(ctx, id)) ?? (await findBeyondScope(ctx, id))
    if (!found) throw toRefusal(actor, missing)
    return { value: found, tags: [tags.attachment(id), tags.partitions(found.tenantId)] }
  })
  if (!file.isPublic && !hasAccess(actor, features.view)) throw toRefusal(actor, missing)
  return file
}

/** The same for a file that the caller may not read, and for none. */
function toRefusal(actor: Actor, missing: () => PlatformError): PlatformError {
  if (actor.kind === 'anonymous') return unauthenticated()
  return hasAccess(actor, features.view) ? missing() : forbidden('Forbidden', { requiredFeatures: [features.view.id] })
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

/** Public means that no tenant matters, as for super admins none does. */
async function findBeyondScope({ actor, asSystem }: Context, id: string): Promise<ServedFile | undefined> {
  const found = await asSystem(
    'find a file beyond the scope: public, or asked for by a super admin',
    async ({ db }) => {
      const { rows } = await sql<ServedFile>`select ${servedColumns} from ${tables} where a.id = ${id}`.execute(db)
      return rows[0]
    },
  )
  return found && (found.isPublic || actor.isSuperAdmin) ? found : undefined
}
