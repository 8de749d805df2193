import { NO_SCOPE } from '../data/query/scope.ts'
import type { Actor, Caller, PlatformCaller } from '../define/access.ts'
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

/** The caller that is meant; the platform itself becomes the actor `system:<reason>`, with all rights in its scope. */
export function toCaller(caller: Caller | PlatformCaller): Caller {
  if (caller.actor !== 'platform') return caller as Caller
  const { reason, userId = null, scope } = caller as PlatformCaller
  const actor: Actor = { ...nobody, id: `system:${reason}`, kind: 'system', userId, grants: everything }
  const { tenantId, organizationId = null, organizationIds = null } = scope
  return { actor, scope: { tenantId, organizationId, organizationIds } }
}
