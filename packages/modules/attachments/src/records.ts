import { composition, type Context, forbidden, PlatformError } from '@plinth/core'
import { featuresOf, hasAccess } from '@plinth/core/acl'
import { isUuid } from '@plinth/core/http'
import { anyOf, type Declared, type From, hasProperty } from '@plinth/core/data'
import { entityNames } from '@plinth/core/rules'
import { type AttachableEntity, attachables } from '@plinth/points'
import type { Attachment } from './entities.ts'

/** The record a file belongs to. */
interface RecordName {
  readonly entityId: string
  readonly recordId: string
}

type Use = keyof AttachableEntity['access']
type RecordContext = Pick<Context, 'actor' | 'from' | 'asTenant' | 'inject'>

/** The module's declaration of an entity, by any of its names; undefined for names that only a client uses. */
export function findAttachable({ inject }: Pick<Context, 'inject'>, entityId: string): AttachableEntity | undefined {
  const { modules } = inject(composition)
  const names = entityNames(modules, entityId)
  return attachables.from(modules).find(({ value }) => names.includes(value.id))?.value
}

/** All names of declared entities whose records the caller may not read. */
export function hiddenEntities({ actor, inject }: Pick<Context, 'actor' | 'inject'>): readonly string[] {
  const { modules } = inject(composition)
  const hidden = attachables.from(modules).filter(({ value: { access } }) => !hasAccess(actor, access.read))
  return hidden.flatMap(({ value: { id } }) => entityNames(modules, id))
}

/**
 * The records whose files the caller may access: visible ones, and those that no longer exist, such as records deleted before
 * their module declared the entity. Throws 403 if the caller lacks a required feature.
 */
export async function reachableRecords(
  ctx: RecordContext,
  attachable: AttachableEntity,
  { ids, use }: { readonly ids: readonly string[]; readonly use: Use },
): Promise<ReadonlySet<string>> {
  const { entity, access } = attachable
  if (!hasAccess(ctx.actor, access[use]))
    throw forbidden('Forbidden', { requiredFeatures: featuresOf(access[use]).map(({ id }) => id) })
  const visible = await idsIn(ctx.from, entity, ids)
  const others = ids.filter((id) => !visible.has(id))
  const hidden = await hiddenIds(ctx, entity, others)
  return new Set(ids.filter((id) => !hidden.has(id)))
}

/** Whether the caller may access a record's files; always true for entities that no module has declared. Throws 403 as above. */
export async function isReachable(ctx: RecordContext, { entityId, recordId }: RecordName, use: Use): Promise<boolean> {
  const attachable = findAttachable(ctx, entityId)
  if (!attachable) return true
  return (await reachableRecords(ctx, attachable, { ids: [recordId], use })).has(recordId)
}

/**
 * Whether the caller may access a file that was named by its id. A caller who may not read the records of its entity does not learn
 * that the file exists. Throws 403 if the caller may read the record, but lacks the feature for the given use.
 */
export async function isFileReachable(ctx: RecordContext, file: RecordName, use: Use): Promise<boolean> {
  const attachable = findAttachable(ctx, file.entityId)
  if (attachable && !hasAccess(ctx.actor, attachable.access.read)) return false
  return isReachable(ctx, file, use)
}

/**
 * Locks the record of a new file until the end of the command: a concurrent deletion waits, and then finds the file. Returns the
 * organization for the file; undefined if there is none, for undeclared entities, and for records that do not exist: clients upload
 * under the id of a draft and transfer the files once the record is saved. Errors: 404 if the record exists, but is not visible to
 * the caller, 403 as above.
 */
export async function holdRecord(ctx: RecordContext, { entityId, recordId }: RecordName): Promise<string | undefined> {
  const attachable = findAttachable(ctx, entityId)
  if (!attachable) return undefined
  const { entity, access } = attachable
  if (!hasAccess(ctx.actor, access.write))
    throw forbidden('Forbidden', { requiredFeatures: featuresOf(access.write).map(({ id }) => id) })
  if (!isUuid(recordId)) return undefined
  const isOfOrganization = hasProperty(entity, 'organizationId')
  const row = await rowsOf(ctx.from, entity)
    .select(isOfOrganization ? ['r.id', 'r.organizationId'] : ['r.id'])
    .where('r.id', '=', recordId)
    .forKeyShare()
    .executeTakeFirst()
  if (!row && (await hiddenIds(ctx, entity, [recordId])).has(recordId)) throw recordNotFound()
  return row?.organizationId ?? undefined
}

export const recordNotFound = () =>
  new PlatformError('not_found', 'Record not found', { body: { fieldErrors: { recordId: 'Not found' } } })

/** Which of these records, none of which is visible to the caller, exist in the tenant. */
async function hiddenIds(ctx: RecordContext, entity: Declared, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  return ctx.asTenant('tell records beyond the scope from those that do not exist', ({ from }) =>
    idsIn(from, entity, ids),
  )
}

async function idsIn(from: From, entity: Declared, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = ids.filter(isUuid)
  if (known.length === 0) return new Set()
  const rows = await rowsOf(from, entity).select(['r.id']).where('r.id', '=', anyOf(known)).execute()
  const found = new Set(rows.map(({ id }) => id))
  // The database compares UUIDs regardless of their case.
  return new Set(known.filter((id) => found.has(id.toLowerCase())))
}

/** Typed as any entity; `organizationId` exists only for entities that belong to an organization. */
const rowsOf = (from: From, entity: Declared) => from(entity as typeof Attachment, 'r')
