/** A recorded table in which rows of a tenant have changed. */
export interface ChangedTable {
  readonly tenantId: string
  readonly table: string
}
