import { badInput, type CommandContext, defineCommand, nameText } from '@plinth/core'
import { z } from 'zod'
import { entitiesTag, events, features } from '../contract.ts'
import { EntityId } from '../field-config.ts'
import { lockFields, placeOf } from '../definitions/write-definition.ts'
import { CustomEntity } from '../entities.ts'
import { isSystemEntity, visibleEntities } from '../definitions/custom-entities.ts'

/** Registers an entity of custom fields, or changes it. */
export const saveEntity = defineCommand({
  id: 'entities.entities.save',
  label: 'Save custom entity',
  access: features['definitions.manage'],
  resource: 'entities.entity',
  input: z.object({
    entityId: EntityId,
    label: nameText().trim().min(1).max(200),
    description: z.string().max(2000).nullish(),
    labelField: z
      .string()
      .max(100)
      .regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/)
      .optional(),
    defaultEditor: z.enum(['markdown', 'simpleMarkdown', 'htmlRichText']).optional(),
    showInSidebar: z.boolean().default(false),
    owned: z.boolean().optional().meta({ description: 'Whether records have owners. Absent: as it is.' }),
    isActive: z.boolean().default(true),
    tenantWide: z.boolean().optional(),
  }),
  currentVersion: lockEntity,
  output: z.object({ id: z.uuid(), entityId: z.string(), label: z.string(), description: z.string().optional() }),
  async run(ctx) {
    const { from, input, scope, invalidate, emit } = ctx
    const { tenantWide: _, entityId, description = null, ...fields } = input
    const organizationId = placeOf(ctx, input)
    if (isSystemEntity(ctx, entityId))
      throw badInput('System entities cannot be registered as custom entities', {
        code: 'system_entity_records_blocked',
        entityId,
      })
    await lockFields(ctx, entityId)
    const [known] = await from.lockAll(CustomEntity, { entityId, organizationId })
    const { id, label, ...entity } = known
      ? await from.change(CustomEntity, known, { description, ...fields })
      : await from.create(CustomEntity, { entityId, organizationId, description, ...fields })
    invalidate(entitiesTag(scope.tenantId))
    emit(events['entity.saved'], { entityId, organizationId, tenantId: scope.tenantId })
    return { id, entityId, label, ...(entity.description && { description: entity.description }) }
  },
})

/** The version of the entity that the caller sees, which may be registered further up. */
async function lockEntity(
  ctx: CommandContext<{ readonly entityId: string; readonly tenantWide?: boolean | undefined }>,
): Promise<Date | string | null> {
  const { entityId } = ctx.input
  const organizationId = placeOf(ctx, ctx.input)
  await lockFields(ctx, entityId)
  const [own] = await ctx.from.lockAll(CustomEntity, { entityId, organizationId })
  return own?.updatedAt ?? (await visibleEntities(ctx)).get(entityId)?.updatedAt ?? null
}
