import { LRUCache } from 'lru-cache'

export interface ByteCacheOptions<V> {
  /** Memory of all entries together; the least recently used go first, and what is larger by itself is not kept. */
  readonly bytes: number
  /** Memory of one value, where `bytesOf` cannot see it: closures and private fields. */
  readonly weigh?: (value: V) => number
  /** Milliseconds an entry may serve. */
  readonly ttl?: number
}

/** A cache bounded by the memory that keys and values take, for whatever requests can fill. */
export function createByteCache<V extends {}>({ bytes, weigh = bytesOf, ttl = 0 }: ByteCacheOptions<V>) {
  return new LRUCache<string, V>({
    maxSize: bytes,
    sizeCalculation: (value, key) => ENTRY + bytesOf(key) + Math.ceil(weigh(value)),
    ttl,
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
