import { createByteCache } from '../byte-cache.ts'
import { badInput } from '../errors.ts'
import { Regex } from './regex.ts'
import { UnsupportedPattern } from './regex-syntax.ts'

/** A compiled pattern of `MATCHES`; `never` for patterns that the contract evaluates to false. */
export type Pattern =
  | { readonly kind: 'regex'; readonly regex: Regex }
  | { readonly kind: 'never'; readonly reason: string }
  | { readonly kind: 'unsupported'; readonly reason: string }

/** Compiles a pattern. An LRU cache keeps several hundred. */
export function toPattern(source: string): Pattern {
  if (source.length > MAX_LENGTH) return { kind: 'never', reason: `longer than ${MAX_LENGTH} characters` }
  let pattern = CACHE.get(source)
  if (!pattern) CACHE.set(source, (pattern = build(source)))
  return pattern
}

/** The compiled regular expression, or `undefined` if it never matches. Throws `bad_input` if the pattern is not supported. */
export function regexOf(pattern: Pattern): Regex | undefined {
  if (pattern.kind === 'unsupported') throw badInput(`MATCHES cannot search this pattern: ${pattern.reason}`)
  return pattern.kind === 'regex' ? pattern.regex : undefined
}

function build(source: string): Pattern {
  if (isRefused(source)) return { kind: 'never', reason: 'a repeated group is repeated again' }
  try {
    return { kind: 'regex', regex: new Regex(source) }
  } catch (error) {
    if (error instanceof UnsupportedPattern) return { kind: 'unsupported', reason: error.message }
    return { kind: 'never', reason: 'not a regular expression' }
  }
}

/** The contract's protection against nested quantifiers. This engine does not need it, but clients rely on its verdicts. */
function isRefused(source: string): boolean {
  const group = /\([^)]*[+*]\)/.exec(source)
  return group !== null && /[+*]/.test(source.slice(group.index + group[0].length))
}

/**
 * The regular expression of a pattern; those used last are kept. Throws like the constructor of `Regex`, for patterns that were
 * never checked.
 */
export function findRegex(source: string): Regex {
  let regex = REGEXES.get(source)
  if (!regex) REGEXES.set(source, (regex = new Regex(source)))
  return regex
}

const REGEXES = createByteCache<Regex>({ bytes: 32_000_000, weigh: ({ bytes }) => bytes })

const MAX_LENGTH = 200
const CACHE = createByteCache<Pattern>({
  bytes: 64_000_000,
  weigh: (pattern) => (pattern.kind === 'regex' ? pattern.regex.bytes : 0),
})
