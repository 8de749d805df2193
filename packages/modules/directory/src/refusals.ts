import { type Actor, badInput, forbidden, PlatformError, type Scope } from '@plinth/core'
import { hasTenant } from './id.ts'

/** 404 as organizations publish it. */
export const organizationNotFound = () => new PlatformError('not_found', 'Not found')

/** Refuses a write without a tenant, or for another one than the caller works in, super admins included. */
export function assertWorkingTenant(scope: Scope, tenantId: string | undefined): void {
  if (!hasTenant(scope)) throw badInput('Tenant scope required')
  if (tenantId !== undefined && tenantId !== scope.tenantId) throw forbidden()
}

/** Refuses the top of the hierarchy to whoever may not see all of it: there is nothing above it to limit them. */
export function assertMayReachTop({ organizationIds }: Scope): void {
  if (organizationIds !== null) throw forbidden()
}

/** Whether the actor may act beyond their own tenant. */
export const mayGovernTenants = ({ isSuperAdmin, kind }: Actor): boolean => isSuperAdmin || kind === 'system'
