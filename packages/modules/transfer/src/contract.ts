import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/**
 * Features of imports and scheduled exports. What an import may write is decided by the features of what it writes, and what an export
 * may read by those of its list.
 */
export const features = defineFeatures('transfer', {
  view: 'View imports',
  manage: 'Import data',
  'exports.schedule': 'Schedule exports',
  'exports.manage': 'See and delete scheduled exports of others',
  'destinations.view': 'See and choose destinations of exports',
  'destinations.manage': 'Manage destinations of exports',
})

/** For what secrets of destinations are encrypted. */
export const DESTINATION_SECRET = 'transfer.destination'

const ImportEvent = z.object({
  id: z.uuid(),
  entity: z.string(),
  organizationId: z.uuid().nullable(),
  tenantId: z.uuid(),
})

const ExportEvent = z.object({
  id: z.uuid(),
  exportId: z.uuid(),
  organizationId: z.uuid().nullable(),
  tenantId: z.uuid(),
})

/** Events emitted when an import, or a run of a scheduled export, ends. */
export const events = defineEvents('transfer', {
  'import.completed': ImportEvent,
  'import.undone': ImportEvent,
  'export.completed': ExportEvent,
  'export.failed': ExportEvent,
})
