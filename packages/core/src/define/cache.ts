/**
 * A bounded cache of derived facts (sessions, rights, organization trees). Entries carry tags; a command drops them
 * with `invalidate(tag)`, here at once and in other processes when its transaction commits.
 */
export interface Cache<T> {
  readonly id: string
  /** Entries kept; the least recently used go first. */
  readonly max: number
  /** Milliseconds an entry may serve, a bound on what a lost notice can cost. */
  readonly ttl: number
  /** Never set; carries the type of the values. */
  readonly value?: T
}

/** What a loader gives back: the value, and the tags whose invalidation makes it stale. */
export interface Cached<T> {
  readonly value: T
  readonly tags: readonly string[]
  /** Milliseconds this entry may serve, when shorter than the cache's own. */
  readonly ttl?: number
}

/** Declares a cache. */
export function defineCache<T>(
  id: string,
  { max = 10_000, ttl = 300_000 }: { max?: number; ttl?: number } = {},
): Cache<T> {
  return Object.freeze({ id, max, ttl })
}
