import { bytesOf } from '../bytes.ts'
import { NO_SCOPE, type Scope } from '../data/scope.ts'
import { type Access, type Actor, type Caller, featuresOf, type Grants, open, signedIn } from '../define/access.ts'
import { forbidden, unauthenticated } from '../errors.ts'
import type { OrganizationTree } from './scope.ts'

/** Rights in a tenant. `organizations` is null for all of them; a list includes descendants (decision 12). */
export interface Acl {
  readonly isSuperAdmin: boolean
  readonly features: readonly string[]
  readonly organizations: readonly string[] | null
}

/** A stored row of rights, and whose row it is, so that decisions can be explained. */
export interface AclEntry extends Acl {
  readonly source: AclSource
}

/** A user's own row, or that of one of their roles. */
export type AclSource =
  | { readonly kind: 'user' }
  | { readonly kind: 'role'; readonly id: string; readonly name: string }

/** What confines an API key beyond its roles. */
interface KeyLimits {
  /** The organization the key is bound to, or null for a key of the whole tenant. */
  readonly organizationId: string | null
  /** Today's rights of the key's creator; null for a key without one. */
  readonly creator: Acl | null
}

/** Everything the rights of a user or an API key in one tenant are computed from. */
export interface AclSubject {
  /** The user's row for this tenant; it replaces the roles completely. */
  readonly userAcl: AclEntry | null
  /** Rows for this tenant of the roles held, in a stable order. */
  readonly roleAcls: readonly AclEntry[]
  /** True when any row of the user, or of any role linked to them, in any tenant, carries the flag. */
  readonly superAdmin: boolean
  /** Set for an API key. */
  readonly key?: KeyLimits | undefined
  /** Organizations of the tenant; decides which of two lists lies within the other. */
  readonly tree: OrganizationTree
}

/** A super admin's rights. */
const ALL_RIGHTS: Acl = Object.freeze({ isSuperAdmin: true, features: ['*'], organizations: null })

/**
 * The effective rights of a subject. Super admin comes from the flag only; a user's own row replaces
 * the union of role rows; an API key is confined to its organization and to what its creator may do today.
 */
export function effectiveAcl(subject: AclSubject): Acl {
  const own = ownAcl(subject)
  return subject.key ? confineToKey(own, subject.key, subject.tree) : own
}

/** The rows that count for a subject: their own if there is one, else those of their roles. */
export function countingEntries({ userAcl, roleAcls }: Pick<AclSubject, 'userAcl' | 'roleAcls'>): readonly AclEntry[] {
  return userAcl ? [userAcl] : roleAcls
}

/** Grants that both lists cover. Exact, because two grants are always nested or disjoint. */
export function intersectFeatures(left: readonly string[], right: readonly string[]): string[] {
  const inLeft = compileGrants(left)
  const inRight = compileGrants(right)
  return distinctTexts([...left.filter(inRight.covers), ...right.filter(inLeft.covers)])
}

/** Organizations that both lists reach, descendants included; null stands for all. */
export function intersectOrganizations(
  left: readonly string[] | null,
  right: readonly string[] | null,
  tree: OrganizationTree,
): readonly string[] | null {
  if (left === null) return right
  if (right === null) return left
  const reached = (id: string, by: readonly string[]) => by.some((other) => other === id || tree.isWithin(id, other))
  return distinctTexts([...left.filter((id) => reached(id, right)), ...right.filter((id) => reached(id, left))])
}

function ownAcl({ userAcl, roleAcls, superAdmin }: AclSubject): Acl {
  if (superAdmin || userAcl?.isSuperAdmin || roleAcls.some((row) => row.isSuperAdmin)) return ALL_RIGHTS
  const entries = countingEntries({ userAcl, roleAcls })
  const lists = entries.map((row) => normalizeOrganizations(row.organizations))
  return {
    isSuperAdmin: false,
    features: distinctTexts(entries.flatMap((row) => row.features)),
    organizations: lists.includes(null) ? null : distinctTexts(lists.flatMap((list) => list ?? [])),
  }
}

function confineToKey(own: Acl, { organizationId, creator }: KeyLimits, tree: OrganizationTree): Acl {
  const bound = organizationId === null ? null : [organizationId]
  const limit = creator ?? own
  return {
    // The flag opens every tenant and organization, so a key bound to one organization cannot carry it.
    isSuperAdmin: own.isSuperAdmin && limit.isSuperAdmin && bound === null,
    features: intersectFeatures(own.features, limit.features),
    organizations: intersectOrganizations(
      intersectOrganizations(own.organizations, limit.organizations, tree),
      bound,
      tree,
    ),
  }
}

/** The entry in a list of organizations that stands for all of them, and the cookie value that selects all. */
export const ALL_ORGANIZATIONS = '__all__'

/** Trims, drops empty entries and duplicates, and keeps the order of first mention. */
export function distinctTexts(features: Iterable<string>): string[] {
  const kept = new Set<string>()
  for (const feature of features) {
    const trimmed = feature.trim()
    if (trimmed !== '') kept.add(trimmed)
  }
  return [...kept]
}

/** Stored or sent organizations in one form: `null` for all of the tenant (also for `__all__`), else distinct ids (decision 12). */
export function normalizeOrganizations(organizations: Iterable<string> | null | undefined): string[] | null {
  if (organizations === null || organizations === undefined) return null
  const ids = distinctTexts(organizations)
  return ids.includes(ALL_ORGANIZATIONS) ? null : ids
}

/** A list of granted features, compiled for checking. Made by `compileGrants`, immutable. */
export interface CompiledGrants extends Grants {
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
export function compileGrants(features: Iterable<string>): CompiledGrants {
  const exact = new Set(features)
  const prefixes = new Set<string>()
  let longestPrefix = -1
  for (const grant of exact) {
    if (!grant.endsWith('.*')) continue
    prefixes.add(grant.slice(0, -2))
    longestPrefix = Math.max(longestPrefix, grant.length - 2)
  }
  const everything = exact.has('*')
  const answers = new Map<string, boolean>()

  const isBelowPrefix = (id: string): boolean => {
    for (let dot = id.indexOf('.'); dot >= 0 && dot <= longestPrefix; dot = id.indexOf('.', dot + 1)) {
      if (prefixes.has(id.slice(0, dot))) return true
    }
    return false
  }
  const match = (id: string) => everything || exact.has(id) || prefixes.has(id) || isBelowPrefix(id)

  const has = (id: string): boolean => {
    const answer = answers.get(id)
    if (answer !== undefined) return answer
    const found = match(id)
    remember(answers, id, found)
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

function remember(answers: Map<string, boolean>, id: string, found: boolean): void {
  if (id.length > MAX_REMEMBERED_LENGTH) return
  if (memory.bytes > MAX_REMEMBERED) {
    for (const full of memory.all) full.clear()
    memory.all.length = memory.bytes = 0
  }
  if (answers.size === 0) memory.all.push(answers)
  answers.set(id, found)
  memory.bytes += ENTRY + bytesOf(id)
}

const MAX_REMEMBERED = 16_000_000
const MAX_REMEMBERED_LENGTH = 256
const ENTRY = 64

/** Throws 401 without a login, 403 without the features, which the error names. */
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

/** The caller of a request without a login. */
export const anonymous: Caller = Object.freeze({
  actor: Object.freeze({ ...nobody, id: 'anonymous', kind: 'anonymous', grants: compileGrants([]) }),
  scope: NO_SCOPE,
})

const everything = compileGrants(['*'])

/**
 * The platform acting on its own account in a tenant: jobs, subscribers, seeding. `userId` is whom it acts for.
 *
 * @example
 * const scope = { tenantId, organizationId, organizationIds: null }
 * await platform.as(systemCaller('import', scope), ({ run }) => run(createTag, { label: 'Imported' }))
 */
export function systemCaller(reason: string, scope: Scope, userId: string | null = null): Caller {
  return { actor: { ...nobody, id: `system:${reason}`, kind: 'system', userId, grants: everything }, scope }
}
