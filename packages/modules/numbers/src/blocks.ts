import { defineService, provideShared } from '@plinth/core'

/** Numbers that a host has reserved, from the first to the last. */
export interface Block {
  readonly first: number
  readonly last: number
}

interface Reserved {
  readonly period: string
  /** In order; what is left of each. */
  readonly blocks: { first: number; readonly last: number }[]
}

/** How many numbers are reserved at a time. */
export const BLOCK_SIZE = 200

/** Series of which a host keeps numbers; those of the one that was reserved longest ago are given up. */
const MOST = 10_000

/** The numbers that this host has reserved, by series, tenant and organization. */
export class Blocks implements AsyncDisposable {
  readonly #reserved = new Map<string, Reserved>()
  readonly #reserving = new Set<string>()

  /** The next reserved number that is at least `from`; undefined if none is left. */
  take(key: string, period: string, from: number): number | undefined {
    const blocks = this.#blocksOf(key, period)
    while (blocks[0] && blocks[0].last < from) blocks.shift()
    const block = blocks[0]
    if (!block) return undefined
    const taken = Math.max(block.first, from)
    block.first = taken + 1
    if (taken === block.last) blocks.shift()
    return taken
  }

  /** Whether less than half of a block is left. */
  isDue(key: string, period: string): boolean {
    const left = this.#blocksOf(key, period).reduce((sum, { first, last }) => sum + last - first + 1, 0)
    return left <= BLOCK_SIZE / 2
  }

  /** Reserves a block, unless that is under way or no longer due. */
  async reserve(key: string, period: string, work: () => Promise<Block>): Promise<void> {
    if (this.#reserving.has(key) || !this.isDue(key, period)) return
    this.#reserving.add(key)
    try {
      this.#add(key, period, await work())
    } finally {
      this.#reserving.delete(key)
    }
  }

  #add(key: string, period: string, { first, last }: Block): void {
    const blocks = [...this.#blocksOf(key, period), { first, last }].toSorted((one, other) => one.first - other.first)
    this.#reserved.delete(key)
    this.#reserved.set(key, { period, blocks })
    if (this.#reserved.size > MOST) this.#reserved.delete(this.#reserved.keys().next().value!)
  }

  #blocksOf(key: string, period: string): Reserved['blocks'] {
    const reserved = this.#reserved.get(key)
    return reserved?.period === period ? reserved.blocks : []
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#reserved.clear()
  }
}

/** Resolve with `inject(blocks)`. */
export const blocks = defineService<Blocks>('numbers.blocks')

export const provideBlocks = provideShared(blocks, () => new Blocks())
