import { type RequestFacts, wire } from '@plinth/core'

/** What a request may choose by cookie (section 2.3). */
export interface Selection {
  readonly tenantId?: string | undefined
  readonly organizationId?: string | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the database takes for an identifier; claims and cookies may hold anything. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/**
 * The selection of a request, with its values normalized, because sessions are remembered by them: a tenant that is
 * none counts as not chosen, an organization that is none as one that does not exist.
 */
export function selectionOf(request: Pick<RequestFacts, 'headers' | 'cookie'>): Selection {
  if (!request.headers.has('cookie')) return {}
  const tenantId = request.cookie(wire.selectedTenantCookie)
  const organizationId = request.cookie(wire.selectedOrganizationCookie)
  return { tenantId: isUuid(tenantId) ? tenantId : undefined, organizationId: toChoice(organizationId) }
}

function toChoice(organizationId: string | undefined): string | undefined {
  if (!organizationId) return undefined
  return isUuid(organizationId) || organizationId === wire.allOrganizations ? organizationId : NONE
}

const NONE = 'none'
