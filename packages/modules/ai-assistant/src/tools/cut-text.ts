/** Text that is truncated if too long. It is generated when first read. */
export interface CutText {
  readonly text: string
  readonly isCut: boolean
}

/**
 * Formats a value as JSON for people, up to the limit; the rest is never written. The value comes from JSON, so it has no cycles
 * or functions.
 */
export function toCutText(value: unknown, limit: number): CutText {
  const isCut = isLonger(JSON.stringify(value) ?? 'null', limit)
  return {
    isCut,
    get text() {
      if (!isCut) return JSON.stringify(value, null, 2) ?? 'null'
      const writer = new BoundedWriter(limit)
      writer.write(value, '')
      return writer.text
    },
  }
}

/** Whether compact JSON exceeds the limit once it is indented. */
function isLonger(json: string, limit: number): boolean {
  let length = json.length
  let depth = 0
  for (let at = 0; at < json.length && length <= limit; at++) {
    const unit = json.charCodeAt(at)
    if (unit === QUOTE) {
      STRING.lastIndex = at
      STRING.test(json)
      at = STRING.lastIndex - 1
    } else if (unit === COLON) length++
    else if (unit === COMMA) length += 1 + 2 * depth
    else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) length += 1 + 2 * --depth
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      const next = json.charCodeAt(at + 1)
      // Empty lists and objects stay on one line.
      if (next === CLOSE_LIST || next === CLOSE_OBJECT) at++
      else length += 1 + 2 * ++depth
    }
  }
  return length > limit
}

const STRING = /"(?:[^"\\]|\\.)*"/y
const [QUOTE, COMMA, COLON] = [34, 44, 58]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

class BoundedWriter {
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
    // Truncate a long string before escaping it.
    const remaining = this.#limit - this.text.length
    const short = typeof value === 'string' && value.length > remaining ? value.slice(0, remaining) : value
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
