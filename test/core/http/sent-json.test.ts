import { isExactNumber, parseSentJson, readJson } from '@plinth/core/http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureCost } from '../../attack/_campaign/longest-piece.ts'

/** What `parseSentJson` promises, member by member. */
function readSlowly(text: string): unknown {
  const revive = (_: string, value: unknown, { source }: { source?: string }) => {
    if (typeof value === 'number') return isExactNumber(source!) ? value : source
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    delete (value as { __proto__?: unknown }).__proto__
    const { constructor } = value
    const reaches = typeof constructor === 'object' && constructor !== null && Object.hasOwn(constructor, 'prototype')
    if (Object.hasOwn(value, 'constructor') && reaches) delete (value as { constructor?: unknown }).constructor
    return value
  }
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1])
}

/** The value as text, with the order of members and the sign of zero; `refused` for what is not JSON. */
function outcomeOf(read: (text: string) => unknown, text: string): string {
  try {
    return describeValue(read(text))
  } catch (error) {
    if (error instanceof SyntaxError) return 'refused'
    throw error
  }
}

function describeValue(value: unknown): string {
  if (Object.is(value, -0)) return '-0'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(describeValue).join()}]`
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  const names = Object.getOwnPropertyNames(value)
  return `{${names.map((name) => `${JSON.stringify(name)}:${describeValue((value as Record<string, unknown>)[name])}`)}}`
}

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max })
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.constantFrom('0', '-0', '-0.0', '1e999', '-1E-999', '0e999', '1e000', '1E+0020', '5e-324', '0.10000000000000001'),
  fc
    .tuple(fc.constantFrom('', '-'), fc.constantFrom('0', '1', '9'), digits(0, 22), digits(1, 22), digits(1, 3))
    .chain(([sign, first, more, after, exponent]) => {
      const whole = first === '0' ? first : first + more
      return fc.constantFrom('', `.${after}`, `e${exponent}`, `.${after}E-${exponent}`).map((end) => sign + whole + end)
    }),
)
const characters = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    '12345678901234567890',
    '1e999',
    '\\"',
    '\\\\',
    '\\u005f_proto__',
  ),
  fc.constantFrom('\\u0031', '\\n', ' ', ':', ',', '[', '}', '\u{1F600}', '', '-', 'a'),
  number,
)
const quoted = fc.array(characters, { maxLength: 3 }).map((parts) => `"${parts.join('')}"`)
const space = fc.constantFrom('', '', '', ' ', '\n\t', '\r')
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    number,
    quoted,
    fc.constantFrom('true', 'false', 'null'),
    fc
      .array(
        fc.tuple(space, tie('value'), space).map((it) => it.join('')),
        { maxLength: 5 },
      )
      .map((it) => `[${it}]`),
    fc
      .array(
        fc.tuple(space, quoted, space, fc.constant(':'), space, tie('value')).map((it) => it.join('')),
        { maxLength: 5 },
      )
      .map((it) => `{${it}}`),
  ),
}))
/** Something else in one place, which is mostly no JSON any more. */
const spoilt = fc
  .tuple(
    value,
    fc.nat(),
    fc.nat({ max: 2 }),
    fc.constantFrom(...'0123456789.eE+-":,[]{}\\ \n\u00a0', '', 'true', '"1":'),
  )
  .map(([text, place, removed, added]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + added + text.slice(at + removed)
  })

test('a body is read as its members are, one by one, and refused when JSON is not', () => {
  const refused = { valid: 0, spoilt: 0 }
  const check = (kind: keyof typeof refused) => (text: string) => {
    const outcome = outcomeOf(readSlowly, text)
    if (outcome === 'refused') refused[kind]++
    expect(outcomeOf(parseSentJson, text)).toBe(outcome)
  }
  fc.assert(fc.property(value, check('valid')), { numRuns: 5_000 })
  fc.assert(fc.property(spoilt, check('spoilt')), { numRuns: 10_000 })
  expect(refused.valid).toBe(0)
  expect(refused.spoilt).toBeGreaterThan(3_000)
})

test.each([
  '{12345678901234567890:1}',
  '{"a":1, 12345678901234567890 :1}',
  '[1e999:1]',
  '[true12345678901234567]',
  '[12345678901234567true]',
  '[12345678901234567 12345678901234567]',
  '["a"12345678901234567]',
  '[+12345678901234567]',
  '[012345678901234567]',
  '[.12345678901234567]',
  '[12345678901234567e]',
  '[--1e999]',
  '[1e999e999]',
  '12345678901234567\u00a0',
])('%s is refused', (text) => {
  expect(outcomeOf(parseSentJson, text)).toBe('refused')
})

test.each(['12345678901234567,', '1e999,', '4.9999999e-324,', '0.12345678901234567,'])(
  'a megabyte of %s is read in pieces',
  async (number) => {
    const body = `[${number.repeat(980_000 / number.length)}0]`
    const read = () => readJson(new Request('http://localhost/', { method: 'POST', body }), 1_000_000)
    const costs = []
    for (let turn = 0; turn < 3; turn++) costs.push(await measureCost(read))
    // All at once, the longest piece is nearly all of it.
    expect(Math.min(...costs.map(({ longest, total }) => longest / total))).toBeLessThan(0.6)
  },
)
