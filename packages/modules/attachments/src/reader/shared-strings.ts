/** Strings in a block. */
const BLOCK = 1024

/** The texts that cells refer to by number: a workbook may have a million, so they are kept in a few large strings. */
export class SharedStrings {
  readonly #blocks: string[] = []
  /** Where each text begins in its block. */
  readonly #starts: number[] = []
  /** The last texts, which do not fill a block yet. */
  #last: string[] = []
  #length = 0

  add(text: string): void {
    this.#starts.push(this.#length)
    this.#last.push(text)
    this.#length += text.length
    if (this.#last.length < BLOCK) return
    this.#blocks.push(this.#last.join(''))
    this.#last = []
    this.#length = 0
  }

  /** Empty if there is no such text. */
  at(index: number): string {
    const place = Math.floor(index / BLOCK)
    const block = this.#blocks[place]
    if (block === undefined) return (place === this.#blocks.length ? this.#last[index % BLOCK] : undefined) ?? ''
    const isLast = index % BLOCK === BLOCK - 1
    return block.slice(this.#starts[index], isLast ? undefined : this.#starts[index + 1])
  }
}
