import type { LRUCache } from 'lru-cache'
import { bytesOf, createByteCache, Shares } from '../bytes.ts'
import type { Cache, Watches, Loader, WatchOptions } from '../define/cache.ts'
import { PlatformError } from '../errors.ts'

interface CacheEntry {
  readonly value: unknown
  readonly tags: readonly string[]
  /** The tick at which loading began: anything invalidated since then makes the entry stale. */
  readonly tick: number
  readonly holder: string | undefined
}

/** The entries of one cache, and whose they are. */
interface CacheEntries {
  readonly all: LRUCache<string, CacheEntry>
  readonly shares: Shares
}

/** How many holders of entries fill a cache. */
const HOLDERS = 16

/** Memory of the tags that are remembered as invalidated. */
const REMEMBERED_TAGS = 16_000_000

/** A host that has not polled invalidations for so many milliseconds serves nothing from memory. */
export const LATE = 500

/** How a value is loaded that is not cached. */
interface Load<T> {
  readonly load: Loader<T>
  /** The moment that is read, where it is an earlier one: what is invalidated after it makes the value stale. Default: now. */
  readonly tick?: number | undefined
}

/**
 * The caches of one platform. Invalidation stamps a tag instead of searching for entries, so that it also catches an
 * entry whose loading began before it and ended after it.
 */
export class Caches {
  readonly #entries = new Map<string, CacheEntries>()
  readonly #loading = new Map<string, Promise<unknown>>()
  readonly #invalidated = new Map<string, number>()
  #tick = 1
  #floor = 0
  #tagBytes = 0
  /** Streams that wait for invalidations. */
  readonly watchers = new Watchers()
  /** While false, nothing is served or kept: invalidations of other processes may be missing. */
  #isTrusted = true
  /** Invalidations of other processes are known up to this time, by the clock of `performance.now`. */
  #currentUntil = Infinity

  /**
   * The cached value, or what `load` gives. Concurrent calls for one key share one load. It runs in the work of the first
   * of them, so that its failure stays its own: the others load for themselves.
   */
  get<T>(cache: Cache<T>, key: string, { load, tick = this.#tick }: Load<T>): Promise<T> {
    const found = this.peek(cache, key)
    if (found !== undefined) return Promise.resolve(found)
    if (!this.#trusted) return load(this.stale(cache, key)).then(({ value }) => value)
    const flight = `${cache.id} ${tick} ${key}`
    const loading = this.#loading.get(flight) as Promise<T> | undefined
    if (loading) return loading.catch(() => this.#load(cache, key, { load, tick }))
    const loaded = this.#load(cache, key, { load, tick }).finally(() => this.#loading.delete(flight))
    this.#loading.set(flight, loaded)
    return loaded
  }

  /** Counts invalidations. */
  get tick(): number {
    return this.#tick
  }

  async #load<T>(cache: Cache<T>, key: string, { load, tick }: Required<Load<T>>): Promise<T> {
    const { value, tags, holder, ttl: asked = cache.ttl } = await load(this.stale(cache, key))
    const ttl = Math.min(asked, cache.ttl)
    // To the map of entries, a ttl of 0 is none at all.
    if (this.#trusted && ttl > 0) this.#keep(cache, key, { entry: { value, tags, tick, holder }, ttl })
    return value
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

  /** The cached value if there is one that still counts, and has none of the tags in `stale`. */
  peek<T>(cache: Cache<T>, key: string, stale?: ReadonlySet<string>): T | undefined {
    if (!this.#trusted) return undefined
    const entry = this.#entries.get(cache.id)?.all.get(key)
    if (!entry || !this.#isFresh(entry) || (stale && entry.tags.some((tag) => stale.has(tag)))) return undefined
    return entry.value as T
  }

  /** What was cached, whether it still counts or not. */
  stale<T>(cache: Cache<T>, key: string): T | undefined {
    return this.#entries.get(cache.id)?.all.peek(key)?.value as T | undefined
  }

  /** Makes every entry with one of the tags stale. */
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

  /** Notes that everything is known which was invalidated before `at`. */
  renew(at: number): void {
    this.#currentUntil = at + LATE
  }

  /** Switches all caches off while invalidations may be lost, and on again, empty. */
  trust(trusted: boolean): void {
    this.#isTrusted = trusted
    this.#floor = ++this.#tick
    this.watchers.wakeAll()
  }

  get #trusted(): boolean {
    return this.#isTrusted && performance.now() < this.#currentUntil
  }

  #isFresh({ tick, tags }: CacheEntry): boolean {
    if (tick < this.#floor) return false
    for (const tag of tags) if ((this.#invalidated.get(tag) ?? 0) > tick) return false
    return true
  }

  /** Bytes that the entries of a cache take. */
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
 * The caches as one command reads them. It sees its own uncommitted writes, so it fills none that others read. Once it has
 * invalidated a tag it loads past them, for they may not know yet what another host has committed; of caches that serve
 * writers it loads only what is stale, and keeps that to itself.
 */
export class WriterCaches {
  readonly #shared: Caches
  /** What it has loaded itself: most commands need none. */
  #own: Caches | undefined
  readonly #invalidated = new Set<string>()

  constructor(shared: Caches) {
    this.#shared = shared
  }

  async get<T>(cache: Cache<T>, key: string, load: Loader<T>): Promise<T> {
    const { servesWriters } = cache
    const isServed = servesWriters || this.#invalidated.size === 0
    const found = isServed ? this.#shared.peek(cache, key, this.#invalidated) : undefined
    if (found !== undefined) return found
    const reload: Loader<T> = (stale = this.#shared.stale(cache, key)) => load(stale)
    return servesWriters ? (this.#own ??= new Caches()).get(cache, key, { load: reload }) : (await reload()).value
  }

  invalidate(tags: readonly string[]): void {
    for (const tag of tags) this.#invalidated.add(tag)
    this.#own?.invalidate(tags)
  }
}

/** A tag that invalidates every cache entry. */
export const EVERYTHING = '*'

/** Watches of one owner on one host: as many as one person has tabs open. */
const PER_OWNER = 10
/** Watches of a tenant on one host: anybody can make accounts and keys, and each would bring ten (decision 43). */
const PER_TENANT = 500

/** Wakes a watch; `isNamed` where its tag was invalidated, false where it may have been. */
type Wake = (isNamed: boolean) => void

/** Wakes those who wait for a tag: the other half of invalidation. */
class Watchers implements Watches {
  readonly #waiting = new Map<string, Set<Wake>>()
  readonly #counts = new Map<string, number>()

  of(tag: string, options: WatchOptions): AsyncIterable<boolean> {
    const { owner, tenantId, signal } = options
    const ofTenant = `tenant:${tenantId}`
    this.#assertLeft(owner, PER_OWNER, 'Too many open streams')
    this.#assertLeft(ofTenant, PER_TENANT, `Too many open streams of this tenant: at most ${PER_TENANT}`)
    const holders = [owner, ofTenant]
    for (const holder of holders) this.#counts.set(holder, (this.#counts.get(holder) ?? 0) + 1)
    const ended = new AbortController()
    ended.signal.addEventListener('abort', () => holders.forEach((holder) => this.#release(holder)))
    // A watch that is never iterated ends by the signal.
    const end = () => ended.abort()
    signal.addEventListener('abort', end, { once: true, signal: ended.signal })
    if (signal.aborted) end()
    return this.#wakes(tag, options, ended)
  }

  /** Wakes the watches of the tags. */
  wake(tags: Iterable<string>): void {
    for (const tag of tags) {
      if (tag === EVERYTHING) this.wakeAll()
      else for (const wake of this.#waiting.get(tag) ?? []) wake(true)
    }
  }

  wakeAll(): void {
    for (const waiting of this.#waiting.values()) for (const wake of waiting) wake(false)
  }

  async *#wakes(tag: string, { every = 30_000 }: WatchOptions, ended: AbortController): AsyncGenerator<boolean> {
    let next = Promise.withResolvers<void>()
    let isNamed = false
    const wake: Wake = (named) => {
      isNamed ||= named
      next.resolve()
    }
    const wakeUnnamed = () => wake(false)
    this.#add(tag, wake)
    ended.signal.addEventListener('abort', wakeUnnamed)
    const timer = setInterval(wakeUnnamed, every)
    timer.unref()
    try {
      while (!ended.signal.aborted) {
        next = Promise.withResolvers()
        const wasNamed = isNamed
        isNamed = false
        yield wasNamed
        await next.promise
      }
    } finally {
      clearInterval(timer)
      this.#remove(tag, wake)
      ended.abort()
    }
  }

  #add(tag: string, wake: Wake): void {
    const waiting = this.#waiting.get(tag)
    if (waiting) waiting.add(wake)
    else this.#waiting.set(tag, new Set([wake]))
  }

  #remove(tag: string, wake: Wake): void {
    const waiting = this.#waiting.get(tag)
    if (waiting?.delete(wake) && waiting.size === 0) this.#waiting.delete(tag)
  }

  #assertLeft(holder: string, limit: number, message: string): void {
    if ((this.#counts.get(holder) ?? 0) >= limit)
      throw new PlatformError('too_many', message, { headers: { 'retry-after': '30' } })
  }

  #release(holder: string): void {
    const remaining = (this.#counts.get(holder) ?? 1) - 1
    if (remaining > 0) this.#counts.set(holder, remaining)
    else this.#counts.delete(holder)
  }
}

/** The tag of a tenant's rows in a table that an analytics entity names; dropped when a command has written any. */
export const rowsTag = (tenantId: string, table: string): string => `rows:${tenantId}:${table}`
