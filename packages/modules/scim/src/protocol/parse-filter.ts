import type { PlatformError } from '@plinth/core'
import { scimError } from '../errors.ts'

/** An attribute as a filter or path names it: names as they were sent, which are compared with declared ones only. */
export interface AttributePath {
  /** The urn of its schema; null if the name stands alone. */
  readonly schema: string | null
  readonly name: string
  readonly sub: string | null
}

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

/** Whether an operator asks which of two values comes first. Binary values and booleans have no order (RFC 7644, section 3.4.2.2). */
export const isOrdering = (op: Operator): op is 'gt' | 'ge' | 'lt' | 'le' => ['gt', 'ge', 'lt', 'le'].includes(op)

export interface Comparison {
  readonly kind: 'compare'
  readonly path: AttributePath
  readonly op: Operator
  readonly value: string | number | boolean | null
}

/** A filter (RFC 7644, section 3.4.2.2). */
export type Filter =
  | Comparison
  | { readonly kind: 'present'; readonly path: AttributePath }
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  /** Values of a multi-valued attribute that match a filter of their own: `emails[type eq "work"]`. */
  | { readonly kind: 'values'; readonly path: AttributePath; readonly filter: Filter }

/** What an operation of a PATCH changes (RFC 7644, section 3.5.2). */
export interface Path {
  readonly path: AttributePath
  /** Which values of a multi-valued attribute. */
  readonly filter: Filter | null
  /** The attribute of those values: `emails[type eq "work"].value`. */
  readonly sub: string | null
}

/** Longer filters are refused, because they could only be meant to waste time. */
const MAX_LENGTH = 2_000
const MAX_TERMS = 50
const MAX_DEPTH = 10

/** Reads a filter, in time linear in its length. Throws 400 with `invalidFilter`. */
export function parseFilter(text: string): Filter {
  const parser = new Parser(text, (detail) => scimError('bad_input', detail, 'invalidFilter'))
  const filter = parser.filter()
  parser.end()
  return filter
}

/** Reads the path of an operation. Throws 400 with `invalidPath`. */
export function parsePath(text: string): Path {
  const parser = new Parser(text, (detail) => scimError('bad_input', detail, 'invalidPath'))
  const path = parser.path()
  parser.end()
  return path
}

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])
/** A word: an attribute with its schema, an operator, a number or a literal. */
const WORD = /[\w$.:+-]+/y
const STRING = /"(?:[^"\\]|\\.)*"/y
/** Names of attributes begin with a letter (RFC 7643, section 2.1); `$ref` is the only other one. */
const NAME = /^(?:[a-z][\w-]*|\$ref)$/i

class Parser {
  readonly #text: string
  readonly #fail: (detail: string) => PlatformError
  #at = 0
  #terms = 0

  constructor(text: string, fail: (detail: string) => PlatformError) {
    this.#text = text
    this.#fail = fail
    if (text.length > MAX_LENGTH) throw fail(`A filter or path has at most ${MAX_LENGTH} characters.`)
    this.#skipSpaces()
  }

  end(): void {
    if (this.#at < this.#text.length) throw this.#unreadable()
  }

  path(): Path {
    const path = this.#attribute()
    if (!this.#take('[')) return { path, filter: null, sub: null }
    const filter = this.filter(1)
    this.#expect(']')
    return { path, filter, sub: this.#take('.') ? this.#name() : null }
  }

  /** Alternatives of terms that all have to match: `or` binds less than `and`. */
  filter(depth = 0): Filter {
    if (depth > MAX_DEPTH) throw this.#fail(`A filter nests at most ${MAX_DEPTH} levels.`)
    return this.#chain('or', () => this.#chain('and', () => this.#term(depth)))
  }

  #chain(kind: 'and' | 'or', next: () => Filter): Filter {
    const filters = [next()]
    while (this.#takeWord(kind)) filters.push(next())
    return filters.length === 1 ? filters[0]! : { kind, filters }
  }

  #term(depth: number): Filter {
    if (this.#take('(')) return this.#group(depth)
    const begin = this.#at
    if (this.#takeWord('not')) {
      if (this.#take('(')) return { kind: 'not', filter: this.#group(depth) }
      this.#at = begin
    }
    const path = this.#attribute()
    if (!this.#take('[')) return this.#comparison(path)
    const filter = this.filter(depth + 1)
    this.#expect(']')
    if (!this.#take('.')) return { kind: 'values', path, filter }
    // Not in the grammar, but sent: emails[type eq "work"].value eq "ann@acme.example".
    const same = this.#comparison({ schema: null, name: this.#name(), sub: null })
    return { kind: 'values', path, filter: { kind: 'and', filters: [filter, same] } }
  }

  #group(depth: number): Filter {
    const filter = this.filter(depth + 1)
    this.#expect(')')
    return filter
  }

  #comparison(path: AttributePath): Filter {
    if (++this.#terms > MAX_TERMS) throw this.#fail(`A filter has at most ${MAX_TERMS} comparisons.`)
    const op = this.#word().toLowerCase()
    if (op === 'pr') return { kind: 'present', path }
    if (!OPERATORS.has(op)) throw this.#unreadable()
    const value = this.#value()
    if (value === null && op !== 'eq' && op !== 'ne') throw this.#unreadable()
    return { kind: 'compare', path, op: op as Operator, value }
  }

  #value(): Comparison['value'] {
    const string = this.#match(STRING)
    try {
      const value: unknown = JSON.parse(string ?? this.#word().toLowerCase())
      if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Comparison['value']
    } catch {
      // Reported below, like every other text that is no value.
    }
    throw this.#unreadable()
  }

  #attribute(): AttributePath {
    const word = this.#word()
    const colon = isSchema(word) ? word.length : word.lastIndexOf(':')
    const schema = colon < 0 ? null : word.slice(0, colon)
    const [name = '', sub = null, ...rest] = word.slice(colon + 1).split('.')
    // A urn alone stands for everything in that schema.
    if (name === '' && sub === null && schema !== null) return { schema, name: '', sub: null }
    if (!NAME.test(name) || (sub !== null && !NAME.test(sub)) || rest.length > 0) throw this.#unreadable()
    return { schema, name, sub }
  }

  #name(): string {
    const word = this.#word()
    if (!NAME.test(word)) throw this.#unreadable()
    return word
  }

  #word(): string {
    const word = this.#match(WORD)
    if (word === null) throw this.#unreadable()
    return word
  }

  #takeWord(wanted: string): boolean {
    const begin = this.#at
    if (this.#match(WORD)?.toLowerCase() === wanted) return true
    this.#at = begin
    return false
  }

  #take(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.#at)) return false
    this.#at += mark.length
    this.#skipSpaces()
    return true
  }

  #expect(mark: string): void {
    if (!this.#take(mark)) throw this.#unreadable()
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const [found = null] = pattern.exec(this.#text) ?? []
    if (found === null) return null
    this.#at += found.length
    this.#skipSpaces()
    return found
  }

  #skipSpaces(): void {
    while (this.#text[this.#at] === ' ') this.#at++
  }

  #unreadable(): PlatformError {
    return this.#fail(`Invalid syntax from character ${this.#at + 1}: ${this.#text.slice(0, 100)}`)
  }
}

/** Whether a urn names a schema and not one of its attributes: schemas end with a version and a type. */
const isSchema = (word: string) => /^urn:[^ ]*:\d+(?:\.\d+)*:[a-z][\w-]*$/i.test(word)
