import type { RequestFacts, Selection } from '../define/request.ts'
import { wire } from './wire.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the database takes for an identifier; claims, cookies and bodies may hold anything. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/**
 * What a request selects by cookie, with its values normalized, because sessions are remembered by them: a
 * tenant that is none counts as not chosen, an organization that is none as one that does not exist.
 */
export function cookieSelection(request: Pick<RequestFacts, 'headers' | 'cookie'>): Selection {
  if (!request.headers.has('cookie')) return NOTHING
  const tenantId = request.cookie(wire.selectedTenantCookie)
  const organizationId = request.cookie(wire.selectedOrganizationCookie)
  return { tenantId: isUuid(tenantId) ? tenantId : undefined, organizationId: toChoice(organizationId) }
}

function toChoice(organizationId: string | undefined): string | undefined {
  if (!organizationId) return undefined
  return isUuid(organizationId) || organizationId === wire.allOrganizations ? organizationId : NONE
}

const NOTHING: Selection = Object.freeze({})
const NONE = 'none'
