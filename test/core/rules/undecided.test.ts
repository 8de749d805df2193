import { expect, test } from 'vitest'
import { type Condition, compileRule, evaluateRules, type Rule, toVerdict } from '@plinth/core/rules'

const DATA = {
  total: 5,
  price: '99.50',
  name: 'Ann',
  note: null,
  open: true,
  tags: ['a'],
  dueAt: '2026-05-01T10:00:00.000Z',
  former: null,
  pattern: '(',
}
const is = (...[field, operator, value, valueField]: readonly [string, string, unknown, string?]) =>
  ({ field, operator, value, ...(valueField && { valueField }) }) as Condition
const by = (operator: 'AND' | 'OR' | 'NOT', ...rules: Condition[]): Condition => ({ operator, rules })

function decide(conditionExpression: Condition, more: Partial<Rule> = {}, isLenient = false) {
  const rule: Rule = {
    id: '1',
    ruleId: 'R',
    ruleName: 'Small',
    ruleType: 'GUARD',
    tenantId: 't',
    organizationId: 'o',
    entityType: 'e',
    eventType: null,
    successActions: null,
    failureActions: null,
    enabled: true,
    priority: 1,
    effectiveFrom: null,
    effectiveTo: null,
    ...more,
    conditionExpression,
  }
  const context = { now: new Date('2026-01-01'), user: { id: 'u' } }
  return evaluateRules({ rules: [compileRule(rule)], data: DATA, context, isLenient, explain: true })
}
const answer = (condition: Condition) => {
  const [outcome] = decide(condition).outcomes
  return outcome!.error?.replace('Condition evaluation failed: ', '') ?? outcome!.conditionResult
}

test.for<[Condition, boolean | string]>([
  // What is missing has no answer, except whether it is there.
  [is('sum', '<=', 7000), 'sum is missing'],
  [is('sum', '>', 1), 'sum is missing'],
  [is('sum', '!=', 'x'), 'sum is missing'],
  [is('sum', '=', 'x'), 'sum is missing'],
  [is('sum', 'NOT_IN', ['x']), 'sum is missing'],
  [is('sum', 'NOT_CONTAINS', 'x'), 'sum is missing'],
  [is('sum.of.all', 'NOT_CONTAINS', 'x'), 'sum.of.all is missing'],
  [is('sum', 'STARTS_WITH', 'x'), 'sum is missing'],
  [is('sum', 'IS_EMPTY', null), true],
  [is('sum', '=', null), true],
  [is('sum', 'IN', [null, 5]), true],
  [is('total', '<=', null, 'limit'), 'limit is missing'],
  [is('name', '!=', '{{user.email}}'), '{{user.email}} is missing'],
  // What is null is known to be nothing; nothing has no order.
  [is('note', '<=', 5), 'note has no value'],
  [is('total', '>=', null), 'The value to compare with has no value'],
  [is('total', '>=', null, 'note'), 'note has no value'],
  [is('note', '!=', 'x'), true],
  [is('note', 'NOT_CONTAINS', 'x'), true],
  [is('note', 'STARTS_WITH', 'x'), false],
  [is('former.state', '!=', 'sold'), true],
  [is('former.total', '<', 5), 'former.total has no value'],
  [is('name', 'NOT_CONTAINS', null, 'note'), 'note has no value'],
  // Values of other types.
  [is('name', '<=', 7000), 'name is a text and cannot be compared with a number'],
  [is('name', '!=', 7), 'name is a text and cannot be compared with a number'],
  [is('tags', '<=', 7), 'tags is a list'],
  [is('tags', '!=', 'a'), 'tags is a list'],
  [is('open', '!=', 'true'), 'open is true or false and cannot be compared with a text'],
  [is('open', '>=', 0), 'open is true or false and cannot be compared with a number'],
  [is('total', 'NOT_CONTAINS', '6'), 'total is a number, not a text or a list'],
  [is('name', 'NOT_IN', [1, 2]), 'name is a text and cannot be compared with a number'],
  [is('name', 'NOT_IN', null, 'name'), 'name is not a list'],
  [is('name', 'NOT_IN', 'Bob'), 'The value to compare with is not a list'],
  [is('tags', 'MATCHES', 'a'), 'tags is a list'],
  [by('NOT', is('name', 'MATCHES', '(')), 'The value to compare with is not a pattern that can be searched'],
  [by('NOT', is('name', 'MATCHES', null, 'pattern')), 'pattern is not a pattern that can be searched'],
  // Dates and numbers as people write them have no order among those that rules know.
  [is('dueAt', '<=', '31.12.2026'), 'dueAt is a date and cannot be compared with a text'],
  [is('dueAt', '>=', '12/31/2026'), 'dueAt is a date and cannot be compared with a text'],
  [is('dueAt', '<=', '2026-02-30'), 'dueAt is a date and cannot be compared with a text'],
  [is('dueAt', '!=', '31.12.2026'), 'dueAt is a date and cannot be compared with a text'],
  [is('dueAt', 'NOT_IN', ['31.12.26', '1.1.27']), 'dueAt is a date and cannot be compared with a text'],
  [is('name', '<=', '2026-12-31'), 'name is a text and cannot be compared with a date'],
  [is('price', '<=', '7,000'), 'price is a number and cannot be compared with a text'],
  [is('price', '<=', '7.000,00 €'), 'price is a number and cannot be compared with a text'],
  [is('price', '>=', 'abc'), false],
  [is('dueAt', '>=', '2026'), true],
  [is('dueAt', '<', '2026-05'), false],
  [is('dueAt', '<=', '2026-06'), true],
  [is('dueAt', '<=', '2026-05-01T12:30:00+02:00'), true],
  [is('dueAt', '>', '2026-05-01 09:59'), true],
  [is('dueAt', '!=', ' 2026-05-01 '), 'dueAt is a date and cannot be compared with a text'],
  [is('price', '<=', ' 7,000'), 'price is a number and cannot be compared with a text'],
  [is('dueAt', '!=', 'x'), true],
  [is('name', '!=', '31.12.2026'), true],
  // What can be answered has the verdict of the operator.
  [is('total', '<=', 5), true],
  [is('price', '<=', 100), true],
  [is('price', '<=', '99.5'), true],
  [is('open', '=', 1), true],
  [is('dueAt', '>', '2026-01-01'), true],
  [is('tags', 'NOT_CONTAINS', 'b'), true],
  [is('name', 'NOT_IN', ['Bob', 1]), true],
  [is('name', '<', 'Bob'), true],
  // The other comparisons of a group may settle it, in any order, negated or not.
  [by('OR', is('sum', '<=', 1), is('total', '=', 5)), true],
  [by('OR', is('sum', '<=', 1), is('total', '=', 6)), 'sum is missing'],
  [by('AND', is('sum', '<=', 1), is('total', '=', 6)), false],
  [by('AND', is('sum', '<=', 1), is('total', '=', 5)), 'sum is missing'],
  [by('NOT', is('sum', '>', 7000)), 'sum is missing'],
  [by('NOT', is('sum', '>', 7000), is('total', '=', 6)), true],
  [by('OR', is('sum', 'IS_EMPTY', null), is('sum', '<=', 1)), true],
])('a rule that can reject answers %o with %s', ([condition, expected]) => expect(answer(condition)).toBe(expected))

test('a rejecting rule without an answer rejects and names the field; other rules keep the published verdict', () => {
  const condition = is('sum', '<=', 7000)
  const verdictOf = (more: Partial<Rule>, lenient = false) => toVerdict(decide(condition, more, lenient))
  expect(verdictOf({})).toMatchObject({
    allowed: false,
    refusals: [{ ruleId: 'R', messages: ['Small: Condition evaluation failed: sum is missing'] }],
  })
  expect(verdictOf({ ruleType: 'VALIDATION' }).refusals).toHaveLength(1)
  const blocks = [{ type: 'BLOCK_TRANSITION' }]
  expect(verdictOf({ ruleType: 'ACTION', successActions: blocks }).refusals).toHaveLength(1)
  expect(verdictOf({ ruleType: 'ACTION', failureActions: blocks }).refusals).toHaveLength(1)
  expect(decide(condition, { ruleType: 'ACTION' }).outcomes[0]).toMatchObject({
    conditionResult: true,
    error: undefined,
  })
  expect(verdictOf({}, true)).toMatchObject({ allowed: true, refusals: [], errors: [] })
  expect(decide(condition).outcomes[0]!.explanation).toMatchObject({ field: 'sum', undecided: 'sum is missing' })
})
