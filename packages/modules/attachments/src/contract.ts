import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/** Features that grant access to files. */
export const features = defineFeatures('attachments', {
  view: 'View attachments',
  manage: 'Manage attachments',
})

const AttachmentEvent = z.object({ id: z.uuid(), organizationId: z.uuid().nullable(), tenantId: z.uuid() })

/** Events emitted for files. */
export const events = defineEvents('attachments', {
  'attachment.created': AttachmentEvent,
  'attachment.updated': AttachmentEvent,
  'attachment.deleted': AttachmentEvent,
})

/** Cache tags: for one attachment, and for a tenant's partitions. */
export const tags = {
  attachment: (id: string) => `attachments:${id}`,
  partitions: (tenantId: string) => `attachments:partitions:${tenantId}`,
}
