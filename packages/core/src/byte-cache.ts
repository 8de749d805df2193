import { LRUCache } from 'lru-cache'

export interface ByteCacheOptions<V> {
  /**
   * Maximum memory of all entries together, in bytes. The least recently used are evicted first; a value larger than that is
   * not stored.
   */
  readonly bytes: number
  /** Returns the size of a value in bytes, for values that `bytesOf` cannot measure: closures and private fields. */
  readonly weigh?: (value: V) => number
  /** Maximum age of an entry in milliseconds. */
  readonly ttl?: number
  /** Called for each entry that is removed or replaced. */
  readonly onGone?: (value: V, key: string) => void
}

/** A cache bounded by the memory of its keys and values, for entries that requests can create. */
export function createByteCache<V extends {}>({ bytes, weigh = bytesOf, ttl = 0, onGone }: ByteCacheOptions<V>) {
  return new LRUCache<string, V>({
    maxSize: bytes,
    sizeCalculation: (value, key) => ENTRY + bytesOf(key) + Math.ceil(weigh(value)),
    ttl,
    ...(onGone && { dispose: onGone }),
  })
}

/**
 * Estimates the memory of a value, erring on the high side; stops counting beyond `most`. It is iterative, so deep nesting
 * cannot exhaust the stack, and counts shared objects once.
 */
export function bytesOf(value: unknown, most = Infinity): number {
  if (typeof value === 'string') return STRING + 2 * value.length
  const pending: unknown[] = [value]
  const seen = new Set<object>()
  let bytes = 0
  while (pending.length > 0 && bytes <= most) {
    const next = pending.pop()
    if (typeof next === 'string') bytes += STRING + 2 * next.length
    else if (typeof next !== 'object' || next === null) bytes += SCALAR
    else if (!seen.has(next)) {
      seen.add(next)
      bytes += OBJECT
      if (ArrayBuffer.isView(next)) bytes += next.byteLength
      else push(next, pending)
    }
  }
  return bytes
}

function push(holder: object, pending: unknown[]): void {
  if (holder instanceof Map) for (const entry of holder) pending.push(entry[0], entry[1])
  else if (Array.isArray(holder) || holder instanceof Set) for (const member of holder) pending.push(member)
  else for (const [key, member] of Object.entries(holder)) pending.push(key, member)
}

const ENTRY = 200
const OBJECT = 64
const STRING = 24
const SCALAR = 8

interface HolderShare {
  /** Size of each entry by key, oldest first. */
  readonly entries: Map<string, number>
  bytes: number
}

/**
 * Tracks which holder each cache entry belongs to. Requests choose some keys, such as the organization selected by a cookie; a
 * client that makes up many of them must not evict entries of others (decision: Limits per tenant).
 */
export class Shares {
  readonly #held = new Map<string, HolderShare>()
  readonly #most: number

  /** `most` is the limit per holder, in bytes. */
  constructor(most: number) {
    this.#most = most
  }

  /** Adds an entry, and returns the keys of the holder's oldest entries that now exceed its limit. */
  add(holder: string, key: string, bytes: number): readonly string[] {
    const share = this.#held.get(holder) ?? { entries: new Map<string, number>(), bytes: 0 }
    this.#held.set(holder, share)
    share.entries.set(key, bytes)
    share.bytes += bytes
    const excess: string[] = []
    let remaining = share.bytes
    for (const [oldKey, oldBytes] of share.entries) {
      if (remaining <= this.#most || oldKey === key) break
      excess.push(oldKey)
      remaining -= oldBytes
    }
    return excess
  }

  /** Removes an entry. */
  remove(holder: string, key: string): void {
    const share = this.#held.get(holder)
    const bytes = share?.entries.get(key)
    if (!share || bytes === undefined) return
    share.entries.delete(key)
    share.bytes -= bytes
    if (share.entries.size === 0) this.#held.delete(holder)
  }
}
