import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileCondition } from '../../../packages/core/src/rules/compile.ts'
import { explainCondition } from '../../../packages/core/src/rules/explain.ts'
import { OPERATORS } from '../../../packages/core/src/rules/operators.ts'
import { runOn } from './fixtures.ts'
import { holds } from './naive.ts'

// CAMPAIGN=1 is the long form, for nights and releases.
const numRuns = process.env['CAMPAIGN'] ? 100_000 : 1000

const plain = [null, 0, 1, -1, 5, 5.5, '', ' ', '0', '5', 'a', 'ab', 'b', 'A', 'true', true, false]
const dates = ['2026-01-02', '2026-01-02T03:04:05Z', '2026-99-99', '{{today}}', '{{now}}', '{{user.id}}', '{{none}}']
const scalar = fc.constantFrom<unknown>(...plain, ...dates)
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.constantFrom<unknown>({}, { a: 1 }, [[5]], [['a', 'b']], '^a', 'a|b', '^[a-z]+$', '(a+)+', '[', String.raw`\d{2}`),
)
const field = fc.constantFrom(
  'a',
  'b',
  'c',
  'c.a',
  'list',
  'list[0]',
  'list.length',
  'list[1].a',
  'constructor',
  'none',
)
const comparison = fc.record(
  {
    field,
    operator: fc.constantFrom(...Object.keys(OPERATORS)),
    value,
    valueField: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('', null) }, field),
  },
  { requiredKeys: ['field', 'operator', 'value'] },
)
const { condition } = fc.letrec<{ condition: unknown }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    comparison,
    fc.record({ operator: fc.constantFrom('AND', 'OR', 'NOT'), rules: fc.array(tie('condition'), { maxLength: 6 }) }),
  ),
}))
const data = fc.record(
  {
    a: value,
    b: value,
    c: fc.record({ a: value }, { requiredKeys: [], noNullPrototype: true }),
    list: fc.array(fc.oneof(value, fc.record({ a: value }, { noNullPrototype: true }))),
  },
  { requiredKeys: [], noNullPrototype: true },
)

test('compiled, explained and naive evaluation agree', () => {
  fc.assert(
    fc.property(condition, data, (condition, data) => {
      const expected = holds(condition, data)
      expect(compileCondition(condition).test(runOn(data))).toBe(expected)
      expect(explainCondition(condition, runOn(data)).verdict).toBe(expected)
    }),
    { numRuns },
  )
}, 600_000)

test('a verdict and its cost do not depend on what was evaluated before', () => {
  fc.assert(
    fc.property(condition, data, (condition, data) => {
      const cost = () => {
        const run = runOn(data)
        return [compileCondition(condition).test(run), run.meter.used]
      }
      expect(cost()).toEqual(cost())
    }),
    { numRuns: 500 },
  )
})

test('conditions are compiled once by content', () => {
  const make = () => ({
    operator: 'AND',
    rules: [
      { field: 'a', operator: '=', value: 1 },
      { field: 'b', operator: '=', value: 2 },
    ],
  })
  expect(compileCondition(make())).toBe(compileCondition(make()))
})

test('what data cannot change is decided while compiling', () => {
  const open = { field: 'a', operator: '=', value: 1 }
  const never = { field: 'a', operator: 'IN', value: [] }
  const always = { field: 'a', operator: 'NOT_IN', value: 'x' }
  const constantOf = (operator: string, ...rules: unknown[]) => compileCondition({ operator, rules }).constant
  expect(constantOf('AND', never, open)).toBe(false)
  expect(constantOf('OR', always, open)).toBe(true)
  expect(constantOf('NOT', never)).toBe(true)
  expect(constantOf('AND', always, always)).toBe(true)
  expect(constantOf('AND', always, open)).toBeUndefined()
  expect(compileCondition({ operator: 'AND', rules: [always, open] })).toMatchObject({ size: 1 })
})

test('without a condition the verdict is true; what is no condition fails', () => {
  for (const nothing of [null, undefined, 0, '', false]) expect(compileCondition(nothing).test(runOn({}))).toBe(true)
  for (const [wrong, message] of [
    ['text', /group or a comparison/],
    [{ field: 'a', operator: 'in', value: 1 }, /Unknown operator: in/],
    [{ operator: 'XOR', rules: [{ field: 'a', operator: '=', value: 1 }] }, /Unknown logical operator: XOR/],
  ] as const) {
    expect(() => compileCondition(wrong).test(runOn({}))).toThrow(message)
    expect(() => explainCondition(wrong, runOn({}))).toThrow(message)
  }
})

test('evaluation stops at its budget', () => {
  const run = runOn({ a: 'x'.repeat(5000) }, 1000)
  const compiled = compileCondition({ field: 'a', operator: 'MATCHES', value: 'y$' })
  expect(() => compiled.test(run)).toThrow('Evaluation exceeded its budget of 1000 steps')
})

test('an explanation holds the values read and ends where the verdict is certain', () => {
  const explanation = explainCondition(
    {
      operator: 'OR',
      rules: [
        { field: 'total', operator: '>', value: 100 },
        { field: 'owner', operator: '=', value: '{{user.id}}' },
        { field: 'never', operator: '=', value: 'reached' },
      ],
    },
    runOn({ total: 5, owner: 'u-1' }),
  )
  expect(explanation).toEqual({
    operator: 'OR',
    verdict: true,
    rules: [
      { field: 'total', operator: '>', verdict: false, actual: 5, expected: 100 },
      { field: 'owner', operator: '=', verdict: true, actual: 'u-1', expected: 'u-1' },
    ],
  })
  expect(explainCondition({ field: 'a', operator: '<', value: null, valueField: 'b' }, runOn({ a: 1, b: 2 }))).toEqual({
    field: 'a',
    operator: '<',
    verdict: true,
    actual: 1,
    valueField: 'b',
    expected: 2,
  })
})
