import { isExactNumber } from './exact-number.ts'

/**
 * Parses JSON that a client has sent. A number that JavaScript would round becomes text with its digits: where a number is required,
 * it is refused, and elsewhere nothing of it is lost. Members with which code that follows names could reach a prototype are left
 * out like other unknown members: `__proto__`, and a `constructor` that has a `prototype`. Throws `SyntaxError`.
 */
export function parseSentJson(text: string): unknown {
  const work = readSentJson(text)
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

/** The same, with pauses: to look at the long numbers of a megabyte takes ten times as long as to parse it. */
export function* readSentJson(text: string): Generator<undefined, unknown> {
  const value: unknown = JSON.parse(yield* withDigits(text))
  if (isSuspect(text)) leaveOutPrototypes(value)
  return value
}

/** Whether a name would reach a prototype. Names of form fields and parameters of a query are flat: only this one can do harm. */
export const isPrototypeName = (name: string): boolean => name === '__proto__'

/** Whether a text may contain a number that JavaScript rounds: none of up to 15 digits, unless its exponent is large. */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE][+-]?\d{3}/

/** A number as JSON has it, where a value may be: not in place of a name. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.eE+-]|\s*:)/y

/** To look at so many long numbers takes about a millisecond. */
const MANY = 1_000

/**
 * The text with numbers that would be rounded as strings; what is not JSON does not become so. Only places where such a number may be
 * are looked at: a million short numbers beside a long one would keep others waiting.
 */
function* withDigits(text: string): Generator<undefined, string> {
  const search = new RegExp(LONG_NUMBER, 'g')
  let valid = ''
  let written = 0
  let quote = text.indexOf('"')
  for (let found = 1; search.test(text); found++) {
    if (found % MANY === 0) yield
    const place = search.lastIndex - 1
    let end = 0
    while (quote >= 0 && quote < place) {
      end = endOfString(text, quote) + 1
      quote = text.indexOf('"', end)
    }
    if (end <= place) {
      let start = place
      while (isOfNumber(text.charCodeAt(start - 1))) start--
      end = place + 1
      while (isOfNumber(text.charCodeAt(end))) end++
      const number = text.slice(start, end)
      if (!isExactNumber(number) && isNumberAt(text, start)) {
        valid += `${text.slice(written, start)}"${number}"`
        written = end
      }
    }
    search.lastIndex = end
  }
  return valid + text.slice(written)
}

function isNumberAt(text: string, start: number): boolean {
  NUMBER.lastIndex = start
  return NUMBER.test(text)
}

/** Digits, signs, a point and `e`. */
const isOfNumber = (unit: number) =>
  (unit >= 48 && unit <= 57) || unit === 43 || unit === 45 || unit === 46 || unit === 69 || unit === 101

/** The end of the string that starts at `start`: the position of its last quote, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === 92) index++
    else if (unit === 34) return index
  }
  return text.length
}

/** Searching a text costs far less than parsing it. Names can also be written with escape sequences. */
const isSuspect = (text: string) => text.includes('__proto__') || text.includes('"constructor"') || text.includes('\\u')

/** A reviver would do the same at ten times the cost, which matters for a body of a megabyte. */
function leaveOutPrototypes(root: unknown): void {
  if (!isNested(root)) return
  const waiting: object[] = [root]
  for (let value = waiting.pop(); value; value = waiting.pop()) {
    if (Array.isArray(value)) {
      for (const member of value as unknown[]) if (isNested(member)) waiting.push(member)
      continue
    }
    if (Object.hasOwn(value, '__proto__')) delete (value as { __proto__?: unknown }).__proto__
    if (Object.hasOwn(value, 'constructor') && reachesPrototype(value.constructor))
      delete (value as { constructor?: unknown }).constructor
    for (const name in value) {
      const member = (value as Readonly<Record<string, unknown>>)[name]
      if (isNested(member)) waiting.push(member)
    }
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

const reachesPrototype = (value: unknown) => isNested(value) && Object.hasOwn(value, 'prototype')
