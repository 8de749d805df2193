import { badInput, type Scope } from '@plinth/core'
import { hasTenant } from '@plinth/directory'

/** Throws 400 for whoever works in no tenant (sections 3.2 and 3.3). */
export function assertTenant(scope: Scope): void {
  if (!hasTenant(scope)) throw badInput('Tenant context required')
}
