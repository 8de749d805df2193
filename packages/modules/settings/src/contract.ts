import { defineEvents } from '@plinth/core'
import { z } from 'zod'

/** Events of settings: `settingsId` is the id of the group. */
export const events = defineEvents('settings', {
  'settings.updated': z.object({
    id: z.uuid(),
    settingsId: z.string(),
    organizationId: z.uuid().nullable(),
    tenantId: z.uuid(),
  }),
})

/** The purpose of the keys that encrypt secret settings. */
export const SECRETS = 'settings.secrets'

/** The cache tag of everything that a tenant has set. */
export const settingsTag = (tenantId: string) => `settings:${tenantId}`
