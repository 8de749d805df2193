import { type CommandContext, defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { EntityId, FieldKey } from '../field-config.ts'
import { lineageOf, loadDefinitions, resolve } from '../definitions/load-definitions.ts'
import {
  announce,
  definitionNotFound,
  lockExact,
  lockFields,
  lockVersion,
  placeOf,
  watchRoom,
} from '../definitions/write-definition.ts'
import { FieldDefinition } from '../entities.ts'
import { beforeRevert } from '../definitions/before-revert.ts'
import { queueIndexing, reindex } from '../indexes/index-fields.ts'

/**
 * Deletes a field where the caller works. Its values are kept, but hidden until it is restored. An inherited field is hidden
 * there, and is kept elsewhere.
 */
export const deleteDefinition = defineCommand({
  id: 'entities.definitions.delete',
  label: 'Delete custom field',
  access: features['definitions.manage'],
  resource: 'entities.definition',
  currentVersion: lockVersion,
  input: z.object({ entityId: EntityId, key: FieldKey, tenantWide: z.boolean().optional() }),
  output: Ok.extend({ id: z.uuid() }),
  async run(ctx) {
    const { from, now, input } = ctx
    const { entityId, key } = input
    const organizationId = placeOf(ctx, input)
    await lockFields(ctx, entityId)
    const known = await lockExact(ctx, { entityId, key, organizationId })
    if (known?.deletedAt) throw definitionNotFound()
    const assertRoom = await watchRoom(ctx, entityId)
    const deleted = known
      ? await from.change(FieldDefinition, known, { isActive: false, deletedAt: now() })
      : await hide(ctx, organizationId)
    await assertRoom()
    announce(ctx, 'deleted', { entityId, keys: [key], organizationId })
    queueIndexing(ctx, entityId, [deleted.config])
    return { ok: true as const, id: deleted.id }
  },
  beforeRevert,
  undo: reindex,
})

/** A deleted definition in place of an inherited one. */
async function hide(
  ctx: CommandContext<{ readonly entityId: string; readonly key: string }>,
  organizationId: string | null,
) {
  const { from, now, input } = ctx
  const { entityId, key } = input
  const inherited =
    organizationId === null
      ? undefined
      : resolve(await loadDefinitions(ctx, entityId), await lineageOf(ctx, [organizationId])).get(key)
  if (!inherited?.isLive) throw definitionNotFound()
  const { kind, config } = inherited
  return from.create(FieldDefinition, {
    entityId,
    organizationId,
    key,
    kind,
    config,
    isActive: false,
    deletedAt: now(),
  })
}
