import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyzeRules } from '../../../packages/core/src/rules/analyze.ts'
import type { Comparison, Condition, Rule, FieldTypes } from '@plinth/core/rules'
import type { OperatorName } from '../../../packages/core/src/rules/operators.ts'
import { Questions } from '../../../packages/core/src/rules/satisfiability.ts'
import { toRule } from './fixtures.ts'
import { holds } from './naive.ts'

const is = (field: string, operator: OperatorName, value: unknown): Comparison => ({ field, operator, value })
const all = (...rules: Condition[]): Condition => ({ operator: 'AND', rules })
const any = (...rules: Condition[]): Condition => ({ operator: 'OR', rules })
const not = (...rules: Condition[]): Condition => ({ operator: 'NOT', rules })
const set = (field: string, value: unknown) => ({ type: 'SET_FIELD', config: { field, value } })

const found = (rules: readonly Rule[], fields?: FieldTypes) =>
  analyzeRules(rules, fields).findings.map(({ code, rules, path }) =>
    [code, ...rules, ...(path ? [path] : [])].join(' '),
  )
const alone = (conditionExpression: Condition, fields?: FieldTypes) =>
  found([toRule({ ruleId: 'R', conditionExpression })], fields)

test('conditions that never hold', () => {
  for (const condition of [
    all(is('n', '>', 10), is('n', '<', 5)),
    all(is('n', '>=', 5), is('n', '<', 5)),
    all(is('n', '=', 3), is('n', '>', 4)),
    all(is('s', '=', 'a'), is('s', '=', 'b')),
    all(is('s', 'IN', ['a', 'b']), is('s', 'NOT_IN', ['b', 'a', 'c'])),
    all(is('s', '=', 'abc'), is('s', 'MATCHES', '^b')),
    all(is('s', 'IS_EMPTY', null), is('s', 'STARTS_WITH', 'a')),
    all(is('s', 'STARTS_WITH', 'ab'), is('s', 'STARTS_WITH', 'b')),
    all(is('s', 'STARTS_WITH', 'abc'), not(is('s', 'STARTS_WITH', 'ab'))),
    all(is('s', 'ENDS_WITH', 'x'), is('s', 'ENDS_WITH', 'y')),
    all(is('s', 'CONTAINS', 'x'), is('s', 'NOT_CONTAINS', 'x')),
    all(is('d', '>', '2026-02-01'), is('d', '<', '2026-01-01')),
    all(is('b', '=', true), is('b', '=', false)),
    all(is('n', '>', 5), is('n', 'IS_EMPTY', null)),
    all({ ...is('a', '>', null), valueField: 'b' }, { ...is('b', '>=', null), valueField: 'a' }),
    all(is('o', '=', '{{user.id}}'), is('o', '!=', '{{user.id}}')),
    all(any(is('n', '<', 1), is('n', '>', 9)), is('n', '=', 5)),
    is('n', 'IN', []),
  ])
    expect(alone(condition)).toEqual(['never-true R'])
})

test('conditions that always hold', () => {
  for (const condition of [
    any(is('n', '>=', 5), is('n', '<', 5)),
    any(is('n', '>', 1), is('n', '<=', 3)),
    any(is('s', '=', 'a'), is('s', '!=', 'a')),
    any(is('s', 'IS_EMPTY', null), is('s', 'IS_NOT_EMPTY', null)),
    not(all(is('n', '>', 10), is('n', '<', 5))),
    any({ ...is('a', '>', null), valueField: 'b' }, { ...is('a', '<=', null), valueField: 'b' }),
    is('n', 'NOT_IN', []),
  ])
    expect(alone(condition)).toContain('always-true R')
})

test('a part that cannot hold is pointed at', () => {
  expect(alone(any(is('a', '=', 1), all(is('n', '>', 2), is('n', '<', 1))))).toEqual(['contradiction R rules[1]'])
  expect(alone(any(is('a', '=', 1), is('s', 'MATCHES', '(')))).toContain('bad-pattern R rules[1]')
  expect(alone(is('s', 'MATCHES', 'a(?=b)'))).toEqual(['invalid-condition R'])
})

test('sound conditions raise nothing', () => {
  for (const condition of [
    all(is('n', '>', 5), is('n', '<', 6)),
    all(is('n', '>=', 5), is('n', '<=', 5)),
    all(is('s', 'STARTS_WITH', 'a'), is('s', 'STARTS_WITH', 'ab'), is('s', 'ENDS_WITH', 'b')),
    all(is('s', 'MATCHES', '^a'), is('s', 'MATCHES', '^b')),
    any(is('b', '=', true), is('b', '=', false)),
    any(is('n', '>', 5), is('n', '<', 5)),
    all(is('d', '>', '2026-01-01'), is('d', '<', '2026-01-02')),
    all({ ...is('a', '>=', null), valueField: 'b' }, { ...is('a', '<=', null), valueField: 'b' }),
  ])
    expect(alone(condition)).toEqual([])
})

test('fields that the entity does not have', () => {
  const fields: FieldTypes = { total: 'number', customer: 'object', name: 'text', 'address.city': 'text' }
  const rule = toRule({
    ruleId: 'R',
    conditionExpression: all(
      is('total', '>', 1),
      is('customer.tier', '=', 'a'),
      is('name.length', '>', 1),
      { ...is('address.city', '=', ''), valueField: 'adress.city' },
      is('totl', '>', 1),
    ),
    successActions: [
      set('status', 'x'),
      { type: 'SHOW_INFO', config: { message: '{{data.naem}} {{data.name}} {{today}}' } },
    ],
  })
  expect(analyzeRules([rule], fields).findings.map(({ message }) => message)).toEqual(
    ['adress.city', 'totl', 'status', 'naem'].map((field) => `The entity has no field ${field}`),
  )
  expect(found([rule])).toEqual([])
})

test('a declared type decides what a field can hold', () => {
  expect(alone(all(is('n', '>', 5), is('n', '!=', 'x'), is('n', '<', 4)), { n: 'number' })).toEqual(['never-true R'])
  expect(
    alone(all(is('n', '!=', true), is('n', '!=', false), is('n', 'IS_NOT_EMPTY', null)), { n: 'boolean' }),
  ).toEqual(['never-true R'])
})

test('windows, shadowed and overlapping rules', () => {
  const early = new Date('2026-01-01')
  const late = new Date('2026-02-01')
  const rule = (ruleId: string, given: Partial<Rule>) => toRule({ ruleId, ruleType: 'CALCULATION', ...given })
  const over = (total: number) => is('total', '>', total)
  const guard = (ruleId: string, given: Partial<Rule>) => rule(ruleId, { ruleType: 'GUARD', ...given })
  expect(found([rule('a', { effectiveFrom: late, effectiveTo: early })])).toEqual(['never-effective a'])

  expect(found([guard('a', { conditionExpression: over(10) }), guard('b', { conditionExpression: over(5) })])).toEqual([
    'shadowed b a',
  ])
  expect(found([guard('a', { conditionExpression: over(5) }), guard('b', { conditionExpression: over(10) })])).toEqual([
    'shadowed a b',
  ])
  expect(
    found([guard('a', { conditionExpression: over(5) }), guard('b', { conditionExpression: is('x', '=', 1) })]),
  ).toEqual([])
  const brief = { effectiveFrom: early, effectiveTo: late }
  expect(
    found([guard('a', { conditionExpression: over(10), ...brief }), guard('b', { conditionExpression: over(5) })]),
  ).toEqual([])

  const gold = { conditionExpression: over(10), successActions: [set('tier', 'gold')] }
  const silver = { conditionExpression: over(5), successActions: [set('tier', 'silver')] }
  expect(found([rule('a', { ...gold, priority: 200 }), rule('b', silver)])).toEqual(['shadowed a b'])
  expect(found([rule('a', gold), rule('b', { ...silver, priority: 200 })])).toEqual(['overlapping a b'])
  expect(found([rule('a', gold), rule('b', { ...silver, eventType: 'afterCreate' })])).toEqual([])
  expect(found([rule('a', gold), rule('b', { ...gold, conditionExpression: is('x', '=', 1) })])).toEqual([])
  expect(found([rule('a', gold), rule('b', { ...silver, conditionExpression: is('total', '<', 3) })])).toEqual([])
  expect(found([rule('a', gold), rule('b', { ...silver, enabled: false })])).toEqual([])
  const allow = { conditionExpression: over(1), successActions: [{ type: 'ALLOW_TRANSITION' }] }
  const block = { conditionExpression: over(2), successActions: [{ type: 'BLOCK_TRANSITION' }] }
  expect(found([rule('a', allow), rule('b', block)])).toEqual(['overlapping b a'])
})

test('a long list is analyzed in part and says so', () => {
  const rules = Array.from({ length: 300 }, (_, n) => toRule({ conditionExpression: is(`f${n}`, '=', 1) }))
  expect(analyzeRules(rules)).toEqual({ findings: [], complete: false })
})

const NUMBERS = [undefined, -1, 0, 1, 1.5, 2, 3, 4]
const TEXTS = [undefined, '', 'a', 'ab', 'b', 'ba', 'aba', 'x']
const DATA = NUMBERS.flatMap((n) => TEXTS.map((s) => ({ n, s })))
const comparison = fc.oneof(
  fc
    .tuple(fc.constantFrom<OperatorName>('=', '!=', '>', '>=', '<', '<='), fc.constantFrom(0, 1, 2, 3))
    .map(([operator, value]) => is('n', operator, value)),
  fc
    .tuple(
      fc.constantFrom<OperatorName>('=', '!=', 'STARTS_WITH', 'ENDS_WITH', 'CONTAINS', 'NOT_CONTAINS', 'MATCHES'),
      fc.constantFrom('a', 'b', 'ab', 'x'),
    )
    .map(([operator, value]) => is('s', operator, value)),
  fc
    .tuple(fc.constantFrom<OperatorName>('IN', 'NOT_IN'), fc.subarray(['a', 'b', 'x']))
    .map(([operator, value]) => is('s', operator, value)),
  fc
    .tuple(fc.constantFrom('n', 's'), fc.constantFrom<OperatorName>('IS_EMPTY', 'IS_NOT_EMPTY'))
    .map(([field, operator]) => is(field, operator, null)),
)
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthSize: 'medium' },
    comparison,
    fc.record({
      operator: fc.constantFrom('AND' as const, 'OR' as const, 'NOT' as const),
      rules: fc.array(tie('condition'), { minLength: 1, maxLength: 4 }),
    }),
  ),
}))

test('no claim is refuted by trying all data', () => {
  const decided = { yes: 0, no: 0, unknown: 0 }
  fc.assert(
    fc.property(condition, fc.boolean(), (condition, isTrue) => {
      const answer = new Questions().canHold([{ condition, holds: isTrue }])
      decided[answer]++
      const example = DATA.find((data) => holds(condition, data) === isTrue)
      if (answer === 'no') expect(example).toBeUndefined()
    }),
    { numRuns: process.env['CAMPAIGN'] ? 100_000 : 1000 },
  )
  expect(decided.unknown).toBeLessThan((decided.yes + decided.no) / 5)
})

test('no finding in a list of rules is refuted by trying all data', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(condition, fc.nat(2)), { minLength: 2, maxLength: 5 }), (given) => {
      const rules = given.map(([conditionExpression, value], n) => {
        const actions = { successActions: [set('out', value)] }
        return toRule({ ruleId: `R${n}`, ruleType: n % 2 ? 'GUARD' : 'CALCULATION', conditionExpression, ...actions })
      })
      const conditionOf = (ruleId?: string) => rules.find((rule) => rule.ruleId === ruleId)!.conditionExpression
      for (const {
        code,
        rules: [one, two],
      } of analyzeRules(rules).findings) {
        const verdicts = DATA.map((data) => [one, two ?? one].map((id) => holds(conditionOf(id), data)))
        if (code === 'never-true') expect(verdicts).not.toContainEqual([true, true])
        if (code === 'always-true') expect(verdicts).not.toContainEqual([false, false])
        const guards = Number(one?.slice(1)) % 2 === 1
        // A shadowed GUARD refuses only together with the other; a shadowed assignment is followed by the other.
        if (code === 'shadowed')
          expect(verdicts).not.toContainEqual(guards && Number(two?.slice(1)) % 2 === 1 ? [false, true] : [true, false])
      }
    }),
    { numRuns: process.env['CAMPAIGN'] ? 20_000 : 500 },
  )
})

test('with numbers alone every contradiction is found', () => {
  const wide = [undefined, -1, 0, 0.5, 1, 1.5, 2, 2.5, 3, 4].map((n) => ({ n }))
  const number = fc
    .tuple(fc.constantFrom<OperatorName>('=', '!=', '>', '>=', '<', '<='), fc.constantFrom(0, 1, 2, 3))
    .map(([operator, value]) => is('n', operator, value))
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (rules) => {
      const possible = wide.some((data) => holds(all(...rules), data))
      expect(new Questions().canHold([{ condition: all(...rules), holds: true }])).toBe(possible ? 'yes' : 'no')
    }),
    { numRuns: 2000 },
  )
})
