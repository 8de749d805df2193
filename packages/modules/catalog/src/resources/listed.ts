import { toIdRefusal } from '@plinth/core/http'

/** What every list of the catalog ends with. */
export const owned = ['organizationId', 'tenantId', 'createdAt', 'updatedAt'] as const

/** Ids are refused in published words. */
export const idWords = { onInvalid: toIdRefusal('ID is required') }
