import type { Declared } from '../data/query/row-types.ts'

/** The row that determines the tenant a route works in. */
export interface RowOwner {
  readonly entity: Declared<{ tenantId: string }>
  /** The property of the input that contains the row's id. */
  readonly named: string
}

/**
 * Works in the scope of a row: super admins in its tenant, everyone else in their own tenant with all organizations that they
 * may select. If the row does not exist or belongs to all tenants, the caller stays in their own tenant.
 *
 * @example
 * const putTag = put('/tags', updateTag, { scope: rowOwner(Tag) })
 */
export const rowOwner = (entity: RowOwner['entity'], named = 'id'): RowOwner => Object.freeze({ entity, named })
