import { badInput, type CommandContext, defineCommand, isUuid, notFound, Ok } from '@plinth/core'
import { type FieldRights, notWritable } from '@plinth/core/acl'
import {
  CUSTOM_PREFIX,
  type CustomRecord,
  type CustomWrite,
  OWNER,
  ownerToWrite,
  recordShares,
  requireOrganization,
} from '@plinth/core/data'
import { deleteFilesOf } from '@plinth/points'
import { z } from 'zod'
import { events, features } from '../contract.ts'
import { EntityId } from '../field-config.ts'
import { EntityRecord } from '../entities.ts'
import { customRecords, mayRead, rightsOf } from '../records/custom-records.ts'
import { findCustomEntity, isSystemEntity, type RegisteredEntity } from '../definitions/custom-entities.ts'
import { recordRules } from '../records/rule-point.ts'
import { toValues } from '../records/sent-values.ts'
import { fieldsOf } from '../values/custom-value-service.ts'

const Values = z.record(z.string().max(110), z.unknown()).default({})

/** Only for entities whose records have owners. */
const Owner = z
  .uuid()
  .toLowerCase()
  .nullish()
  .meta({ description: 'The user to whom the record belongs, if records of the entity have owners.' })

/**
 * Creates a record of a custom entity. If the id belongs to a record of this entity that the caller can see, its values are
 * replaced. An unused id becomes the id of the new record.
 */
export const createRecord = defineCommand({
  id: 'entities.records.create',
  label: 'Create record',
  access: features['records.manage'],
  resource: 'entities.record',
  rules: recordRules.create,
  input: z.object({ entityId: EntityId, recordId: z.string().max(100).optional(), values: Values, ownerId: Owner }),
  output: z.object({ id: z.uuid(), entityId: z.string() }),
  target: ({ input: { entityId }, result: { id } }) => ({ id, parent: { kind: 'entities.entity', id: entityId } }),
  async run(ctx) {
    const { input, scope, from } = ctx
    const { entityId, recordId } = input
    const organizationId = requireOrganization(scope)
    const { owned: isOwned } = await assertRegistered(ctx, entityId)
    const id = isUuid(recordId) ? recordId.toLowerCase() : crypto.randomUUID()
    const [known] = await from.lockAll(EntityRecord, { id, entityId, deletedAt: null })
    const custom = await parse(ctx, {
      entityId,
      organizationId: known?.organizationId ?? organizationId,
      stored: known?.custom ?? {},
      isNew: true,
    })
    const owner = isOwned && (await ownerOf(ctx, known ?? null))
    if (known) {
      await from.change(EntityRecord, known, { custom: { ...fixedValues(ctx, known), ...custom }, ...owner })
      emitRecord(ctx, 'updated', known)
      return { id, entityId }
    }
    const add = (newId: string) =>
      from
        .insert(EntityRecord, { id: newId, entityId, organizationId, custom, ...owner })
        .onConflict((on) => on.doNothing())
        .returning(['id', 'entityId', 'organizationId'])
        .executeTakeFirst()
    // An id that is already in use elsewhere is ignored.
    const record = (await add(id)) ?? (await add(crypto.randomUUID()))!
    emitRecord(ctx, 'created', record)
    return { id: record.id, entityId }
  },
})

/** Changes the given values of a record. */
export const updateRecord = defineCommand({
  id: 'entities.records.update',
  label: 'Update record',
  access: features['records.manage'],
  resource: 'entities.record',
  entity: EntityRecord,
  rules: recordRules.update,
  ruledId: ({ recordId }) => recordId,
  input: z.object({ entityId: EntityId, recordId: z.uuid().toLowerCase(), values: Values, ownerId: Owner }),
  output: z.object({ id: z.uuid(), entityId: z.string() }),
  target: ({ input: { entityId, recordId } }) => ({ id: recordId, parent: { kind: 'entities.entity', id: entityId } }),
  async run(ctx) {
    const { from, input } = ctx
    const { entityId, recordId } = input
    const record = await lockRecord(ctx, input)
    const values = await parse(ctx, {
      entityId,
      organizationId: record.organizationId,
      stored: record.custom,
      isNew: false,
    })
    const isOwned = input.ownerId !== undefined && (await findCustomEntity(ctx, entityId))?.owned
    const owner = isOwned && (await ownerOf(ctx, record))
    // The row is locked, so no concurrent change is lost by writing all of it.
    await from.change(EntityRecord, record, { custom: { ...record.custom, ...values }, ...owner })
    emitRecord(ctx, 'updated', record)
    return { id: recordId, entityId }
  },
})

/** Deletes a record with its files. */
export const deleteRecord = defineCommand({
  id: 'entities.records.delete',
  label: 'Delete record',
  access: features['records.manage'],
  resource: 'entities.record',
  entity: EntityRecord,
  rules: recordRules.delete,
  ruledId: ({ recordId }) => recordId,
  input: z.object({ entityId: EntityId, recordId: z.uuid().toLowerCase() }),
  output: Ok,
  target: ({ input: { entityId, recordId } }) => ({ id: recordId, parent: { kind: 'entities.entity', id: entityId } }),
  async run(ctx) {
    const record = await lockRecord(ctx, ctx.input)
    await deleteFilesOf(ctx, { id: record.entityId }, [record.id])
    await ctx.from.change(EntityRecord, record, { deletedAt: ctx.now() })
    // Later, because the caller may see the record by a share, and must be refused then.
    await ctx.inject(recordShares)?.endAll(ctx, customRecords.shared, [record.id])
    emitRecord(ctx, 'deleted', record)
    return { ok: true as const }
  },
})

/** 400 for entities of modules, as a later version publishes it; 404 for one that nobody has registered. */
async function assertRegistered(
  ctx: Pick<CommandContext, 'cached' | 'widenScope' | 'scope' | 'inject'>,
  entityId: string,
): Promise<RegisteredEntity> {
  if (isSystemEntity(ctx, entityId))
    throw badInput('Records are available for custom entities only', {
      code: 'system_entity_records_blocked',
      entityId,
    })
  const registered = await findCustomEntity(ctx, entityId)
  if (!registered) throw notFound('Entity')
  return registered
}

async function lockRecord(
  ctx: CommandContext,
  { entityId, recordId }: { readonly entityId: string; readonly recordId: string },
) {
  if (isSystemEntity(ctx, entityId)) await assertRegistered(ctx, entityId)
  return ctx.from.lock(EntityRecord, { id: recordId, entityId, deletedAt: null }, () => notFound('Record'))
}

interface Place extends Omit<CustomWrite, 'values'> {
  readonly entityId: string
  readonly organizationId: string | null
}

/** The values of the input as they are stored. */
async function parse(
  ctx: CommandContext<{ readonly values: Readonly<Record<string, unknown>> }>,
  { entityId, organizationId, ...write }: Place,
) {
  const sent = toValues(ctx.input.values)
  const rights = rightsOf(ctx, entityId)
  // What may not be read is refused whatever it is: its right value would tell it.
  if (rights) assertNone(Object.keys(sent).filter((key) => sent[key] !== undefined && !mayRead(rights, key)))
  const fields = await fieldsOf(ctx, { entityId, organizationId })
  if (fields) {
    // What a replacement keeps is not missing.
    const kept = write.isNew ? fields.show(fixedValues(ctx, { entityId, custom: write.stored })) : {}
    const values = { ...kept, ...sent }
    const parsed = await fields.parse({ values, ...write })
    if (rights) assertNone(changedKeys(parsed, write.stored).filter((key) => !mayWrite(rights, key)))
    return parsed
  }
  const unknown = Object.keys(sent).map((key) => [`cf_${key}`, 'Unknown custom field'])
  if (unknown.length > 0) throw badInput('Validation failed', { fields: Object.fromEntries(unknown) })
  return {}
}

function assertNone(keys: readonly string[]): void {
  if (keys.length > 0) throw notWritable(keys.map((key) => CUSTOM_PREFIX + key))
}

const mayWrite = (rights: FieldRights | undefined, key: string) => rights?.may('write', CUSTOM_PREFIX + key) ?? true

/** Values that are sent as they are stored are no change. */
const changedKeys = (parsed: CustomRecord, stored: CustomRecord) =>
  Object.keys(parsed).filter((key) => JSON.stringify(parsed[key] ?? null) !== JSON.stringify(stored[key] ?? null))

/** The values that a replacement keeps, because the caller may not write them. */
function fixedValues(
  ctx: Pick<CommandContext, 'inject' | 'actor'>,
  { entityId, custom }: { readonly entityId: string; readonly custom: CustomRecord },
): CustomRecord {
  const rights = rightsOf(ctx, entityId)
  return rights ? Object.fromEntries(Object.entries(custom).filter(([key]) => !mayWrite(rights, key))) : {}
}

/** The owner to write, by default who creates the record. Throws 403 if the caller may not choose another. */
async function ownerOf(
  ctx: CommandContext<{ readonly entityId: string; readonly ownerId?: string | null | undefined }>,
  row: { readonly ownerId: string | null } | null,
) {
  const { ownerId: sent, entityId } = ctx.input
  const rights = rightsOf(ctx, entityId)
  const isFixed = sent !== undefined && rights !== undefined && !rights.may('write', OWNER)
  if (isFixed && (!rights.may('read', OWNER) || sent !== (row?.ownerId ?? null))) throw notWritable([OWNER])
  return ownerToWrite(ctx, { sent, row })
}

/** Tells subscribers of a record that was written. */
export function emitRecord(
  { emit, scope: { tenantId } }: Pick<CommandContext, 'emit' | 'scope'>,
  what: 'created' | 'updated' | 'deleted',
  {
    id,
    entityId,
    organizationId,
  }: { readonly id: string; readonly entityId: string; readonly organizationId?: string | null | undefined },
): void {
  emit(events[`record.${what}`], { id, entityId, organizationId: organizationId ?? null, tenantId })
}
