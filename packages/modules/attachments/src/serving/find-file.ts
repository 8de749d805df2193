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
import { fieldPolicies, hasAccess } from '@plinth/core/acl'
import { columns } from '@plinth/core/data'
import { features, tags } from '../contract.ts'
import { addressColumns } from '../objects/addresses.ts'
import { findAttachable, isFileReachable, ofOwner } from '../records.ts'
import type { ObjectAddress } from '../storage/storage.ts'
import { Attachment, Partition } from '../entities.ts'

/** The fields of a file needed to serve it. */
export interface ServedFile extends ObjectAddress {
  readonly id: string
  readonly tenantId: string
  readonly entityId: string
  readonly recordId: string
  /** Null if policies hide it from the caller. */
  readonly originalName: string | null
  readonly mimeType: string
  readonly encoding: string | null
  readonly fileSize: number
  readonly sha256: string
  readonly isPublic: boolean
  readonly createdAt: string
}

export const servedFiles = defineCache<ServedFile>('attachments.served-files')

/**
 * Finds a file that the caller may read. Public partitions are open to everybody; other files require `attachments.view` in their
 * tenant and organization, the access of the resource that declares the files of its records, or a super admin. Cached entries apply to the scope they were read for. To hide whether a file exists,
 * one that may not be read and one that does not exist get the same response: 401 for anonymous callers, 403 without the feature,
 * otherwise 404, as created by `missing`.
 */
export async function findFile(ctx: Context, id: string, missing = () => notFound('Attachment')): Promise<ServedFile> {
  const { actor, scope } = ctx
  const { tenantId, organizationIds } = scope
  const key = `${tenantId} ${organizationIds?.join() ?? '*'} ${actor.isSuperAdmin} ${id}`
  const load = async () => {
    const found = (await findInScope(ctx, id)) ?? (await findOwned(ctx, id)) ?? (await findBeyondScope(ctx, id))
    if (!found) throw toRefusal(actor, missing)
    return { value: found, tags: [tags.attachment(id), tags.partitions(found.tenantId)] }
  }
  // What row policies permit depends on more than the file.
  const file = actor.layers ? (await load()).value : await ctx.cached(servedFiles, key, load)
  const isOfOwner = findAttachable(ctx, file.entityId)?.isOwner === true
  if (!file.isPublic && !isOfOwner && !hasAccess(actor, features.view)) throw toRefusal(actor, missing)
  // Checked for every request: cached entries do not reflect changes of the record.
  const isRestricted = !file.isPublic && !actor.isSuperAdmin
  if (isRestricted && !(await isFileReachable(ctx, file, 'read')))
    throw isOfOwner ? toRefusal(actor, missing) : missing()
  const rights = ctx.inject(fieldPolicies).of(actor, Attachment)
  const isNamed = !rights || (rights.may('read', 'fileName') && rights.may('read', 'originalName'))
  return isNamed ? file : { ...file, originalName: null }
}

/** The same error for a file the caller may not read, and for a missing one. */
function toRefusal(actor: Actor, missing: () => PlatformError): PlatformError {
  if (actor.kind === 'anonymous') return unauthenticated()
  return hasAccess(actor, features.view) ? missing() : forbidden('Forbidden', { requiredFeatures: [features.view.id] })
}

const servedColumns = sql`${columns(Attachment, 'a', [
  'id',
  'tenantId',
  'entityId',
  'recordId',
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

async function findInScope({ actor, from, db }: Context, id: string): Promise<ServedFile | undefined> {
  if (actor.kind === 'anonymous') return undefined
  const { rows } = await sql<ServedFile>`select ${servedColumns} from ${tables}
    where ${from.isVisible(Attachment, 'a')} and a.id = ${id}`.execute(db)
  return rows[0]
}

/** Files of a resource are where their record is, which is checked for every request. */
async function findOwned(ctx: Context, id: string): Promise<ServedFile | undefined> {
  if (ctx.actor.kind === 'anonymous') return undefined
  return ofOwner(ctx, id, async ({ db, from }) => {
    const { rows } = await sql<ServedFile>`select ${servedColumns} from ${tables}
      where ${from.isVisible(Attachment, 'a')} and a.id = ${id}`.execute(db)
    return rows[0]
  })
}

/** Public files can be read across tenants, and super admins can read all files. */
async function findBeyondScope({ actor, widenScope }: Context, id: string): Promise<ServedFile | undefined> {
  const found = await widenScope(
    'allTenants',
    'find a file beyond the scope: public, or asked for by a super admin',
    async ({ db }) => {
      const { rows } = await sql<ServedFile>`select ${servedColumns} from ${tables} where a.id = ${id}`.execute(db)
      return rows[0]
    },
  )
  return found && (found.isPublic || actor.isSuperAdmin) ? found : undefined
}
