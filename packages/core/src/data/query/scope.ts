import { brokenSetup, invalidMember } from '../../errors.ts'
import type { RowPolicies } from './row-tests.ts'

/** The data that a unit of work can see. */
export interface Scope {
  readonly tenantId: string
  /** The organization of new rows; null if none is selected. */
  readonly organizationId: string | null
  /** The organizations whose rows are visible; null means all of the tenant. */
  readonly organizationIds: readonly string[] | null
}

/**
 * The selected organization; throws 400 with the path `organizationId` if none is selected (decision: Organization of a request).
 */
export function requireOrganization({ organizationId }: Pick<Scope, 'organizationId'>): string {
  if (organizationId === null) throw invalidMember('organizationId', 'Organization context is required')
  return organizationId
}

/**
 * The tenant id of rows that belong to all tenants (`plinth.all_tenants()` in SQL). No account belongs to it. It is the scope of
 * callers without a login, to whom row-level security shows nothing.
 */
export const ALL_TENANTS = '00000000-0000-0000-0000-000000000000'

/** The scope of a caller without a login. */
export const NO_SCOPE: Scope = Object.freeze({ tenantId: ALL_TENANTS, organizationId: null, organizationIds: [] })

/** What entities receive from the unit of work that creates or loads them. */
export interface EntityScope extends Scope {
  /** True in the scope of all tenants, where no filter applies. */
  readonly system: boolean
  /** The caller's row policies; undefined without any, and for work that they do not restrict. */
  readonly policies?: RowPolicies | undefined
  readonly now: () => Date
}

interface Filter {
  readonly name: string
  readonly cond: unknown
}

/** The filter of an entity in this scope. */
export function visibleTo(scope: EntityScope, { name, cond }: Filter): unknown {
  const asked =
    typeof cond === 'function' ? (cond as (scope: EntityScope, type: 'read') => unknown)(scope, 'read') : cond
  if (asked instanceof Promise)
    throw brokenSetup(`The filter '${name}' must return its condition synchronously, not as a promise`)
  return asked
}
