import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Regex, UnsupportedPattern } from '@plinth/core/rules'
import { includesText } from '../../../packages/core/src/rules/substring.ts'
import { meter } from './fixtures.ts'

const atom = fc.constantFrom(
  ...String.raw`a b . \d \w \s \W \S [a-c] [^a] [\w-] [a\-z] [\d-x] [\b] [^] [] [\c1] ^ $ \b \B \. \n \/ \q \k \8`.split(
    ' ',
  ),
  ...String.raw`é \u0061 \x62 \cA \c1 \0 \101 \u{61} _ 1 - { } ] a{2} b{1,2} x{,2} (?<n>a)`.split(' '),
)
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    { weight: 2, arbitrary: atom },
    fc.tuple(tie('pattern'), tie('pattern')).map(([first, second]) => first + second),
    fc.tuple(tie('pattern'), tie('pattern')).map(([first, second]) => `(${first}|${second})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '*?', '{0,2}', '{2,}', '{2}'))
      .map(([part, quantifier]) => `(?:${part})${quantifier}`),
  ),
}))
const text = fc.string({ unit: fc.constantFrom(...'abc1_ \nélxkq{}.-\u0001\\A82,\u2028z/'), maxLength: 8 })

test('every pattern finds what JavaScript finds', () => {
  const numRuns = process.env['CAMPAIGN'] ? 200_000 : 2000
  fc.assert(
    fc.property(pattern, text, (pattern, text) => {
      let native: RegExp
      try {
        native = new RegExp(pattern)
      } catch {
        expect(() => new Regex(pattern)).toThrow(SyntaxError)
        return
      }
      try {
        expect(new Regex(pattern).test(text, meter())).toBe(native.test(text))
      } catch (error) {
        if (!(error instanceof UnsupportedPattern)) throw error
      }
    }),
    { numRuns },
  )
}, 600_000)

test('what no linear search can run is refused', () => {
  for (const pattern of ['(?=a)', '(?!a)', '(?<=a)', '(?<!a)', String.raw`(a)\1`, String.raw`(?<n>a)\k<n>`, '(?i:a)'])
    expect(() => new Regex(pattern)).toThrow(UnsupportedPattern)
  for (const pattern of ['(a{1000}){1000}', '(?:(?:(?:){1000}){1000}){1000}', '(a{0,999}){0,999}'])
    expect(() => new Regex(pattern)).toThrow('too many repetitions')
})

test('a megabyte and nested quantifiers take time in proportion', () => {
  const mega = 'a'.repeat(1 << 20)
  for (const pattern of [
    '^(a|aa)+$',
    '([a-z]+)+[0-9]{5}',
    '(a|a?)+[bc]$',
    '(.*)*.*=.*',
    '(a|b)*a(a|b){30}z',
    '(x+x+)+y',
  ]) {
    const regex = new Regex(pattern)
    const times = [1, 2, 3, 4, 5].map(() => {
      const start = process.threadCpuUsage().user
      try {
        expect(regex.test(`${mega}!`, meter(4_000_000))).toBe(false)
      } catch (error) {
        expect(String(error)).toMatch(/budget/)
      }
      return (process.threadCpuUsage().user - start) / 1_000
    })
    // The target is 10 ms of the processor; the rest is for slower ones.
    expect(Math.min(...times)).toBeLessThan(60)
  }
})

test('a search costs the same the first time and later', () => {
  const regex = new Regex('(a|b)*a(a|b){8}z')
  const costs = ['abab', 'abba'.repeat(500), 'abab', 'abba'.repeat(500)].map((text) => {
    const spent = meter()
    regex.test(text, spent)
    return spent.used
  })
  expect(costs.slice(0, 2)).toEqual(costs.slice(2))
})

test('substring search agrees with the built-in one', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 })
  fc.assert(
    fc.property(word, word, fc.nat(60), (part, other, times) => {
      // Long enough to leave the built-in search behind.
      const haystack = `${other.repeat(times)}${'ab'.repeat(5000)}${part}${other}`
      const needle = `${'ab'.repeat(20)}${part}`
      expect(includesText(haystack, needle)).toBe(haystack.includes(needle))
    }),
    { numRuns: 500 },
  )
})
