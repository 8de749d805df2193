import type { Context, Sql } from '@plinth/core'

/**
 * Runs statements on what belongs to the caller's own tenant. A super admin who works in another one reaches it past
 * row level security, so each statement has to name the tenant and the user.
 */
export function inHomeTenant<T>(
  { actor, scope, db, asSuperAdmin }: Pick<Context, 'actor' | 'scope' | 'db' | 'asSuperAdmin'>,
  work: (db: Sql) => Promise<T>,
): Promise<T> {
  if (actor.homeTenantId === scope.tenantId) return work(db)
  return asSuperAdmin('the sidebar of somebody who visits another tenant', (system) => work(system.db))
}
