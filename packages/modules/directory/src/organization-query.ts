import { z } from 'zod'
import { EntityId } from './entity-id.ts'
import type { OrganizationNode } from './organization-trees.ts'

const MAX_IDS = 200

/** Query parameters of organization lists. */
export const OrganizationQuery = z.looseObject({
  view: z.enum(['options', 'manage', 'tree']).default('options'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
  search: z.string().trim().max(200).optional(),
  /** Comma-separated. Invalid ids match nothing; only the first 200 are used. */
  ids: z.string().max(10_000).optional(),
  tenantId: EntityId.optional(),
  includeInactive: z.enum(['true', 'false']).optional(),
  status: z.enum(['all', 'active', 'inactive']).optional(),
})
export type OrganizationQuery = z.output<typeof OrganizationQuery>

/** The criteria for each organization. */
export interface OrganizationFilter {
  readonly isActive: boolean | null
  readonly ids: ReadonlySet<string> | null
  readonly search: string | null
}

/** The filter of a query. Matches every organization by default. */
export function toOrganizationFilter({ status, includeInactive, ids, search }: OrganizationQuery): OrganizationFilter {
  const shownStatus = status ?? (includeInactive === 'false' ? 'active' : 'all')
  const listed = ids?.split(',').map((id) => id.trim().toLowerCase())
  return {
    isActive: shownStatus === 'all' ? null : shownStatus === 'active',
    ids: listed && ids !== '' ? new Set(listed.filter((id) => id !== '').slice(0, MAX_IDS)) : null,
    search: search ? search.toLowerCase() : null,
  }
}

/** Whether an organization has a requested status and id. */
export function isWanted({ isActive, ids }: OrganizationFilter, node: OrganizationNode): boolean {
  return (isActive === null || node.isActive === isActive) && (ids === null || ids.has(node.id))
}
