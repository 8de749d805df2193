import type { Scope } from '../data/scope.ts'
import { defineService } from './service.ts'

/** The features of an actor, compiled so that one check is one look-up. */
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
 * Who makes a request: an actor, and the scope they work in.
 *
 * @example
 * const caller: Caller = { actor, scope: { ...scope, organizationIds: [scope.organizationId] } }
 */
export interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

/** What precedes an API key's id in `Actor.id`. */
export const API_KEY = 'api_key:'

/** Whether an actor's id is that of an API key. */
export const isKey = (actorId: string): boolean => actorId.startsWith(API_KEY)

/** Something a person may be allowed to do. */
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

/** What is asked of a caller: nothing, any login, or all of the features. */
export type Access = typeof open | typeof signedIn | Feature | readonly Feature[]

/**
 * No login needed. A public route has to say so.
 *
 * @example
 * const health = get('/tags/health', { access: open, response: Ok }, () => ({ ok: true }))
 */
export const open = Symbol('open')
/**
 * Any login is enough.
 *
 * @example
 * const mine = get('/tags/mine', { access: signedIn, response: z.array(z.string()) }, ({ inject }) => inject(tagsOf).mine())
 */
export const signedIn = Symbol('signedIn')

/** The features that `access` asks for; none for open and signed-in routes. */
export function featuresOf(access: Access): readonly Feature[] {
  if (typeof access === 'symbol') return []
  return 'id' in access ? [access] : access
}

/** Those whose rights a change may affect. */
export interface Affected {
  readonly userIds?: readonly string[]
  /** Organizations whose accounts it may lock out or let in again. */
  readonly organizationIds?: readonly string[]
  /** Whether it moves organizations, and so what everybody reaches who is confined to some. */
  readonly isMove?: boolean
}

/** Holds changes that affect rights indirectly to the boundary of grants; `@plinth/auth` provides one. */
export interface RightsGuard {
  /**
   * Looks at what these people may do, and makes such changes wait for each other until the transaction ends. The
   * answer is called after the change: it throws 403 where somebody has gained or lost what the actor could not give
   * (decision 40), 400 where nobody is left who can administer.
   */
  watch(affected: Affected): Promise<() => Promise<void>>
  /**
   * The same for a change that locks a whole tenant out: the answer throws 400 where no super admin is left who can log
   * in, in whichever tenant.
   */
  watchTenants(): Promise<() => Promise<void>>
  /**
   * How many accounts of the tenant have no use without an organization: it is their home, or all their rights are confined to
   * it. Accounts that are deactivated do not count.
   */
  countConfined(organizationId: string): Promise<number>
}

/** Resolve with `inject(rightsGuard)` in commands. Where there are no accounts, nothing is watched. */
export const rightsGuard = defineService<RightsGuard>('core.rights-guard', () => ({
  watch: async () => async () => {},
  watchTenants: async () => async () => {},
  countConfined: async () => 0,
}))
