import type { Scope } from '../data/query/scope.ts'

/** An actor's features, compiled so that checking one is a single lookup. */
export interface Grants {
  has(featureId: string): boolean
  /** The grants as given: feature ids, `module.*` or `*`. */
  readonly list: readonly string[]
}

/**
 * The authenticated identity that performs an action.
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
  /** For display only: authorization uses `grants`, never role names. */
  readonly roles: readonly string[]
  readonly isSuperAdmin: boolean
  readonly grants: Grants
  /** The organizations the actor may select; null means all organizations of the tenant. */
  readonly allowedOrganizationIds: readonly string[] | null
  readonly homeTenantId: string | null
  readonly homeOrganizationId: string | null
  readonly sessionId: string | null
}

/**
 * The caller of a request: an actor and the scope it works in.
 *
 * @example
 * const caller: Caller = { actor, scope: { ...scope, organizationIds: [scope.organizationId] } }
 */
export interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

/** Prefix of an API key's id in `Actor.id`. */
export const API_KEY = 'api_key:'

/** Whether an actor is an API key. */
export const isKey = (actorId: string): boolean => actorId.startsWith(API_KEY)

/** A permission that can be granted. */
export interface Feature {
  readonly id: string
  readonly title: string
}

/**
 * Declares a module's features: `defineFeatures('tags', { view: 'View tags' }).view` has the id `tags.view`.
 * A dotted key makes a dotted id: `{ 'users.list': 'List users' }` gives `auth.users.list`.
 *
 * @example
 * const features = defineFeatures('tags', { view: 'View tags', manage: 'Manage tags' })
 */
export function defineFeatures<const T extends Record<string, string>>(
  module: string,
  titles: T,
): { readonly [K in keyof T]: Feature } {
  const features = Object.entries(titles).map(([key, title]) => [key, Object.freeze({ id: `${module}.${key}`, title })])
  return Object.freeze(Object.fromEntries(features))
}

/** What a caller needs: nothing, any login, or all of the listed features. */
export type Access = typeof open | typeof signedIn | Feature | readonly Feature[]

/**
 * No login required. Public routes have to declare it.
 *
 * @example
 * const health = get('/tags/health', { access: open, response: Ok }, () => ({ ok: true }))
 */
export const open = Symbol('open')

/**
 * Any login is sufficient.
 *
 * @example
 * const mine = get('/tags/mine', { access: signedIn, response: z.array(z.string()) }, ({ inject }) => inject(tagsOf).mine())
 */
export const signedIn = Symbol('signedIn')

/** The features that `access` requires; none for open and signed-in routes. */
export function featuresOf(access: Access): readonly Feature[] {
  if (typeof access === 'symbol') return []
  return 'id' in access ? [access] : access
}
