import { badInput, type Scope } from '@plinth/core'
import { hasTenant } from '@plinth/directory'

/** Throws 400 if the caller works in no tenant. */
export function assertTenant(scope: Scope): void {
  if (!hasTenant(scope)) throw badInput('Tenant context required')
}
