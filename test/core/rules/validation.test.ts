import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Actions } from '@plinth/core/rules'
import { analyzeRules } from '../../../packages/core/src/rules/analyze.ts'
import { ConditionExpression, LOGICAL_OPERATORS } from '../../../packages/core/src/rules/conditions.ts'
import { OPERATORS } from '../../../packages/core/src/rules/operators.ts'
import { evaluate, toRule } from './fixtures.ts'

// CAMPAIGN=1 is the long form, for nights and releases.
const numRuns = process.env['CAMPAIGN'] ? 100_000 : 1000

const nest = (depth: number) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1)
const words = ['', 'a', 'a[0].b', '..', '[', ']', '{{', '{{a}}', '{{data.a}}', '{{data', '(a+)+$', '\\', '\0', '\uD800']
const value = fc.oneof(
  fc.constantFrom<unknown>(...words, nest(20), nest(31), { deep: nest(30) }),
  fc.jsonValue({ maxDepth: 3 }),
)
const maybe = <T>(usual: fc.Arbitrary<T>) => fc.oneof({ weight: 19, arbitrary: usual as fc.Arbitrary<unknown> }, value)
const field = fc.constantFrom(
  'a',
  'a.b[0]',
  '_',
  'a..b',
  'a[',
  'a]]',
  'constructor.name',
  '__proto__.x',
  'length',
  'a.length',
)
const comparison = fc.record(
  {
    field: maybe(field),
    operator: maybe(fc.constantFrom(...Object.keys(OPERATORS))),
    value,
    valueField: maybe(fc.oneof(field, fc.constantFrom(...words))),
    rules: fc.constantFrom(0, '', null, {}),
    other: value,
  },
  { requiredKeys: ['field', 'operator', 'value'], noNullPrototype: true },
)
const { condition } = fc.letrec<{ condition: unknown }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    comparison,
    fc.record({
      operator: maybe(fc.constantFrom(...LOGICAL_OPERATORS)),
      rules: fc.array(tie('condition'), { minLength: 1, maxLength: 4 }),
    }),
  ),
}))
const text = fc.oneof(fc.constantFrom('Hello', 'of {{data.a}}', '{{{{a}}', '{{now}}{{'), fc.constantFrom(...words))
const config = fc.record(
  {
    message: maybe(text),
    level: maybe(fc.constantFrom('info', 'loud')),
    recipients: maybe(fc.array(text, { maxLength: 3 })),
    subject: maybe(text),
    field: maybe(field),
    value,
    url: maybe(text),
    method: maybe(fc.constantFrom('get', 'POST', 'HEAD')),
    headers: maybe(fc.dictionary(fc.constantFrom('a', 'b'), text, { noNullPrototype: true })),
    body: value,
    eventName: maybe(text),
    event: maybe(text),
    payload: value,
  },
  { requiredKeys: ['message', 'field', 'value', 'url'], noNullPrototype: true },
)
const types = [
  'ALLOW_TRANSITION',
  'BLOCK_TRANSITION',
  'LOG',
  'SHOW_ERROR',
  'SHOW_WARNING',
  'SHOW_INFO',
  'NOTIFY',
  'SET_FIELD',
]
const action = fc.record(
  { type: maybe(fc.constantFrom(...types, 'CALL_WEBHOOK', 'EMIT_EVENT')), config: maybe(config) },
  { requiredKeys: ['type'], noNullPrototype: true },
)
const data = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.record({ a: value, b: value, _: value }, { noNullPrototype: true }),
)

/** What the database gives back of a value. */
const stored = <T>(given: T): T => JSON.parse(JSON.stringify(given)) as T

test('a condition whose value overrides its conversion to text is analysed', () => {
  const values = [{ toString: '' }, [{ valueOf: 1, toString: 2 }]]
  for (const operator of ['=', '>'])
    for (const value of values) {
      const rule = toRule({ conditionExpression: { field: 'a', operator, value } as never })
      expect(() => analyzeRules([rule, { ...rule, id: 'other', ruleId: 'other' }])).not.toThrow()
    }
})

test('every condition that may be stored compiles, and decides on any data without an error', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.oneof(condition, fc.anything()), data, (given, data) => {
      const { success, data: checked } = ConditionExpression.safeParse(given)
      if (!success) return
      accepted++
      // A rule that can reject has no verdict on data that does not fit it (decision: Guards).
      const rule = toRule({ ruleType: 'ACTION', conditionExpression: stored(checked) })
      const { outcomes, failure } = evaluate([rule], data, { explain: true })
      expect(failure).toBeUndefined()
      expect(outcomes[0]).toMatchObject({ error: undefined, explanation: expect.anything() })
      expect(() => analyzeRules([rule, { ...rule, id: 'other', ruleId: 'other' }])).not.toThrow()
    }),
    { numRuns },
  )
  expect(accepted).toBeGreaterThan(numRuns / 10)
})

test('every list of actions that may be stored is planned in full; only a field that is no place can fail', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.oneof(fc.array(action, { maxLength: 4 }), fc.anything()), data, (given, data) => {
      const { success, data: checked } = Actions.safeParse(given)
      if (!success || checked.length === 0) return
      accepted++
      const { outcomes } = evaluate([toRule({ successActions: stored(checked) })], data)
      expect(outcomes[0]!.actions!.map(({ type }) => type)).toEqual(checked.map(({ type }) => type))
      for (const { success, error } of outcomes[0]!.actions!)
        if (!success) expect(error).toMatch(/^field cannot be set: /)
    }),
    { numRuns },
  )
  expect(accepted).toBeGreaterThan(numRuns / 20)
})

test('nothing is stored that is nested or long beyond what can be read back', () => {
  const comparison = (value: unknown) => ({ field: 'a', operator: '=', value })
  const isCondition = (value: unknown) => ConditionExpression.safeParse(comparison(value)).success
  const isAction = (value: unknown) => Actions.safeParse([{ type: 'SET_FIELD', config: { field: 'a', value } }]).success
  for (const isAccepted of [isCondition, isAction]) {
    expect(isAccepted(nest(20))).toBe(true)
    for (const depth of [40, 1000, 20_000, 400_000]) expect(isAccepted(nest(depth))).toBe(false)
    expect(isAccepted('x'.repeat(90_000))).toBe(true)
    expect(isAccepted('x'.repeat(110_000))).toBe(false)
    expect(isAccepted(Array.from({ length: 110_000 }, () => 0))).toBe(false)
    expect(isAccepted({ ['k'.repeat(110_000)]: 0 })).toBe(false)
  }
  const circle: unknown[] = []
  circle.push(circle)
  expect(isCondition(circle)).toBe(false)
  const valueField = 'a'.repeat(110_000)
  expect(ConditionExpression.safeParse({ ...comparison(null), valueField }).success).toBe(false)
})
