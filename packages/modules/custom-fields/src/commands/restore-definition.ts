import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { EntityId, FieldKey } from '../field-config.ts'
import { announce, definitionNotFound, lockExact, lockFields, placeOf } from '../definitions/write-definition.ts'
import { FieldDefinition } from '../entities.ts'
import { beforeRevert } from '../definitions/before-revert.ts'
import { queueIndexing, reindex } from '../indexes/index-fields.ts'

/** Restores a deleted field, with the values that records had. */
export const restoreDefinition = defineCommand({
  id: 'entities.definitions.restore',
  label: 'Restore custom field',
  access: features['definitions.manage'],
  resource: 'entities.definition',
  input: z.object({ entityId: EntityId, key: FieldKey, tenantWide: z.boolean().optional() }),
  output: Ok.extend({ id: z.uuid() }),
  async run(ctx) {
    const { entityId, key } = ctx.input
    const organizationId = placeOf(ctx, ctx.input)
    await lockFields(ctx, entityId)
    const known = await lockExact(ctx, { entityId, key, organizationId })
    if (!known) throw definitionNotFound()
    await ctx.from.change(FieldDefinition, known, { isActive: true, deletedAt: null })
    announce(ctx, 'saved', { entityId, keys: [key], organizationId })
    queueIndexing(ctx, entityId, [known.config])
    return { ok: true as const, id: known.id }
  },
  beforeRevert,
  undo: reindex,
})
