import type { Scope } from '../data/scope.ts'

/** What somebody may do, compiled so that one check is one look-up. */
export interface Grants {
  has(featureId: string): boolean
  /** The grants as they were given: feature ids, `module.*`, `*`. */
  readonly list: readonly string[]
}

/**
 * Who is acting.
 *
 * @example
 * const isOwn = ({ userId }: Actor, ownerId: string) => userId === ownerId
 */
export interface Actor {
  /** A user's id, `api_key:<id>`, or `system:<reason>`. */
  readonly id: string
  readonly kind: 'anonymous' | 'user' | 'api_key' | 'system'
  /** The user behind the actor, when there is one. */
  readonly userId: string | null
  readonly email: string | null
  /** For display only: rights come from `grants`, never from a role's name. */
  readonly roles: readonly string[]
  readonly isSuperAdmin: boolean
  readonly grants: Grants
  /** The organizations the actor may choose from; null means all of the tenant. */
  readonly allowedOrganizationIds: readonly string[] | null
  readonly homeTenantId: string | null
  readonly homeOrganizationId: string | null
  readonly sessionId: string | null
}

/**
 * An actor, and whose data they act on.
 *
 * @example
 * const session: Session = { actor, scope: { ...scope, organizationIds: [scope.organizationId] } }
 */
export interface Session {
  readonly actor: Actor
  readonly scope: Scope
}
