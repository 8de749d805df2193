import { NO_SCOPE, type Scope } from '../data/scope.ts'
import type { Actor, Session } from '../define/actor.ts'
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

/** Whoever has not signed in. */
export const anonymous: Session = Object.freeze({
  actor: Object.freeze({ ...nobody, id: 'anonymous', kind: 'anonymous', grants: compileGrants([]) }),
  scope: NO_SCOPE,
})

const everything = compileGrants(['*'])

/**
 * The platform acting on its own account in a tenant: jobs, subscribers, seeding. `userId` is whom it acts for.
 *
 * @example
 * const scope = { tenantId, organizationId, organizationIds: null }
 * await platform.as(systemSession('import', scope), ({ run }) => run(createTag, { label: 'Imported' }))
 */
export function systemSession(reason: string, scope: Scope, userId: string | null = null): Session {
  return { actor: { ...nobody, id: `system:${reason}`, kind: 'system', userId, grants: everything }, scope }
}
