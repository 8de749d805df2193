/** Numbers that are the same in every run (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0, below `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }

  one<T>(of: readonly T[]): T {
    return of[this.below(of.length)]!
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }

  /** The beginning of some bytes, cut anywhere. */
  cut(bytes: Buffer): Buffer {
    return bytes.subarray(0, 1 + this.below(bytes.length - 1))
  }

  /** The bytes with some of them changed. */
  damage(bytes: Buffer): Buffer {
    const damaged = Buffer.from(bytes)
    for (let left = 1 + this.below(12); left > 0; left--) damaged[this.below(damaged.length)] = this.below(256)
    return damaged
  }
}

/** A file of somebody who means harm. */
export interface HostileFile {
  /** What it tries. */
  readonly what: string
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** `count` files, made one after another. */
export function times(count: number, make: (index: number) => HostileFile): HostileFile[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
