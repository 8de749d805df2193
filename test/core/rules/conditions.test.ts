import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConditionExpression, findConditionFault } from '../../../packages/core/src/rules/conditions.ts'

const simple = { field: 'total', operator: '>', value: 5 }
const nested = (groups: number): unknown => (groups === 0 ? simple : { operator: 'AND', rules: [nested(groups - 1)] })

test('conditions are kept as they are; anything falsy means none', () => {
  const stored = { operator: 'AND', rules: [{ ...simple, note: 'kept' }], label: 'kept' }
  expect(ConditionExpression.parse(stored)).toBe(stored)
  for (const nothing of [null, undefined, 0, '', false]) expect(ConditionExpression.parse(nothing)).toBeNull()
})

test('the issue carries the path and the prefix of the contract', () => {
  const { error } = z.object({ conditionExpression: ConditionExpression }).safeParse({ conditionExpression: {} })
  expect(error?.issues).toMatchObject([
    { path: ['conditionExpression'], message: expect.stringMatching(/^Invalid condition expression: Structure/) },
  ])
})

test('every faulty child is reported by its number', () => {
  const fault = findConditionFault({
    operator: 'AND',
    rules: [
      simple,
      { ...simple, field: '1st' },
      { operator: 'OR', rules: [{ ...simple, operator: 'like' }, { field: 'a' }] },
    ],
  })
  expect(fault).toMatch(
    /^Rule 2: Field must .*, Rule 3: Rule 1: Operator must be one of =, .*, Rule 3: Rule 2: Structure/,
  )
})

test('limits of the contract', () => {
  expect(findConditionFault(nested(5))).toBeUndefined()
  expect(findConditionFault(nested(6))).toBe(`${'Rule 1: '.repeat(6)}Nested deeper than 5 groups`)
  const exceeds = 'Condition expression exceeds safety limits: more than '
  expect(findConditionFault(nested(11))).toBe(`${exceeds}10 levels`)
  expect(findConditionFault(nested(5000))).toBe(`${exceeds}10 levels`)
  expect(findConditionFault({ operator: 'OR', rules: Array.from({ length: 51 }, () => simple) })).toBe(
    `${exceeds}50 rules in a group`,
  )
  expect(findConditionFault({ ...simple, field: 'a'.repeat(201) })).toBe(`${exceeds}200 characters in a field`)
  expect(findConditionFault({ operator: 'OR', rules: Array.from({ length: 50 }, () => simple) })).toBeUndefined()
})

test('patterns that can never be searched are refused where they stand', () => {
  const matches = (value: string, more = {}) => ({ field: 'a', operator: 'MATCHES', value, ...more })
  for (const pattern of ['(?=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>'])
    expect(findConditionFault({ operator: 'AND', rules: [simple, matches(pattern)] })).toMatch(
      /^Rule 2: MATCHES cannot search this pattern: /,
    )
  for (const node of [matches('^a+$'), matches('('), matches('(?=a)', { valueField: 'b' }), matches('{{user.id}}')])
    expect(findConditionFault(node)).toBeUndefined()
})

test('single faults', () => {
  for (const [node, fault] of [
    [[], /^Structure/],
    ['text', /^Structure/],
    [{ field: 'a', operator: 'IS_EMPTY' }, /^Structure/],
    [{ operator: 'XOR', rules: [simple] }, /^Operator of a group/],
    [{ operator: 'AND', rules: [] }, /at least one rule/],
    [{ ...simple, field: '' }, /^Field/],
    [{ ...simple, field: 'a b' }, /^Field/],
    [{ ...simple, operator: 'toString' }, /^Operator must/],
    [{ ...simple, valueField: 5 }, /^Value field/],
  ] as const)
    expect(findConditionFault(node)).toMatch(fault)
  for (const node of [
    { ...simple, field: '_a.b[0].c' },
    { field: 'a', operator: 'IS_EMPTY', value: null },
    { ...simple, valueField: 'any thing' },
    { ...simple, valueField: null },
  ])
    expect(findConditionFault(node)).toBeUndefined()
})
