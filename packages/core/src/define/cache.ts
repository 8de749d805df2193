import { defineService } from './service.ts'

/**
 * A bounded cache of derived data (callers, rights, organization trees). Entries carry tags. A command invalidates them with
 * `invalidate(tag)`: immediately in its own process, and in other processes when its transaction commits. If requests can choose
 * a part of the key, normalize it first and give entries a `holder`.
 */
export interface Cache<T> {
  readonly id: string
  /**
   * Memory for all entries, keys included, in bytes; the least recently used entries are evicted first (decision: Limits per
   * tenant).
   */
  readonly bytes: number
  /** Maximum age of an entry in milliseconds, which bounds the effect of a lost invalidation. */
  readonly ttl: number
  /**
   * Whether a command that has already invalidated something may still read the cache, provided that it did not invalidate any
   * of the value's tags. Do not use it for values that a command reads under a lock: another host may just have changed them.
   */
  readonly servesWriters: boolean
  /** Size of a value in bytes, if it cannot be estimated from its properties (closures, private fields). */
  weigh?(value: T): number
  /** Never set; carries the type of the values. */
  readonly value?: T
}

/** What a loader returns: the value, and the tags that invalidate it. */
export interface Cached<T> {
  readonly value: T
  readonly tags: readonly string[]
  /** Maximum age of this entry in milliseconds, if shorter than that of the cache. */
  readonly ttl?: number
  /**
   * The owner of the entry, if requests can choose a part of its key. Each holder can use up to a sixteenth of the cache; beyond
   * that, the holder's own oldest entries are evicted.
   */
  readonly holder?: string
}

/**
 * Loads a value. `stale` is the value before its invalidation, if known, so that a loader can read only the differences. Neither
 * trust nor mutate it.
 */
export type Loader<T> = (stale?: T) => Promise<Cached<T>>

type CacheOptions<T> = Partial<Pick<Cache<T>, 'bytes' | 'ttl' | 'servesWriters' | 'weigh'>>

/**
 * Declares a cache. Defaults: 8 MiB, five minutes, and commands that have invalidated anything bypass the cache.
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
 * Bytes in a mebibyte, for cache sizes.
 *
 * @example
 * defineCache('tags.labels', { bytes: 2 * MIB })
 */
export const MIB = 1_048_576

/** Waits for invalidations of a tag, from any host. */
export interface Watches {
  /**
   * Yields immediately, then after each invalidation of the tag; invalidations between two yields are merged. Yields true after
   * an invalidation, and false periodically without one, because invalidations can get lost. Ends when the signal is aborted or
   * the consumer stops iterating. Throws 429 if the owner or the tenant has too many watches.
   */
  of(tag: string, options: WatchOptions): AsyncIterable<boolean>
}

export interface WatchOptions {
  /** The actor's id and tenant that the watch counts against. */
  readonly owner: string
  readonly tenantId: string
  readonly signal: AbortSignal
  /** Milliseconds after which it yields even without an invalidation. Default: 30,000. */
  readonly every?: number
}

/** Resolve with `inject(watches)`; used by streams. */
export const watches = defineService<Watches>('core.watches')
