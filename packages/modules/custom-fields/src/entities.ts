import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { Scoped } from '@plinth/core'
import type { FieldConfig, Fieldset } from './field-config.ts'

/**
 * Set by the code that creates a row; null for the whole tenant. The property of `Scoped` would be filled in from the caller,
 * even if it is null.
 */
const organizationId = p.uuid().nullable()

/** A field that customers have defined for the records of an entity. Without an organization, it applies to all of the tenant. */
export const FieldDefinition = defineEntity({
  name: 'FieldDefinition',
  tableName: 'custom_field_definitions',
  extends: Scoped,
  properties: {
    organizationId,
    entityId: p.string(),
    key: p.string().length(100),
    kind: p.string().length(20),
    config: p.json<FieldConfig>(),
    isActive: p.boolean().default(true),
    /** Set for a deleted field, which hides inherited ones of the same key. */
    deletedAt: p.datetime().nullable(),
  },
})
export type FieldDefinition = InferEntity<typeof FieldDefinition>

/** How the fields of an entity are grouped in forms. */
export const FieldsetConfig = defineEntity({
  name: 'FieldsetConfig',
  tableName: 'custom_fieldsets',
  extends: Scoped,
  properties: {
    organizationId,
    entityId: p.string(),
    fieldsets: p.json<Fieldset[]>(),
    singleFieldsetPerRecord: p.boolean().default(true),
  },
})
export type FieldsetConfig = InferEntity<typeof FieldsetConfig>

/** An entity that consists of custom fields only. */
export const CustomEntity = defineEntity({
  name: 'CustomEntity',
  tableName: 'custom_entities',
  extends: Scoped,
  properties: {
    organizationId,
    entityId: p.string(),
    label: p.string().length(200),
    description: p.text().length(2000).nullable(),
    labelField: p.string().length(100).nullable(),
    defaultEditor: p.string().length(20).nullable(),
    showInSidebar: p.boolean().default(false),
    /** Whether records have owners. */
    owned: p.boolean().default(false),
    isActive: p.boolean().default(true),
  },
})
export type CustomEntity = InferEntity<typeof CustomEntity>

/** A record of a custom entity. */
export const EntityRecord = defineEntity({
  name: 'EntityRecord',
  tableName: 'custom_entity_records',
  extends: Scoped,
  properties: {
    entityId: p.string(),
    custom: p.json<Readonly<Record<string, unknown>>>().defaultRaw(`'{}'::jsonb`),
    /** The user to whom the record belongs, if records of the entity have owners. */
    ownerId: p.uuid().nullable(),
    deletedAt: p.datetime().nullable(),
  },
})
export type EntityRecord = InferEntity<typeof EntityRecord>
