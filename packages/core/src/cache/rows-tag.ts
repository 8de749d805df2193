/** The tag of a tenant's rows in a table used by an analytics entity; invalidated when a command has written any. */
export const rowsTag = (tenantId: string, table: string): string => `rows:${tenantId}:${table}`
