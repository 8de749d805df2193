import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/** What people may be allowed to do with files. */
export const features = defineFeatures('attachments', {
  view: 'View attachments',
  manage: 'Manage attachments',
})

const AttachmentEvent = z.object({ id: z.uuid(), organizationId: z.uuid().nullable(), tenantId: z.uuid() })

/** What happened to files. */
export const events = defineEvents('attachments', {
  'attachment.created': AttachmentEvent,
  'attachment.updated': AttachmentEvent,
  'attachment.deleted': AttachmentEvent,
})

/** Tags of what is cached: of one attachment, and of a tenant's partitions. */
export const tags = {
  attachment: (id: string) => `attachments:${id}`,
  partitions: (tenantId: string) => `attachments:partitions:${tenantId}`,
}
