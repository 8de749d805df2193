/** The tenant of roles that belong to all of them. Callers are told null. */
export const ALL_TENANTS = '00000000-0000-0000-0000-000000000000'

/** Null for a role of all tenants. */
export const ownerOf = (tenantId: string): string | null => (tenantId === ALL_TENANTS ? null : tenantId)

/** Where a role of this tenant lies, or of all for null. */
export const placeOf = (tenantId: string | null): string => tenantId ?? ALL_TENANTS
