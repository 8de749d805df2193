import { LRUCache } from 'lru-cache'

export interface ByteCacheOptions<V> {
  /** Memory of all entries together; the least recently used go first, and what is larger by itself is not kept. */
  readonly bytes: number
  /** Memory of one value, where `bytesOf` cannot see it: closures and private fields. */
  readonly weigh?: (value: V) => number
  /** Milliseconds an entry may serve. */
  readonly ttl?: number
  /** Hears of each entry that is gone or replaced. */
  readonly onGone?: (value: V, key: string) => void
}

/** A cache bounded by the memory that keys and values take, for whatever requests can fill. */
export function createByteCache<V extends {}>({ bytes, weigh = bytesOf, ttl = 0, onGone }: ByteCacheOptions<V>) {
  return new LRUCache<string, V>({
    maxSize: bytes,
    sizeCalculation: (value, key) => ENTRY + bytesOf(key) + Math.ceil(weigh(value)),
    ttl,
    ...(onGone && { dispose: onGone }),
  })
}

/**
 * Roughly the memory of a value, rather too much than too little; counting ends beyond `most`. It walks step by step,
 * so no nesting exhausts the stack, and counts what is shared once.
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
  /** Bytes of each entry by its key, the oldest first. */
  readonly entries: Map<string, number>
  bytes: number
}

/**
 * What of one cache belongs to whom. Requests choose keys, such as the organization that a cookie selects: whoever makes many up
 * must not push out what is kept for others (decision 43).
 */
export class Shares {
  readonly #held = new Map<string, HolderShare>()
  readonly #most: number

  /** `most` are the bytes of one holder. */
  constructor(most: number) {
    this.#most = most
  }

  /** Notes an entry, and answers the keys of its holder's oldest ones, which are too much with it. */
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

  /** Notes that an entry is gone. */
  remove(holder: string, key: string): void {
    const share = this.#held.get(holder)
    const bytes = share?.entries.get(key)
    if (!share || bytes === undefined) return
    share.entries.delete(key)
    share.bytes -= bytes
    if (share.entries.size === 0) this.#held.delete(holder)
  }
}
