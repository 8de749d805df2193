import { createHash } from 'node:crypto'

/** Places at first; there are always at least twice as many as keys. */
const FIRST = 1_024

/**
 * The keys of the rows of a file, of which each may occur once. Only hashes of 53 bits are kept, in one array, so that a million of them
 * take 16 MiB: a `Set` of numbers takes three times as much, and as much again while it grows.
 */
export class SeenKeys {
  #places = new Float64Array(FIRST)
  #count = 0

  /** Adds a key; false if it is there already. */
  add(key: string): boolean {
    // Zero is an empty place.
    const hash = Number(createHash('sha256').update(key).digest().readBigUInt64BE() >> 11n) || 1
    if (!this.#put(hash)) return false
    if (++this.#count * 2 > this.#places.length) this.#grow()
    return true
  }

  #put(hash: number): boolean {
    const places = this.#places
    const last = places.length - 1
    for (let place = hash % places.length; ; place = place === last ? 0 : place + 1) {
      if (places[place] === hash) return false
      if (places[place] !== 0) continue
      places[place] = hash
      return true
    }
  }

  #grow(): void {
    const before = this.#places
    this.#places = new Float64Array(before.length * 2)
    for (const hash of before) if (hash !== 0) this.#put(hash)
  }
}
