import { invalidMember } from '../errors.ts'

/** Whose data a unit of work may see. */
export interface Scope {
  readonly tenantId: string
  /** The organization that new rows belong to; null when none is selected. */
  readonly organizationId: string | null
  /** The organizations whose rows are visible; null means all of the tenant. */
  readonly organizationIds: readonly string[] | null
}

/** The organization that is worked in; 400 with the path `organizationId` where none is selected (decision 48). */
export function requireOrganization({ organizationId }: Pick<Scope, 'organizationId'>): string {
  if (organizationId === null) throw invalidMember('organizationId', 'Organization context is required')
  return organizationId
}

/** The tenant of nobody: row level security shows no rows under it. */
export const NO_TENANT = '00000000-0000-0000-0000-000000000000'

/** What a caller without a login sees. */
export const NO_SCOPE: Scope = Object.freeze({ tenantId: NO_TENANT, organizationId: null, organizationIds: [] })
