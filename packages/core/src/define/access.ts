import type { Scope } from '../data/query/scope.ts'
import type { CustomRecord } from './extensible.ts'
import type { PolicyLayer } from './row-policies.ts'

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
  /** Ids of roles, for what is shared with them; absent for none. */
  readonly roleIds?: readonly string[]
  /** Ids of the teams that the actor belongs to, for conditions of row policies; absent for none. */
  readonly teams?: readonly string[]
  /**
   * Values of custom fields of the account, by key, null for none: of those that its row policies name and may compare. Absent for
   * none.
   */
  readonly custom?: CustomRecord
  readonly isSuperAdmin: boolean
  readonly grants: Grants
  /** The organizations the actor may select; null means all organizations of the tenant. */
  readonly allowedOrganizationIds: readonly string[] | null
  /** What restricts the rows that the actor may see; absent for nothing. */
  readonly layers?: readonly PolicyLayer[]
  readonly homeTenantId: string | null
  readonly homeOrganizationId: string | null
  readonly sessionId: string | null
  /**
   * When the person last proved who they are, in milliseconds since 1970; null or absent if they have not, as for API keys. Routes
   * that require a fresh sign-in compare it.
   */
  readonly verifiedAt?: number | null
  /**
   * The caller who views the platform as this actor, whom they only read as; absent for everybody who acts themselves. Commands
   * refuse to run, and the access log names the viewer.
   */
  readonly viewer?: Caller
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

/**
 * The platform itself in a tenant, with all rights there: for seeds, imports, jobs and sign-in. Both isolation layers apply.
 *
 * @example
 * const caller: PlatformCaller = { actor: 'platform', reason: 'import', scope: { tenantId } }
 */
export interface PlatformCaller {
  readonly actor: 'platform'
  /** Why it acts; `system:<reason>` is the actor in the log. */
  readonly reason: string
  /** Default: no organization is selected, and all of them are visible. */
  readonly scope: Pick<Scope, 'tenantId'> & Partial<Scope>
  /** The user on whose behalf it acts. */
  readonly userId?: string | null
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

/** What a caller needs: nothing, any login, or all of the listed features; possibly a fresh sign-in as well. */
export type Access = typeof open | LoginAccess | FreshAccess

/** Any login, or all of the listed features. */
type LoginAccess = typeof signedIn | Feature | readonly Feature[]

/**
 * Access that also requires a fresh sign-in, for what a stolen session must not be able to do. A caller whose last proof of
 * identity is older than that gets 403 with `code: 'verification_required'`; so does every API key.
 *
 * @example
 * const pay = post('/payments', { access: { feature: features.pay, fresh: '10m' }, … }, …)
 */
export interface FreshAccess {
  readonly feature: LoginAccess
  /** How long ago the caller may have proved who they are: seconds, minutes or hours. */
  readonly fresh: `${number}${'s' | 'm' | 'h'}`
}

/** The part of an access that does not depend on time. */
export function standingAccess(access: Access): typeof open | LoginAccess {
  return isFreshAccess(access) ? access.feature : access
}

/** How long ago the caller may have proved who they are, in milliseconds. */
export const freshnessOf = ({ fresh }: FreshAccess): number => Number.parseInt(fresh, 10) * UNITS[fresh.at(-1)!]!

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** Whether access requires a fresh sign-in. */
export const isFreshAccess = (access: Access): access is FreshAccess => typeof access === 'object' && 'fresh' in access

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
  const standing = standingAccess(access)
  if (typeof standing === 'symbol') return []
  return 'id' in standing ? [standing] : standing
}
