import { bytesOf } from '../byte-cache.ts'
import {
  type Access,
  type Actor,
  featuresOf,
  freshnessOf,
  type Grants,
  isFreshAccess,
  open,
  signedIn,
  standingAccess,
} from '../define/access.ts'
import { forbidden, unauthenticated } from '../errors.ts'

/** An immutable list of granted features, compiled for checking. Created by `compileGrants`. */
export interface CompiledGrants extends Grants {
  /** True if every feature is granted; always true for an empty requirement. */
  hasAll(featureIds: Iterable<string>): boolean
  /**
   * True if everything that another grant stands for is granted here. Use this instead of `has` before passing on a grant: the
   * unusual `auth.*.*` satisfies the requirement `auth.*`, but grants far less than `auth.*`.
   */
  covers(grant: string): boolean
}

/**
 * Compiles grants: a feature id, `prefix.*` (the prefix itself and everything below it) or `*`. Case-sensitive. The cost of a
 * check does not depend on the number of grants.
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

/** Results cached for all grants of the process; bounded, since callers can ask for any string (`POST /auth/feature-check`). */
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

/** Throws 401 without a login, and 403 without the features, which the error lists, or without a fresh sign-in. */
export function assertAccess(actor: Actor, access: Access, now: Date): void {
  if (access === open) return
  if (actor.kind === 'anonymous') throw unauthenticated()
  if (!hasAccess(actor, access)) {
    throw forbidden('Forbidden', { requiredFeatures: featuresOf(access).map((feature) => feature.id) })
  }
  if (isFreshAccess(access)) assertFresh(actor, { window: freshnessOf(access), now })
}

/** Throws 403 for everyone except super admins and the platform itself. */
export function assertSuperAdmin({ kind, isSuperAdmin }: Actor): void {
  if (!isSuperAdmin && kind !== 'system') throw forbidden()
}

/** Throws 403 unless the actor has proved within the window who they are. The platform itself need not. */
function assertFresh({ kind, verifiedAt }: Actor, { window, now }: { window: number; now: Date }): void {
  if (kind === 'system' || (kind === 'user' && verifiedAt != null && now.getTime() - verifiedAt <= window)) return
  throw forbidden('Please verify your identity.', { code: 'verification_required', maxAge: window / 1_000 })
}

/** Whether `assertAccess` would succeed, as far as it does not depend on how fresh the sign-in is. */
export function hasAccess(actor: Actor, required: Access): boolean {
  const access = standingAccess(required)
  if (access === open) return true
  if (actor.kind === 'anonymous') return false
  if (actor.isSuperAdmin) return true
  if (access === signedIn) return true
  if ('id' in access) return actor.grants.has(access.id)
  return access.every(({ id }) => actor.grants.has(id))
}
