import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/** Features of custom fields and custom entities. */
export const features = defineFeatures('entities', {
  'definitions.view': 'View custom fields',
  'definitions.manage': 'Manage custom fields and entities',
  'records.view': 'View records of custom entities',
  'records.manage': 'Manage records of custom entities',
})

const DefinitionEvent = z.object({
  entityId: z.string(),
  keys: z.array(z.string()),
  organizationId: z.uuid().nullable(),
  tenantId: z.uuid(),
})
const EntityEvent = DefinitionEvent.omit({ keys: true })
const RecordEvent = EntityEvent.extend({ id: z.uuid() })

/** Events of custom fields, custom entities and their records. */
export const events = defineEvents('entities', {
  'definition.saved': DefinitionEvent,
  'definition.deleted': DefinitionEvent,
  'entity.saved': EntityEvent,
  'entity.deleted': EntityEvent,
  'record.created': RecordEvent,
  'record.updated': RecordEvent,
  'record.deleted': RecordEvent,
})

/** The cache tag of a tenant's fields of one entity; every change to them invalidates it. */
export const definitionsTag = (tenantId: string, entityId: string) => `entities.definitions:${tenantId}:${entityId}`

/** The cache tag of a tenant's custom entities. */
export const entitiesTag = (tenantId: string) => `entities.entities:${tenantId}`
