import { type Context, type Sql, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { mayGovernTenants } from './refusals.ts'

type Caller = Pick<Context, 'actor' | 'scope' | 'db' | 'asSystem'>

interface Reach {
  readonly db: Sql
  /** A predicate on the table `tenants t`: the tenants that the caller may touch. */
  readonly reach: ReturnType<typeof inTenant>
}

/** Works on tenants: all of them for super admins, the caller's own for everybody else. */
export function withTenants<T>({ actor, scope, db, asSystem }: Caller, work: (reach: Reach) => Promise<T>): Promise<T> {
  return mayGovernTenants(actor)
    ? asSystem('reach all tenants', (system) => work({ db: system.db, reach: sql`true` }))
    : work({ db, reach: inTenant(scope, 't') })
}
