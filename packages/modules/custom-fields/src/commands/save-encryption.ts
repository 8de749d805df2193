import { badInput, type CommandContext, defineCommand, Ok } from '@plinth/core'
import type { StoredRow } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { EntityId, FieldKey, type Kind } from '../field-config.ts'
import { announce, assertConvertible, assertExtensible, lockFields, placeOf } from '../definitions/write-definition.ts'
import { FieldDefinition } from '../entities.ts'
import { beforeRevert } from '../definitions/before-revert.ts'
import { queueIndexing, reindex } from '../indexes/index-fields.ts'

/**
 * Sets which fields of an entity are encrypted where the caller works: those that are listed, and no others. With `hashField`,
 * records can be filtered by the field. Fields that already have values are rejected with 409.
 */
export const saveEncryption = defineCommand({
  id: 'entities.encryption.save',
  label: 'Save encrypted fields',
  access: features['definitions.manage'],
  resource: 'entities.fields',
  input: z.object({
    entityId: EntityId,
    fields: z
      .array(z.object({ field: FieldKey, hashField: z.string().max(200).nullish() }))
      .min(1)
      .max(200),
    isActive: z.boolean().default(true),
  }),
  output: Ok,
  target: ({ input: { entityId } }) => ({ id: entityId }),
  async run(ctx) {
    const { from, input } = ctx
    const { entityId, isActive } = input
    const organizationId = placeOf(ctx, {})
    assertExtensible(entityId)
    await lockFields(ctx, entityId)
    const definitions = await from.lockAll(FieldDefinition, { entityId, organizationId, deletedAt: null })
    const former = definitions.map(({ config }) => config)
    const listed = new Map(input.fields.map(({ field, hashField }) => [field, hashField]))
    const known = new Set(definitions.map(({ key }) => key))
    const unknown = [...listed.keys()].filter((key) => !known.has(key))
    if (unknown.length > 0)
      throw badInput('Invalid payload', { fields: Object.fromEntries(unknown.map((key) => [key, 'Unknown field'])) })
    const changed: StoredRow<FieldDefinition>[] = []
    for (const definition of definitions) {
      const encrypted = isActive && listed.has(definition.key)
      const next = { encrypted, filterable: encrypted && Boolean(listed.get(definition.key)) }
      const written = await change(ctx, definition, next)
      if (written) changed.push(written)
    }
    announce(ctx, 'saved', { entityId, keys: changed.map(({ key }) => key), organizationId })
    queueIndexing(ctx, entityId, [...former, ...changed.map(({ config }) => config)])
    return { ok: true as const }
  },
  beforeRevert,
  undo: reindex,
})

/** Changes the settings of one field; undefined if it already has them. */
async function change(
  ctx: CommandContext,
  definition: StoredRow<FieldDefinition>,
  { encrypted, filterable }: { readonly encrypted: boolean; readonly filterable: boolean },
): Promise<StoredRow<FieldDefinition> | undefined> {
  const { kind, config } = definition
  const isSame = (config.encrypted === true) === encrypted
  if (isSame && (!encrypted || (config.filterable === true) === filterable)) return undefined
  const next = { ...config, encrypted, ...(encrypted && { filterable, searchable: false }) }
  await assertConvertible(ctx, definition, { kind: kind as Kind, config: next })
  return ctx.from.change(FieldDefinition, definition, { config: next })
}
