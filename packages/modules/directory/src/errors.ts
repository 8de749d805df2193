import { type Actor, badInput, forbidden, PlatformError, type Scope } from '@plinth/core'
import { hasTenant } from './entity-id.ts'

/** 404 as published for organizations. */
export const organizationNotFound = () => new PlatformError('not_found', 'Not found')

/** Rejects a write without a tenant, or for a tenant other than the one that the caller works in, even for super admins. */
export function assertWorkingTenant(scope: Scope, tenantId: string | undefined): void {
  if (!hasTenant(scope)) throw badInput('Tenant scope required')
  if (tenantId !== undefined && tenantId !== scope.tenantId) throw forbidden()
}

/** Reserves the top of the hierarchy for callers who see all of it, because nothing above it limits them. */
export function assertMayReachTop({ organizationIds }: Scope): void {
  if (organizationIds !== null) throw forbidden()
}

/** Whether the actor may act outside their own tenant. */
export const mayGovernTenants = ({ isSuperAdmin, kind }: Actor): boolean => isSuperAdmin || kind === 'system'
