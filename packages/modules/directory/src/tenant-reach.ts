import type { Context } from '@plinth/core'
import type { From } from '@plinth/core/data'
import { mayGovernTenants } from './refusals.ts'

/** Works on tenants: all of them for super admins, the caller's own for everybody else. */
export function withTenants<T>(
  { actor, from, asSuperAdmin }: Pick<Context, 'actor' | 'from' | 'asSuperAdmin'>,
  work: (from: From) => Promise<T>,
): Promise<T> {
  return mayGovernTenants(actor) ? asSuperAdmin('reach all tenants', (system) => work(system.from)) : work(from)
}
