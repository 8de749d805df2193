import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/** Features of imports. What an import may write is decided by the features of what it writes. */
export const features = defineFeatures('transfer', {
  view: 'View imports',
  manage: 'Import data',
})

const ImportEvent = z.object({
  id: z.uuid(),
  entity: z.string(),
  organizationId: z.uuid().nullable(),
  tenantId: z.uuid(),
})

/** Events emitted when an import ends. */
export const events = defineEvents('transfer', {
  'import.completed': ImportEvent,
  'import.undone': ImportEvent,
})
