import { defineService } from './service.ts'

/**
 * A bounded cache of derived facts (callers, rights, organization trees). Entries carry tags; a command drops them
 * with `invalidate(tag)`, here at once and in other processes when its transaction commits. Keys that a request can
 * choose are to be normalized first, and their entries to have a holder.
 */
export interface Cache<T> {
  readonly id: string
  /** Memory of all entries, keys included; the least recently used go first (decision 43). */
  readonly bytes: number
  /** Milliseconds an entry may serve, a bound on what a lost invalidation can cost. */
  readonly ttl: number
  /**
   * Whether a command that has invalidated something still reads it, as long as that was none of the value's tags. Not for
   * what a command reads under a lock: another host may have changed it a moment ago.
   */
  readonly servesWriters: boolean
  /** Bytes of one value, where counting its members does not tell: closures, private fields. */
  weigh?(value: T): number
  /** Never set; carries the type of the values. */
  readonly value?: T
}

/** What a loader returns: the value, and the tags whose invalidation makes it stale. */
export interface Cached<T> {
  readonly value: T
  readonly tags: readonly string[]
  /** Milliseconds this entry may serve, when shorter than the cache's own. */
  readonly ttl?: number
  /**
   * Whose entry it is, where a request chooses a part of its key: a sixteenth of the cache is kept for each, and beyond
   * that their own oldest entries go.
   */
  readonly holder?: string
}

/**
 * Loads a value. `stale` is the value before its invalidation, where there was one, so that only what differs is read:
 * it must be neither trusted nor changed.
 */
export type Loader<T> = (stale?: T) => Promise<Cached<T>>

type CacheOptions<T> = Partial<Pick<Cache<T>, 'bytes' | 'ttl' | 'servesWriters' | 'weigh'>>

/**
 * Declares a cache. Default: 8 MiB, five minutes, and commands that have invalidated anything load anew.
 *
 * @example
 * const labels = defineCache<string[]>('tags.labels', { bytes: 2 * MIB, ttl: 60_000 })
 * const found = await cached(labels, tenantId, async () => ({ value: await readLabels(), tags: [tagsOf(tenantId)] }))
 */
export function defineCache<T>(
  id: string,
  { bytes = 8 * MIB, ttl = 300_000, servesWriters = false, weigh }: CacheOptions<T> = {},
): Cache<T> {
  return Object.freeze({ id, bytes, ttl, servesWriters, ...(weigh && { weigh }) })
}

/**
 * Bytes, for the bounds of caches.
 *
 * @example
 * defineCache('tags.labels', { bytes: 2 * MIB })
 */
export const MIB = 1_048_576

/** Waits for invalidations of a tag, from any host. */
export interface Watches {
  /**
   * Yields at once, and then after invalidations of the tag; several between two yields count as one. Yields true after an
   * invalidation, and false from time to time without one, because invalidations can get lost. Ends with the signal, or
   * when its reader breaks off. Throws 429 when the owner or the tenant has too many.
   */
  of(tag: string, options: WatchOptions): AsyncIterable<boolean>
}

export interface WatchOptions {
  /** Whom the watch is counted for: an actor's id, and their tenant. */
  readonly owner: string
  readonly tenantId: string
  readonly signal: AbortSignal
  /** Milliseconds after which it yields anyway. Default: 30,000. */
  readonly every?: number
}

/** Resolve with `inject(watches)`; streams wait with it. */
export const watches = defineService<Watches>('core.watches')
