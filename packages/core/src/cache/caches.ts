import type { LRUCache } from 'lru-cache'
import { bytesOf, createByteCache, Shares } from '../byte-cache.ts'
import type { Cache, Cached, Loader } from '../define/cache.ts'
import { EVERYTHING, Watchers } from './watchers.ts'

interface CacheEntry {
  readonly value: unknown
  readonly tags: readonly string[]
  /** The tick at which loading began: an invalidation since then makes the entry stale. */
  readonly tick: number
  /** The time as of which it was loaded, by the clock of `performance.now`; -Infinity if that is unknown. */
  readonly at: number
  readonly holder: string | undefined
}

/** A load that is under way. */
interface Loading {
  readonly at: number
  readonly value: Promise<unknown>
}

/** The entries of a cache, and their holders. */
interface CacheEntries {
  readonly all: LRUCache<string, CacheEntry>
  readonly shares: Shares
}

/** The number of holders whose entries fill a cache. */
const HOLDERS = 16

/** Memory for remembered invalidated tags, in bytes. */
const REMEMBERED_TAGS = 16_000_000

/** Milliseconds for which a request waits for a poll of invalidations where revocations are immediate. */
export const LATE = 500

/** Maximum age in milliseconds of what is served from memory while invalidations arrive late, or not at all. */
const STALE_AFTER = 1_000

/** How to load a value that is not cached. */
interface Load<T> {
  readonly load: Loader<T>
  /** The tick as of which data is read, if it is in the past: later invalidations make the value stale. Default: now. */
  readonly tick?: number | undefined
}

interface OwnLoad<T> extends Pick<Load<T>, 'load'> {
  readonly isShared: () => boolean
}

interface Loaded<T> {
  readonly loaded: Cached<T>
  readonly tick: number
  readonly at: number
}

interface BegunLoad<T> extends Load<T> {
  readonly tick: number
  readonly at: number
}

/**
 * The caches of one platform. Invalidation stamps a tag instead of searching for entries, so it also applies to an entry whose
 * loading began before the invalidation and ended after it.
 *
 * While invalidations of other processes are late, an entry is served until it has not been known to be right for a second, and then
 * loaded again: rights are at most that old, and an overloaded database gets one query per second and key, not one per request.
 */
export class Caches {
  readonly #entries = new Map<string, CacheEntries>()
  readonly #loading = new Map<string, Loading>()
  readonly #staleAfter: number
  readonly #invalidated = new Map<string, number>()
  #tick = 1
  #floor = 0
  #tagBytes = 0
  /** Streams waiting for invalidations. */
  readonly watchers = new Watchers()
  /** While false, invalidations of other processes may be getting lost. */
  #isTrusted = true
  /** Invalidations of other processes are known up to this time, by the clock of `performance.now`. */
  #currentAt = Infinity

  constructor({ staleAfter = STALE_AFTER }: { readonly staleAfter?: number | undefined } = {}) {
    this.#staleAfter = staleAfter
  }

  /**
   * Returns the cached value, or the result of `load`. Concurrent calls for a key share one load, which runs in the unit of work
   * of the first caller. If it fails, only that caller gets the error; the others load for themselves.
   */
  get<T>(cache: Cache<T>, key: string, { load, tick: asOf }: Load<T>): Promise<T> {
    const found = this.peek(cache, key)
    if (found !== undefined) return Promise.resolve(found)
    const tick = asOf ?? this.#tick
    const at = asOf === undefined ? performance.now() : -Infinity
    const flight = `${cache.id} ${tick} ${key}`
    const loading = this.#loading.get(flight)
    if (loading && this.#isRecent(loading.at))
      return (loading.value as Promise<T>).catch(() => this.#load(cache, key, { load, tick, at }))
    const value = this.#load(cache, key, { load, tick, at }).finally(() => {
      if (this.#loading.get(flight)?.value === value) this.#loading.delete(flight)
    })
    this.#loading.set(flight, { at, value })
    return value
  }

  /** Counts invalidations. */
  get tick(): number {
    return this.#tick
  }

  async #load<T>(cache: Cache<T>, key: string, { load, tick, at }: BegunLoad<T>): Promise<T> {
    const loaded = await load(this.stale(cache, key))
    this.#fill(cache, key, { loaded, tick, at })
    return loaded.value
  }

  /** Keeps what `load` returns if `isShared` holds then. Its caller alone waits for it, and gets it in any case. */
  async loadFor<T>(cache: Cache<T>, key: string, { load, isShared }: OwnLoad<T>): Promise<Cached<T>> {
    const [tick, at] = [this.#tick, performance.now()]
    const loaded = await load(this.stale(cache, key))
    if (isShared()) this.#fill(cache, key, { loaded, tick, at })
    return loaded
  }

  #fill<T>(cache: Cache<T>, key: string, { loaded, tick, at }: Loaded<T>): void {
    const { value, tags, holder, ttl: asked = cache.ttl } = loaded
    const ttl = Math.min(asked, cache.ttl)
    // The map of entries treats a ttl of 0 as no ttl.
    if (ttl > 0) this.#keep(cache, key, { entry: { value, tags, tick, at, holder }, ttl })
  }

  #keep(
    cache: Cache<unknown>,
    key: string,
    { entry, ttl }: { readonly entry: CacheEntry; readonly ttl: number },
  ): void {
    const { all, shares } = this.#of(cache)
    all.set(key, entry, { ttl })
    const bytes = entry.holder === undefined ? undefined : all.info(key)?.size
    if (entry.holder === undefined || bytes === undefined) return
    for (const oldest of shares.add(entry.holder, key, bytes)) all.delete(oldest)
  }

  /** The cached value, if it is valid and has none of the tags in `stale`. */
  peek<T>(cache: Cache<T>, key: string, stale?: ReadonlySet<string>): T | undefined {
    const entry = this.#entries.get(cache.id)?.all.get(key)
    if (!entry || !this.#isFresh(entry) || (stale && entry.tags.some((tag) => stale.has(tag)))) return undefined
    return entry.value as T
  }

  /** The cached value, valid or not. */
  stale<T>(cache: Cache<T>, key: string): T | undefined {
    return this.#entries.get(cache.id)?.all.peek(key)?.value as T | undefined
  }

  /** Invalidates every entry with one of the tags. */
  invalidate(tags: Iterable<string>): void {
    this.#tick++
    if (this.#tagBytes > REMEMBERED_TAGS) {
      this.#invalidated.clear()
      this.#tagBytes = 0
      this.#floor = this.#tick
    }
    for (const tag of tags) {
      if (tag === EVERYTHING) this.#floor = this.#tick
      else {
        if (!this.#invalidated.has(tag)) this.#tagBytes += bytesOf(tag)
        this.#invalidated.set(tag, this.#tick)
      }
    }
    this.watchers.wake(tags)
  }

  /** Records that all invalidations before `at` are known. */
  renew(at: number): void {
    if (this.#isTrusted) this.#currentAt = at
  }

  /** While invalidations may be getting lost, values age as if none had arrived since; once they arrive again, all caches are empty. */
  trust(trusted: boolean): void {
    this.#isTrusted = trusted
    if (trusted) this.#floor = ++this.#tick
    else this.#currentAt = Math.min(this.#currentAt, performance.now())
    this.watchers.wakeAll()
  }

  /** Whether a value as of `at` may be served, if no known invalidation concerns it. */
  #isRecent(at: number): boolean {
    return Math.max(at, this.#currentAt) > performance.now() - this.#staleAfter
  }

  #isFresh({ tick, tags, at }: CacheEntry): boolean {
    if (tick < this.#floor || !this.#isRecent(at)) return false
    for (const tag of tags) if ((this.#invalidated.get(tag) ?? 0) > tick) return false
    return true
  }

  /** The memory used by the entries of a cache, in bytes. */
  sizeOf({ id }: Cache<unknown>): number {
    return this.#entries.get(id)?.all.calculatedSize ?? 0
  }

  #of<T>(cache: Cache<T>): CacheEntries {
    const { id, bytes, ttl } = cache
    let entries = this.#entries.get(id)
    if (!entries) {
      const weigh = ({ value, tags }: CacheEntry) =>
        bytesOf(tags) + (cache.weigh ? cache.weigh(value as T) : bytesOf(value))
      const shares = new Shares(bytes / HOLDERS)
      const onGone = ({ holder }: CacheEntry, key: string) => {
        if (holder !== undefined) shares.remove(holder, key)
      }
      entries = { all: createByteCache({ bytes, ttl, weigh, onGone }), shares }
      this.#entries.set(id, entries)
    }
    return entries
  }
}

/**
 * The caches as one command reads them. Once it has written it sees its own uncommitted rows, so it no longer fills a shared cache.
 * Once it has invalidated a tag it bypasses the caches, which may not know yet what another host has committed. From caches with
 * `servesWriters` it reloads only stale values, and keeps those to itself.
 */
export class WriterCaches {
  readonly #shared: Caches
  readonly #hasOnlyRead: () => boolean
  /** Values loaded by this command; most commands need none. */
  #own: Caches | undefined
  readonly #invalidated = new Set<string>()

  constructor(shared: Caches, hasOnlyRead: () => boolean) {
    this.#shared = shared
    this.#hasOnlyRead = hasOnlyRead
  }

  async get<T>(cache: Cache<T>, key: string, load: Loader<T>): Promise<T> {
    const { servesWriters } = cache
    const isServed = servesWriters || this.#invalidated.size === 0
    const found = isServed ? this.#shared.peek(cache, key, this.#invalidated) : undefined
    if (found !== undefined) return found
    const isShared = () => this.#invalidated.size === 0 && this.#hasOnlyRead()
    const reload = () => this.#shared.loadFor(cache, key, { load, isShared })
    return servesWriters ? (this.#own ??= new Caches()).get(cache, key, { load: reload }) : (await reload()).value
  }

  invalidate(tags: readonly string[]): void {
    for (const tag of tags) this.#invalidated.add(tag)
    this.#own?.invalidate(tags)
  }
}
