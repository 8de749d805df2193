/** Text that was cut, or not. */
export interface CutText {
  readonly text: string
  readonly isCut: boolean
}

/**
 * Writes a value as JSON for people, and stops at the limit: what is beyond is never written. The value comes from JSON,
 * so that it has no cycles and no functions.
 */
export function toCutText(value: unknown, limit: number): CutText {
  const writer = new Writer(limit)
  writer.write(value, '')
  return { text: writer.text, isCut: writer.isFull }
}

class Writer {
  text = ''
  isFull = false
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  write(value: unknown, indent: string): void {
    if (this.isFull) return
    if (Array.isArray(value))
      return this.#members(
        value.map((item) => [null, item] as const),
        { indent, marks: '[]' },
      )
    if (typeof value === 'object' && value !== null)
      return this.#members(Object.entries(value), { indent, marks: '{}' })
    // A long text is cut before it is escaped.
    const left = this.#limit - this.text.length
    const short = typeof value === 'string' && value.length > left ? value.slice(0, left) : value
    this.#add(JSON.stringify(short) ?? 'null')
    if (short !== value) this.isFull = true
  }

  #members(
    members: readonly (readonly [string | null, unknown])[],
    { indent, marks }: { indent: string; marks: string },
  ) {
    if (members.length === 0) return this.#add(marks)
    const inner = `${indent}  `
    this.#add(marks[0]!)
    for (const [at, [name, value]] of members.entries()) {
      if (this.isFull) return
      this.#add(`${at === 0 ? '' : ','}\n${inner}${name === null ? '' : `${JSON.stringify(name)}: `}`)
      this.write(value, inner)
    }
    this.#add(`\n${indent}${marks[1]}`)
  }

  #add(text: string): void {
    if (this.isFull) return
    const left = this.#limit - this.text.length
    this.text += text.slice(0, left)
    this.isFull = text.length > left
  }
}
