/** The syntax tree of a pattern. Captures are dropped: a search only tells whether there is a match. */
export type RegexNode =
  | { readonly kind: 'set'; readonly ranges: Ranges }
  | { readonly kind: 'assert'; readonly at: Assertion }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly part: RegexNode; readonly min: number; readonly max: number }

/** Inclusive pairs of UTF-16 code units `[from, to, from, to, …]`, in any order. */
export type Ranges = readonly number[]

/** Zero-width assertions. */
export type Assertion = 'start' | 'end' | 'boundary' | 'no-boundary'

/** Thrown for lookaround, backreferences and modifiers: valid JavaScript that cannot be searched in linear time. */
export class UnsupportedPattern extends Error {
  override readonly name = 'UnsupportedPattern'
}

/**
 * Parses a pattern that the `RegExp` constructor accepted without flags, using the grammar of ECMAScript including Annex B.
 * Throws `UnsupportedPattern`.
 */
export function parseRegex(pattern: string): RegexNode {
  return new RegexParser(pattern).choice()
}

class RegexParser {
  readonly #text: string
  readonly #groups: number
  readonly #named: boolean
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.#groups = countGroups(text)
    this.#named = /\(\?<(?![=!])/.test(text)
  }

  choice(): RegexNode {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }

  #sequence(): RegexNode {
    const parts: RegexNode[] = []
    while (this.#at < this.#text.length && !this.#sees('|') && !this.#sees(')')) parts.push(this.#term())
    return { kind: 'sequence', parts }
  }

  #term(): RegexNode {
    if (this.#take('^')) return { kind: 'assert', at: 'start' }
    if (this.#take('$')) return { kind: 'assert', at: 'end' }
    if (this.#take('\\b')) return { kind: 'assert', at: 'boundary' }
    if (this.#take('\\B')) return { kind: 'assert', at: 'no-boundary' }
    const part = this.#atom()
    const quantifier = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y
    quantifier.lastIndex = this.#at
    const found = quantifier.exec(this.#text)
    if (!found) return part
    this.#at = quantifier.lastIndex
    return { kind: 'repeat', part, ...bounds(found) }
  }

  #atom(): RegexNode {
    if (this.#take('(')) return this.#group()
    if (this.#take('.')) return { kind: 'set', ranges: complement([10, 10, 13, 13, 0x2028, 0x2029]) }
    if (this.#take('[')) return { kind: 'set', ranges: this.#class() }
    if (this.#sees('\\')) return { kind: 'set', ranges: this.#escape(false) }
    return { kind: 'set', ranges: single(this.#next()) }
  }

  #group(): RegexNode {
    if (this.#take('?') && !this.#take(':')) {
      if (!this.#take('<') || this.#sees('=') || this.#sees('!'))
        throw new UnsupportedPattern('look-around or modifiers')
      this.#at = this.#text.indexOf('>', this.#at) + 1
    }
    const inner = this.choice()
    this.#take(')')
    return inner
  }

  #class(): Ranges {
    const negated = this.#take('^')
    const ranges: number[] = []
    while (!this.#take(']')) {
      const from = this.#member()
      const dash = this.#at
      if (isSingle(from) && this.#take('-') && !this.#sees(']')) {
        const to = this.#member()
        if (isSingle(to)) ranges.push(from[0]!, to[0]!)
        else ranges.push(...from, DASH, DASH, ...to)
        continue
      }
      this.#at = dash
      ranges.push(...from)
    }
    return negated ? complement(ranges) : ranges
  }

  #member(): Ranges {
    return this.#sees('\\') ? this.#escape(true) : single(this.#next())
  }

  #escape(inClass: boolean): Ranges {
    const rest = this.#text.slice(this.#at)
    const take = (length: number, ranges: Ranges): Ranges => {
      this.#at += length
      return ranges
    }
    const letter = rest[1] ?? '\\'
    const set = SETS[letter]
    if (set) return take(2, set)
    if (inClass && letter === 'b') return take(2, single(8))
    const control = CONTROLS[letter]
    if (control !== undefined) return take(2, single(control))
    const hex = /^\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4}))/.exec(rest)
    if (hex) return take(hex[0].length, single(Number.parseInt(hex[1] ?? hex[2]!, 16)))
    if (letter === 'c') {
      const code = (inClass ? /^\\c(\w)/ : /^\\c([A-Za-z])/).exec(rest)
      return code ? take(3, single(code[1]!.codePointAt(0)! % 32)) : take(1, single(92))
    }
    if (!inClass && letter === 'k' && this.#named) throw new UnsupportedPattern('back-reference')
    const digits = /^\\([1-9]\d*)/.exec(rest)
    if (!inClass && digits && Number(digits[1]) <= this.#groups) throw new UnsupportedPattern('back-reference')
    const octal = /^\\([0-3][0-7]{0,2}|[4-7][0-7]?)/.exec(rest)
    if (octal) return take(octal[0].length, single(Number.parseInt(octal[1]!, 8)))
    return take(2, single(letter.charCodeAt(0)))
  }

  #next(): number {
    return this.#text.charCodeAt(this.#at++)
  }

  #sees(token: string): boolean {
    return this.#text.startsWith(token, this.#at)
  }

  #take(token: string): boolean {
    const seen = this.#sees(token)
    if (seen) this.#at += token.length
    return seen
  }
}

function bounds([text, min, comma, max]: RegExpExecArray): { min: number; max: number } {
  if (min === undefined) return { min: text.startsWith('+') ? 1 : 0, max: text.startsWith('?') ? 1 : Infinity }
  if (comma === undefined) return { min: Number(min), max: Number(min) }
  return { min: Number(min), max: max ? Number(max) : Infinity }
}

function countGroups(text: string): number {
  const outside = text.replaceAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, '')
  return [...outside.matchAll(/\((?!\?)|\(\?<(?![=!])/g)].length
}

function single(unit: number): Ranges {
  return [unit, unit]
}

function isSingle(ranges: Ranges): boolean {
  return ranges.length === 2 && ranges[0] === ranges[1]
}

function complement(ranges: Ranges): Ranges {
  const result: number[] = []
  let from = 0
  for (const [low, high] of pairs(ranges).sort((a, b) => a[0] - b[0])) {
    if (low > from) result.push(from, low - 1)
    from = Math.max(from, high + 1)
  }
  if (from <= 0xffff) result.push(from, 0xffff)
  return result
}

function pairs(ranges: Ranges): [number, number][] {
  return Array.from({ length: ranges.length / 2 }, (_, index) => [ranges[2 * index]!, ranges[2 * index + 1]!])
}

const DASH = 45
const DIGIT: Ranges = [48, 57]
const WORD: Ranges = [48, 57, 65, 90, 95, 95, 97, 122]
const SPACE: Ranges = [
  9, 13, 32, 32, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000,
  0x3000, 0xfeff, 0xfeff,
]
const SETS: Readonly<Record<string, Ranges | undefined>> = {
  d: DIGIT,
  D: complement(DIGIT),
  w: WORD,
  W: complement(WORD),
  s: SPACE,
  S: complement(SPACE),
}
const CONTROLS: Readonly<Record<string, number | undefined>> = { t: 9, n: 10, v: 11, f: 12, r: 13 }
