import { toIdRefusal } from '@plinth/core'

/** What every list of the catalog ends with. */
export const owned = ['organizationId', 'tenantId', 'createdAt', 'updatedAt'] as const

/** Ids are refused in published words (section 5.5 of the auth contract). */
export const idWords = { onInvalid: toIdRefusal('ID is required') }
