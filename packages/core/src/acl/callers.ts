import { NO_SCOPE, type Scope } from '../data/query/scope.ts'
import type { Actor, Caller } from '../define/access.ts'
import { compileGrants } from './grants.ts'

const nobody = {
  userId: null,
  email: null,
  roles: [],
  isSuperAdmin: false,
  allowedOrganizationIds: null,
  homeTenantId: null,
  homeOrganizationId: null,
  sessionId: null,
} satisfies Partial<Actor>

/** The caller of a request without a login. */
export const anonymous: Caller = Object.freeze({
  actor: Object.freeze({ ...nobody, id: 'anonymous', kind: 'anonymous', grants: compileGrants([]) }),
  scope: NO_SCOPE,
})

const everything = compileGrants(['*'])

/**
 * The platform itself as a caller in a tenant, for jobs, subscribers and seeding. `userId` is the user on whose behalf it acts.
 *
 * @example
 * const scope = { tenantId, organizationId, organizationIds: null }
 * await platform.as(systemCaller('import', scope), ({ run }) => run(createTag, { label: 'Imported' }))
 */
export function systemCaller(reason: string, scope: Scope, userId: string | null = null): Caller {
  return { actor: { ...nobody, id: `system:${reason}`, kind: 'system', userId, grants: everything }, scope }
}
