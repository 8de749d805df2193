/** A list of granted features, compiled for checking. Made by `compileGrants`, immutable. */
export interface Grants {
  /** Every distinct grant, in the order given. */
  readonly list: readonly string[]
  /**
   * True when some grant satisfies the feature (section 6.1). A wildcard such as `auth.*` may be asked for too: the
   * answer is then whether everything it stands for is granted.
   */
  has(featureId: string): boolean
  /** True when every feature is granted; an empty requirement always is. */
  hasAll(featureIds: Iterable<string>): boolean
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
  for (const grant of exact) if (grant.endsWith('.*')) prefixes.add(grant.slice(0, -2))
  const everything = exact.has('*')
  const known = new Map<string, boolean>()

  const match = (id: string): boolean => {
    if (everything || exact.has(id) || prefixes.has(id)) return true
    if (prefixes.size === 0) return false
    for (let dot = id.indexOf('.'); dot >= 0; dot = id.indexOf('.', dot + 1)) {
      if (prefixes.has(id.slice(0, dot))) return true
    }
    return false
  }

  const has = (id: string): boolean => {
    const answer = known.get(id)
    if (answer !== undefined) return answer
    const found = match(id)
    // Callers may ask for any string (`POST /auth/feature-check`), so what is remembered must be bounded twice.
    if (id.length <= MAX_REMEMBERED_LENGTH) {
      if (known.size >= MAX_REMEMBERED) known.clear()
      known.set(id, found)
    }
    return found
  }

  return Object.freeze({
    list: Object.freeze([...exact]),
    has,
    hasAll: (ids: Iterable<string>) => {
      for (const id of ids) if (!has(id)) return false
      return true
    },
  })
}

const MAX_REMEMBERED = 4096
const MAX_REMEMBERED_LENGTH = 256
