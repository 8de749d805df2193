import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { DefinitionFields, EntityId, Fieldset } from '../field-config.ts'
import { limitPatterns } from '../field-rules.ts'
import {
  announce,
  assertExtensible,
  lockFields,
  placeOf,
  watchRoom,
  writeDefinition,
} from '../definitions/write-definition.ts'
import { beforeRevert } from '../definitions/before-revert.ts'
import { queueIndexing, reindex } from '../indexes/index-fields.ts'
import { FieldDefinition, FieldsetConfig } from '../entities.ts'

const isDistinct = (codes: readonly string[]) => new Set(codes).size === codes.length

/**
 * Defines several fields of an entity in the order of the list, and how they are grouped. Fields that are not named are kept.
 */
export const saveDefinitions = defineCommand({
  id: 'entities.definitions.save_many',
  label: 'Save custom fields',
  access: features['definitions.manage'],
  resource: 'entities.fields',
  input: z.object({
    entityId: EntityId,
    tenantWide: z.boolean().optional(),
    definitions: z.preprocess(
      limitPatterns,
      z
        .array(DefinitionFields)
        .max(200)
        .refine((all) => isDistinct(all.map(({ key }) => key)), 'A key is listed twice'),
    ),
    fieldsets: z
      .array(Fieldset)
      .max(20)
      .refine((all) => isDistinct(all.map(({ code }) => code)), 'A code is listed twice')
      .optional(),
    singleFieldsetPerRecord: z.boolean().optional(),
  }),
  output: Ok,
  target: ({ input: { entityId } }) => ({ id: entityId }),
  async run(ctx) {
    const { from, input } = ctx
    const { entityId, definitions } = input
    const organizationId = placeOf(ctx, input)
    assertExtensible(entityId)
    await lockFields(ctx, entityId)
    const keys = definitions.map(({ key }) => key)
    const found = await from.lockAll(FieldDefinition, { entityId, organizationId, key: keys })
    const byKey = new Map(found.map((definition) => [definition.key, definition]))
    const former = found.map(({ config }) => config)
    const assertRoom = await watchRoom(ctx, entityId)
    for (const [priority, fields] of definitions.entries()) {
      const configJson = { ...fields.configJson, priority }
      await writeDefinition(ctx, { entityId, organizationId, known: byKey.get(fields.key) }, { ...fields, configJson })
    }
    await writeFieldsets(ctx, organizationId)
    await assertRoom()
    announce(ctx, 'saved', { entityId, keys, organizationId })
    queueIndexing(ctx, entityId, [...former, ...definitions.map(({ configJson }) => configJson)])
    return { ok: true as const }
  },
  beforeRevert,
  undo: reindex,
})

/** Writes only those of the two properties that are given. */
async function writeFieldsets(
  { from, input }: Parameters<typeof saveDefinitions.run>[0],
  organizationId: string | null,
): Promise<void> {
  const { entityId, fieldsets, singleFieldsetPerRecord } = input
  if (fieldsets === undefined && singleFieldsetPerRecord === undefined) return
  const [known] = await from.lockAll(FieldsetConfig, { entityId, organizationId })
  if (known) await from.change(FieldsetConfig, known, { fieldsets, singleFieldsetPerRecord })
  else {
    const isSingle = singleFieldsetPerRecord !== undefined && { singleFieldsetPerRecord }
    await from.create(FieldsetConfig, { entityId, organizationId, fieldsets: fieldsets ?? [], ...isSingle })
  }
}
