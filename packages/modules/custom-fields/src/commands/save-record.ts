import { badInput, type CommandContext, defineCommand, isUuid, notFound, Ok } from '@plinth/core'
import { type CustomWrite, requireOrganization } from '@plinth/core/data'
import { z } from 'zod'
import { events, features } from '../contract.ts'
import { EntityId } from '../field-config.ts'
import { EntityRecord } from '../entities.ts'
import { findCustomEntity, isSystemEntity } from '../definitions/custom-entities.ts'
import { toValues } from '../records/sent-values.ts'
import { fieldsOf } from '../values/custom-value-service.ts'

const Values = z.record(z.string().max(110), z.unknown()).default({})

/**
 * Creates a record of a custom entity. If the id belongs to a record of this entity that the caller can see, its values are
 * replaced. An unused id becomes the id of the new record.
 */
export const createRecord = defineCommand({
  id: 'entities.records.create',
  label: 'Create record',
  access: features['records.manage'],
  resource: 'entities.record',
  input: z.object({ entityId: EntityId, recordId: z.string().max(100).optional(), values: Values }),
  output: z.object({ id: z.uuid(), entityId: z.string() }),
  target: ({ input: { entityId }, result: { id } }) => ({ id, parent: { kind: 'entities.entity', id: entityId } }),
  async run(ctx) {
    const { input, scope, from } = ctx
    const { entityId, recordId } = input
    const organizationId = requireOrganization(scope)
    await assertRegistered(ctx, entityId)
    const id = isUuid(recordId) ? recordId.toLowerCase() : crypto.randomUUID()
    const [known] = await from.lockAll(EntityRecord, { id, entityId, deletedAt: null })
    const custom = await parse(ctx, {
      entityId,
      organizationId: known?.organizationId ?? organizationId,
      stored: known?.custom ?? {},
      isNew: true,
    })
    if (known) {
      await from.change(EntityRecord, known, { custom })
      emitRecord(ctx, 'updated', known)
      return { id, entityId }
    }
    const add = (newId: string) =>
      from
        .insert(EntityRecord, { id: newId, entityId, organizationId, custom })
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
  input: z.object({ entityId: EntityId, recordId: z.uuid().toLowerCase(), values: Values }),
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
    // The row is locked, so no concurrent change is lost by writing all of it.
    await from.change(EntityRecord, record, { custom: { ...record.custom, ...values } })
    emitRecord(ctx, 'updated', record)
    return { id: recordId, entityId }
  },
})

/** Deletes a record. */
export const deleteRecord = defineCommand({
  id: 'entities.records.delete',
  label: 'Delete record',
  access: features['records.manage'],
  resource: 'entities.record',
  entity: EntityRecord,
  input: z.object({ entityId: EntityId, recordId: z.uuid().toLowerCase() }),
  output: Ok,
  target: ({ input: { entityId, recordId } }) => ({ id: recordId, parent: { kind: 'entities.entity', id: entityId } }),
  async run(ctx) {
    const record = await lockRecord(ctx, ctx.input)
    await ctx.from.change(EntityRecord, record, { deletedAt: ctx.now() })
    emitRecord(ctx, 'deleted', record)
    return { ok: true as const }
  },
})

/** 400 for entities of modules, as a later version publishes it; 404 for one that nobody has registered. */
async function assertRegistered(
  ctx: Pick<CommandContext, 'cached' | 'widenScope' | 'scope' | 'inject'>,
  entityId: string,
): Promise<void> {
  if (isSystemEntity(ctx, entityId))
    throw badInput('Records are available for custom entities only', {
      code: 'system_entity_records_blocked',
      entityId,
    })
  if (!(await findCustomEntity(ctx, entityId))) throw notFound('Entity')
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
  const values = toValues(ctx.input.values)
  const fields = await fieldsOf(ctx, { entityId, organizationId })
  if (fields) return fields.parse({ values, ...write })
  const unknown = Object.keys(values).map((key) => [`cf_${key}`, 'Unknown custom field'])
  if (unknown.length > 0) throw badInput('Validation failed', { fields: Object.fromEntries(unknown) })
  return {}
}

function emitRecord(
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
