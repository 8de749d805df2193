import { defineCommand } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { DefinitionFields, EntityId } from '../field-config.ts'
import {
  announce,
  assertExtensible,
  lockExact,
  lockFields,
  lockVersion,
  placeOf,
  watchRoom,
  writeDefinition,
} from '../definitions/write-definition.ts'
import { beforeRevert } from '../definitions/before-revert.ts'
import { queueIndexing, reindex } from '../indexes/index-fields.ts'
import { SavedDefinition } from '../definitions/views.ts'

/** Defines a field, or replaces its definition, where the caller works or with `tenantWide` for the whole tenant. */
export const saveDefinition = defineCommand({
  id: 'entities.definitions.save',
  label: 'Save custom field',
  access: features['definitions.manage'],
  resource: 'entities.definition',
  input: DefinitionFields.extend({ entityId: EntityId, tenantWide: z.boolean().optional() }),
  output: SavedDefinition,
  currentVersion: (ctx) => lockVersion(ctx),
  async run(ctx) {
    const { entityId, tenantWide, ...fields } = ctx.input
    const organizationId = placeOf(ctx, { tenantWide })
    assertExtensible(entityId)
    await lockFields(ctx, entityId)
    const known = await lockExact(ctx, { entityId, key: fields.key, organizationId })
    const assertRoom = await watchRoom(ctx, entityId)
    const former = known?.config
    const definition = await writeDefinition(ctx, { entityId, organizationId, known }, fields)
    await assertRoom()
    announce(ctx, 'saved', { entityId, keys: [fields.key], organizationId })
    queueIndexing(ctx, entityId, [former, definition.config])
    const { id, key, kind, config, isActive } = definition
    return { id, key, kind, configJson: { ...config }, isActive }
  },
  beforeRevert,
  undo: reindex,
})
