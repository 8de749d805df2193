import { describe, expect, test } from 'vitest'
import { isOperatorName, type OperatorName, OPERATORS } from '../../../packages/core/src/rules/operators.ts'
import { meter } from './fixtures.ts'
import { SIDES, TABLES } from './operator-table.ts'

const decide = (left: unknown, operator: OperatorName, right: unknown) => OPERATORS[operator](left, right, meter())

const tableOf = (operator: OperatorName) =>
  SIDES.map((left) => SIDES.map((right) => (decide(left, operator, right) ? 'T' : '.')).join(''))

const expected = (operator: keyof typeof TABLES) =>
  TABLES[operator]
    .trim()
    .split('\n')
    .map((row) => row.trim().slice(0, SIDES.length))

for (const operator of Object.keys(TABLES) as (keyof typeof TABLES)[])
  test(`${operator} of every kind of value with every other`, () =>
    expect(tableOf(operator)).toEqual(expected(operator)))

for (const [operator, positive] of [
  ['!=', '='],
  ['NOT_IN', 'IN'],
  ['NOT_CONTAINS', 'CONTAINS'],
  ['IS_NOT_EMPTY', 'IS_EMPTY'],
] as const)
  test(`${operator} is the negation of ${positive}`, () => {
    const negated = expected(positive).map((row) => row.replaceAll(/./g, (cell) => (cell === 'T' ? '.' : 'T')))
    expect(tableOf(operator)).toEqual(negated)
  })

test('== is =', () => expect(tableOf('==')).toEqual(expected('=')))

test('only the names of operators are operators', () => {
  expect(isOperatorName('IN')).toBe(true)
  for (const name of ['in', 'toString', '__proto__', '', null, 1]) expect(isOperatorName(name)).toBe(false)
})

describe('single cases of the contract', () => {
  for (const [left, operator, right, verdict] of [
    [true, '=', 1, true],
    [true, '=', 'true', false],
    ['', '=', 0, true],
    ['A', '=', 'a', false],
    [0, '!=', null, true],
    [undefined, '>=', null, true],
    [undefined, '<', -5, true],
    [5, '>', null, true],
    ['', '>', -1, true],
    ['B', '>', 'a', true],
    ['2026-01-10', '>', '2026-01-9', false],
    ['2026-01-02T10:00:00Z', '>', '2026-01-02', true],
    ['2026-13-01', '<', '2026-02-01', false],
    ['10', '>', '9', true],
    [null, 'IN', [null], true],
    [1, 'IN', ['1'], true],
    ['ab', 'NOT_IN', 'abc', true],
    ['a null b', 'CONTAINS', null, true],
    [['a', 1], 'CONTAINS', '1', true],
    [null, 'NOT_CONTAINS', 'a', true],
    ['abc', 'STARTS_WITH', '', true],
    [42, 'STARTS_WITH', 4, true],
    ['abc', 'ENDS_WITH', 'bc', true],
    ['xaby', 'MATCHES', 'a.', true],
    ['abc', 'MATCHES', '(', false],
    ['abc', 'MATCHES', 'a'.repeat(201), false],
    ['abc', 'MATCHES', '^(ab+)c+$', false],
    [' \n', 'IS_EMPTY', null, true],
    [{ length: 0 }, 'IS_EMPTY', null, false],
  ] as const)
    test(`${JSON.stringify(left)} ${operator} ${JSON.stringify(right)?.slice(0, 20)} is ${verdict}`, () => {
      expect(decide(left, operator, right)).toBe(verdict)
    })
})

test('a Date counts as the text JSON makes of it', () => {
  const date = new Date('2026-01-02T00:00:00Z')
  expect(decide(date, '=', '2026-01-02T00:00:00.000Z')).toBe(true)
  expect(decide(date, '=', date)).toBe(true)
  expect(decide(date, '<', '2026-01-03')).toBe(true)
  expect(decide(date, 'STARTS_WITH', '2026-')).toBe(true)
  expect(decide(date, 'CONTAINS', '-01-')).toBe(true)
  expect(decide(date, 'IS_EMPTY', null)).toBe(false)
})

test('look-around and back-references are errors, not verdicts', () => {
  for (const pattern of ['a(?=b)', '(?<!a)b', String.raw`(a)\1`, '(?i:a)'])
    expect(() => decide('ab', 'MATCHES', pattern)).toThrow(/MATCHES cannot search/)
})

test('text conversion calls nothing of the data', () => {
  const hostile = { toString: () => 'pwned', [Symbol.toPrimitive]: () => 5 }
  expect(decide(hostile, 'STARTS_WITH', '[object')).toBe(true)
  expect(decide(hostile, '=', 5)).toBe(false)
  expect(decide([{ toString: 1 }], 'STARTS_WITH', '[object')).toBe(true)
})

test('no operator is slow on a megabyte', () => {
  const half = 'a'.repeat(1 << 19)
  const cases: [unknown, OperatorName, unknown][] = [
    [half + half, 'CONTAINS', `${half.slice(0, 200_000)}b${half.slice(0, 200_000)}`],
    [half + half, '<', `${half}${half.slice(1)}b`],
    [Array.from({ length: 100_000 }, () => 'a'), 'IN', Array.from({ length: 100_000 }, () => 'b')],
    [half, 'MATCHES', '^(a|aa)+b$'],
    [Array.from({ length: 60 }).reduce<unknown>((inner) => [inner], 'a'), 'STARTS_WITH', 'a'],
  ]
  const start = performance.now()
  for (const [left, operator, right] of cases)
    try {
      OPERATORS[operator](left, right, meter(4_000_000))
    } catch (error) {
      expect(String(error)).toMatch(/budget/)
    }
  expect(performance.now() - start).toBeLessThan(1000)
})
