import { composition, type Context, forbidden, isUuid, PlatformError, sql } from '@plinth/core'
import { assertAccess, featuresOf, hasAccess, rowPolicies } from '@plinth/core/acl'
import {
  anyOf,
  assertUpdatable,
  type Declared,
  findCustomRecords,
  findFileOwners,
  type From,
  hasProperty,
  inTenant,
  type RawBuilder,
  type SqlBool,
} from '@plinth/core/data'
import { entityNames } from '@plinth/core/rules'
import { type AttachableEntity, attachables } from '@plinth/points'
import { features } from './contract.ts'
import type { Attachment } from './entities.ts'

/** The record a file belongs to. */
interface RecordName {
  readonly entityId: string
  readonly recordId: string
}

type Use = keyof AttachableEntity['access']
type RecordContext = Pick<Context, 'actor' | 'from' | 'widenScope' | 'inject' | 'db' | 'scope'>

/** An entity whose records have files. */
interface Attachable extends AttachableEntity {
  /** Whether a resource declares its files: access to them is that to their record, and there are none without one. */
  readonly isOwner: boolean
}

/** The declaration of an entity, by any of its names; undefined for names that only a client uses. */
export function findAttachable(ctx: Pick<Context, 'inject' | 'actor'>, entityId: string): Attachable | undefined {
  const { modules } = ctx.inject(composition)
  const names = entityNames(modules, entityId)
  const owner = findFileOwners(modules).find(({ id }) => names.includes(id))
  if (owner) return { ...owner, isOwner: true }
  const found = attachables.from(modules).find(({ value }) => names.includes(value.id))?.value
  const declared = found ?? hiddenRecordsOf(ctx).find(({ id }) => id === entityId)
  return declared && { ...declared, isOwner: false }
}

/** Custom entities of which row policies hide records from the caller: only then are their files a matter of records. */
function hiddenRecordsOf({ inject, actor }: Pick<Context, 'inject' | 'actor'>): readonly AttachableEntity[] {
  const records = actor.layers && findCustomRecords(inject(composition).modules)
  if (!records) return []
  const access = { read: features.view, write: features.manage }
  return inject(rowPolicies)
    .hiddenEntitiesOf(actor)
    .map((id) => ({ id, entity: records.entity, access }))
}

/** The entities whose resources declare files, each with all of its names. */
function ownersOf({ inject }: Pick<Context, 'inject'>) {
  const { modules } = inject(composition)
  return findFileOwners(modules).map(({ id, entity, access }) => ({ entity, access, names: entityNames(modules, id) }))
}

/**
 * Throws 403 unless the caller may write files of an entity: with the access of its resource, or else with `attachments.manage`,
 * to which the caller of `reachableRecords` or `holdRecord` adds what the entity requires.
 */
export function assertMayWrite(ctx: Pick<Context, 'actor' | 'inject' | 'now'>, entityId: string): void {
  const attachable = findAttachable(ctx, entityId)
  assertAccess(ctx.actor, attachable?.isOwner ? attachable.access.write : features.manage, ctx.now())
}

/**
 * Does something with a file of any organization of the tenant, if a resource declares the files of its records; undefined for other
 * files. The caller must still be checked.
 */
export async function ofOwner<T>(
  ctx: Pick<Context, 'inject' | 'widenScope'>,
  id: string,
  work: (tenant: Pick<Context, 'from' | 'db' | 'scope'>) => Promise<T>,
): Promise<T | undefined> {
  const names = ownersOf(ctx).flatMap((owner) => owner.names)
  if (names.length === 0) return undefined
  return ctx.widenScope('organizations', 'find a file wherever its record is', async (tenant) => {
    const { rows } = await sql`select from attachments a
      where ${inTenant(tenant.scope, 'a')} and a.id = ${id} and a.entity_id = any (${names}::text[])`.execute(tenant.db)
    return rows.length > 0 ? work(tenant) : undefined
  })
}

interface FilesOf {
  readonly entity: Declared
  readonly names: readonly string[]
  /** The alias of the files. */
  readonly alias: string
}

/** Whether a file belongs to a record that the caller may read, or to one of another entity. */
function isOfVisible({ from }: Pick<Context, 'from'>, { entity, names, alias }: FilesOf) {
  const [recordId, entityId] = [sql.ref(`${alias}.record_id`), sql.ref(`${alias}.entity_id`)]
  // Of the id as well, which clients have chosen before the resource declared files.
  const id = sql`case when ${recordId} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${recordId}::uuid end`
  return sql<SqlBool>`(not ${entityId} = any (${names}::text[]) or exists (select from ${from.table(entity, 'r')} where r.id = ${id}))`
}

/** The kind of a resource's records in the log: `shop.order` for `shop:order`. */
export const kindOf = (entityId: string) => entityId.replace(':', '.')

/** All names of declared entities whose records the caller may not read. */
export function hiddenEntities({ actor, inject }: Pick<Context, 'actor' | 'inject'>): readonly string[] {
  const { modules } = inject(composition)
  const declared = [...attachables.from(modules).map(({ value }) => value), ...findFileOwners(modules)]
  const hidden = declared.filter(({ access }) => !hasAccess(actor, access.read))
  return hidden.flatMap(({ id }) => entityNames(modules, id))
}

/** Conditions on files `t` that are counted: those of the lists. */
export function ofCountedFiles(ctx: Pick<Context, 'from' | 'inject' | 'actor'>): readonly RawBuilder<SqlBool>[] {
  const hidden = hiddenEntities(ctx)
  const ofHidden = sql<SqlBool>`not t.entity_id = any (${hidden}::text[])`
  return [...(hidden.length > 0 ? [ofHidden] : []), ...ofVisibleRecords(ctx, 't')]
}

/**
 * Conditions on files: those of a resource's records are listed if their record is visible, and so are those of other entities of
 * which row policies hide records. Then nobody can tell files of hidden records from those of records that do not exist.
 */
export const ofVisibleRecords = (ctx: Pick<Context, 'from' | 'inject' | 'actor'>, alias = 'a') =>
  [...ownersOf(ctx), ...restrictedIn(ctx)].map((owner) => isOfVisible(ctx, { ...owner, alias }))

/** Conditions on files of entities of which row policies hide records; none if they hide none. */
export const ofRestrictedRecords = (ctx: Pick<Context, 'from' | 'inject' | 'actor'>, alias: string) =>
  [...ownersOf(ctx).filter(({ entity }) => ctx.from.isRestricted(entity)), ...restrictedIn(ctx)].map((owner) =>
    isOfVisible(ctx, { ...owner, alias }),
  )

/** Entities of which row policies hide records, other than those whose resources declare files. */
function restrictedIn(ctx: Pick<Context, 'from' | 'inject' | 'actor'>) {
  const { modules } = ctx.inject(composition)
  const restricted = attachables
    .from(modules)
    .filter(({ value }) => ctx.from.isRestricted(value.entity))
    .map(({ value: { id, entity } }) => ({ entity, names: entityNames(modules, id) }))
  const custom = hiddenRecordsOf(ctx).map(({ id, entity }) => ({ entity, names: [id] }))
  return [...restricted, ...custom]
}

/**
 * The records whose files the caller may access: visible ones, and, unless a resource declares their files, those that no longer
 * exist, such as records deleted before their module declared the entity. Throws 403 if the caller lacks a required feature, or may
 * not update a record whose files are written.
 */
export async function reachableRecords(
  ctx: RecordContext,
  attachable: Attachable,
  { ids, use }: { readonly ids: readonly string[]; readonly use: Use },
): Promise<ReadonlySet<string>> {
  const { entity, access, isOwner } = attachable
  if (!hasAccess(ctx.actor, access[use]))
    throw forbidden('Forbidden', { requiredFeatures: featuresOf(access[use]).map(({ id }) => id) })
  const visible = await idsIn(ctx.from, entity, ids)
  if (isOwner && use === 'write') await assertUpdatable(ctx, entity, [...visible])
  if (isOwner) return visible
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
 * the caller, and for any record that is not there if a resource declares its files; 403 as above.
 */
export async function holdRecord(ctx: RecordContext, { entityId, recordId }: RecordName): Promise<string | undefined> {
  const attachable = findAttachable(ctx, entityId)
  if (!attachable) return undefined
  const { entity, access, isOwner } = attachable
  if (!hasAccess(ctx.actor, access.write))
    throw forbidden('Forbidden', { requiredFeatures: featuresOf(access.write).map(({ id }) => id) })
  if (isOwner && !isUuid(recordId)) throw recordNotFound()
  if (!isUuid(recordId)) return undefined
  const isOfOrganization = hasProperty(entity, 'organizationId')
  const row = await rowsOf(ctx.from, entity)
    .select(isOfOrganization ? ['r.id', 'r.organizationId'] : ['r.id'])
    .where('r.id', '=', recordId)
    .forKeyShare()
    .executeTakeFirst()
  if (row && isOwner) await assertUpdatable(ctx, entity, [recordId])
  // The database does not lock a row that the caller may only read.
  if (!row && isOwner && (await idsIn(ctx.from, entity, [recordId])).has(recordId)) throw forbidden()
  if (!row && isOwner) throw recordNotFound()
  if (!row && (await hiddenIds(ctx, entity, [recordId])).has(recordId)) throw recordNotFound()
  return row?.organizationId ?? undefined
}

export const recordNotFound = () =>
  new PlatformError('not_found', 'Record not found', { body: { fieldErrors: { recordId: 'Not found' } } })

/** Which of these records, none of which is visible to the caller, exist in the tenant. */
async function hiddenIds(ctx: RecordContext, entity: Declared, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  return ctx.widenScope('tenant', 'tell records beyond the scope from those that do not exist', ({ from }) =>
    idsIn(from, entity, ids),
  )
}

export async function idsIn(from: From, entity: Declared, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = ids.filter(isUuid)
  if (known.length === 0) return new Set()
  const rows = await rowsOf(from, entity).select(['r.id']).where('r.id', '=', anyOf(known)).execute()
  const found = new Set(rows.map(({ id }) => id))
  // The database compares UUIDs regardless of their case.
  return new Set(known.filter((id) => found.has(id.toLowerCase())))
}

/** Typed as any entity; `organizationId` exists only for entities that belong to an organization. */
const rowsOf = (from: From, entity: Declared) => from(entity as typeof Attachment, 'r')
