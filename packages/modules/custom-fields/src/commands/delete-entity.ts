import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { entitiesTag, events, features } from '../contract.ts'
import { EntityId } from '../field-config.ts'
import { definitionNotFound, lockFields, placeOf } from '../definitions/write-definition.ts'
import { CustomEntity } from '../entities.ts'

/**
 * Removes the registration of a custom entity. Its records and fields are kept, and can be used again once it is registered
 * again.
 */
export const deleteEntity = defineCommand({
  id: 'entities.entities.delete',
  label: 'Delete custom entity',
  access: features['definitions.manage'],
  resource: 'entities.entity',
  entity: CustomEntity,
  input: z.object({ entityId: EntityId, tenantWide: z.boolean().optional() }),
  output: Ok.extend({ id: z.uuid() }),
  async run(ctx) {
    const { from, input, scope, invalidate, emit } = ctx
    const organizationId = placeOf(ctx, input)
    const { entityId } = input
    await lockFields(ctx, entityId)
    const entity = await from.lock(CustomEntity, { entityId, organizationId }, definitionNotFound)
    await from.remove(CustomEntity, entity)
    invalidate(entitiesTag(scope.tenantId))
    emit(events['entity.deleted'], { entityId, organizationId, tenantId: scope.tenantId })
    return { ok: true as const, id: entity.id }
  },
})
