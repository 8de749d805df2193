import { bytesOf } from '../bytes.ts'
import { NO_SCOPE, type Scope } from '../data/scope.ts'
import type { Actor, Session } from '../define/actor.ts'
import { type Access, featuresOf, open, signedIn } from '../define/feature.ts'
import { forbidden, unauthenticated } from '../errors.ts'

/** A list of granted features, compiled for checking. Made by `compileGrants`, immutable. */
export interface Grants {
  /** Every distinct grant, in the order given. */
  readonly list: readonly string[]
  /** True when some grant satisfies the required feature. */
  has(featureId: string): boolean
  /** True when every feature is granted; an empty requirement always is. */
  hasAll(featureIds: Iterable<string>): boolean
  /**
   * True when everything that another grant stands for is granted here. Ask this, not `has`, before handing a grant
   * on: the odd `auth.*.*` satisfies a requirement spelled `auth.*`, but is far less than that grant.
   */
  covers(grant: string): boolean
}

/**
 * Compiles grants: a feature id, `prefix.*` (the prefix itself and everything below it) or `*`. Case-sensitive. The
 * cost of a check does not depend on the number of grants.
 *
 * @example
 * compileGrants(['auth.*']).has('auth.users.list') // true
 */
export function compileGrants(features: Iterable<string>): Grants {
  const exact = new Set(features)
  const prefixes = new Set<string>()
  let longestPrefix = -1
  for (const grant of exact) {
    if (!grant.endsWith('.*')) continue
    prefixes.add(grant.slice(0, -2))
    longestPrefix = Math.max(longestPrefix, grant.length - 2)
  }
  const everything = exact.has('*')
  const known = new Map<string, boolean>()

  const isBelowPrefix = (id: string): boolean => {
    for (let dot = id.indexOf('.'); dot >= 0 && dot <= longestPrefix; dot = id.indexOf('.', dot + 1)) {
      if (prefixes.has(id.slice(0, dot))) return true
    }
    return false
  }
  const match = (id: string) => everything || exact.has(id) || prefixes.has(id) || isBelowPrefix(id)

  const has = (id: string): boolean => {
    const answer = known.get(id)
    if (answer !== undefined) return answer
    const found = match(id)
    remember(known, id, found)
    return found
  }

  return Object.freeze({
    list: Object.freeze([...exact]),
    has,
    hasAll: (ids: Iterable<string>) => {
      for (const id of ids) if (!has(id)) return false
      return true
    },
    covers: (grant: string) => {
      if (everything || grant === '*') return everything
      return grant.endsWith('.*') ? isBelowPrefix(grant) : has(grant)
    },
  })
}

/** What all grants of the process remember: callers may ask for any string (`POST /auth/feature-check`). */
const memory = { all: [] as Map<string, boolean>[], bytes: 0 }

function remember(known: Map<string, boolean>, id: string, found: boolean): void {
  if (id.length > MAX_REMEMBERED_LENGTH) return
  if (memory.bytes > MAX_REMEMBERED) {
    for (const full of memory.all) full.clear()
    memory.all.length = memory.bytes = 0
  }
  if (known.size === 0) memory.all.push(known)
  known.set(id, found)
  memory.bytes += ENTRY + bytesOf(id)
}

const MAX_REMEMBERED = 16_000_000
const MAX_REMEMBERED_LENGTH = 256
const ENTRY = 64

/** Lets the actor pass or throws: 401 without a login, 403 with the features that are asked for. */
export function assertAccess(actor: Actor, access: Access): void {
  if (access === open) return
  if (actor.kind === 'anonymous') throw unauthenticated()
  if (!hasAccess(actor, access)) {
    throw forbidden('Forbidden', { requiredFeatures: featuresOf(access).map((feature) => feature.id) })
  }
}

/** Whether `assertAccess` would let the actor pass. */
export function hasAccess(actor: Actor, access: Access): boolean {
  if (access === open) return true
  if (actor.kind === 'anonymous') return false
  if (actor.isSuperAdmin) return true
  if (access === signedIn) return true
  if ('id' in access) return actor.grants.has(access.id)
  return access.every(({ id }) => actor.grants.has(id))
}

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
