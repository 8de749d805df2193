import { expect, test } from 'vitest'
import { toVerdict, type Action, type Condition } from '@plinth/core/rules'
import { evaluate, toRule } from './fixtures.ts'

const over = (total: number): Condition => ({ field: 'total', operator: '>', value: total })
const set = (field: string, value: unknown): Action => ({ type: 'SET_FIELD', config: { field, value } })
const show = (message: string): Action => ({ type: 'SHOW_ERROR', config: { message } })

test('a GUARD allows while its condition holds; other types never forbid', () => {
  const guard = toRule({ conditionExpression: over(10) })
  expect(toVerdict(evaluate([guard], { total: 11 })).allowed).toBe(true)
  expect(toVerdict(evaluate([guard], { total: 9 })).allowed).toBe(false)
  expect(toVerdict(evaluate([], {})).allowed).toBe(true)
  for (const ruleType of ['VALIDATION', 'CALCULATION', 'ACTION', 'ASSIGNMENT'] as const)
    expect(toVerdict(evaluate([toRule({ ruleType, conditionExpression: over(10) })], { total: 9 })).allowed).toBe(true)
})

test('failing GUARDs, failing VALIDATIONs and blocked transitions refuse with their messages', () => {
  const rules = [
    toRule({ ruleName: 'Silent', conditionExpression: over(10) }),
    toRule({
      ruleType: 'VALIDATION',
      conditionExpression: over(10),
      failureActions: [show('{{data.total}} is too little')],
    }),
    toRule({ ruleType: 'ACTION', successActions: [{ type: 'BLOCK_TRANSITION', config: { message: 'Closed' } }] }),
    toRule({
      ruleType: 'ACTION',
      conditionExpression: over(10),
      failureActions: [{ type: 'SHOW_INFO', config: { message: 'fyi' } }],
    }),
  ]
  const verdict = toVerdict(evaluate(rules, { total: 5 }))
  expect(verdict.refusals.map(({ messages }) => messages)).toEqual([['Silent'], ['5 is too little'], ['Closed']])
  expect(verdict.messages.map(({ severity, message }) => [severity, message])).toEqual([
    ['error', '5 is too little'],
    ['info', 'fyi'],
  ])
  expect(toVerdict(evaluate(rules.slice(2, 3), {}))).toMatchObject({
    allowed: true,
    refusals: [{ messages: ['Closed'] }],
  })
  expect(toVerdict(evaluate([toRule({ conditionExpression: over(1) })], { total: 5 })).refusals).toEqual([])
})

test('rules run by priority, then business id, and see what the ones before have set', () => {
  const rules = [
    toRule({
      ruleId: 'c',
      ruleType: 'CALCULATION',
      conditionExpression: over(100),
      successActions: [set('tier', 'gold')],
    }),
    toRule({ ruleId: 'b', priority: 200, ruleType: 'CALCULATION', successActions: [set('total', '{{data.price}}')] }),
    toRule({ ruleId: 'a', ruleType: 'ASSIGNMENT', successActions: [set('owner.name', '{{user.email}}')] }),
  ]
  const data = { price: 150, total: 0 }
  const { outcomes, data: changed } = evaluate(rules, data)
  expect(outcomes.map(({ rule }) => rule.ruleId)).toEqual(['b', 'a', 'c'])
  expect(changed).toEqual({ price: 150, total: 150, owner: { name: 'ann@example.com' }, tier: 'gold' })
  expect(data).toEqual({ price: 150, total: 0 })
  const untouched = { total: 1 }
  expect(evaluate([toRule()], untouched).data).toBe(untouched)
})

test('the verdict chooses the actions; an empty list is null', () => {
  const rule = toRule({ conditionExpression: over(10), successActions: [set('a', 1)], failureActions: [] })
  expect(evaluate([rule], { total: 11 }).outcomes[0]).toMatchObject({
    conditionResult: true,
    actions: [{ type: 'SET_FIELD' }],
  })
  expect(evaluate([rule], { total: 9 }).outcomes[0]).toMatchObject({ conditionResult: false, actions: null })
})

test('a failing action does not stop the next', () => {
  const actions = [set('name.first', 1), set('', 1), { type: 'DANCE' }, set('done', true)]
  const { outcomes, data } = evaluate([toRule({ successActions: actions })], { name: 'Ann' })
  expect(outcomes[0]?.actions?.map(({ success }) => success)).toEqual([false, false, false, true])
  expect(data).toEqual({ name: 'Ann', done: true })
})

test('a rule that fails reports it, blocks as a GUARD and lets the others run', () => {
  const broken = toRule({
    ruleId: 'R1',
    conditionExpression: { field: 'a', operator: 'like', value: 1 } as unknown as Condition,
  })
  const evaluated = evaluate([broken, toRule({ ruleId: 'R2' })], {})
  expect(evaluated.outcomes.map(({ conditionResult, error }) => [conditionResult, error])).toEqual([
    [false, 'Condition evaluation failed: Unknown operator: like'],
    [true, undefined],
  ])
  expect(toVerdict(evaluated)).toMatchObject({
    allowed: false,
    errors: [
      'Rule execution failed [ruleId=R1, type=GUARD, entityType=order]: Condition evaluation failed: Unknown operator: like',
    ],
  })
})

test('errors of the data never show their text', () => {
  const data = {
    get total(): number {
      throw new Error('secret')
    },
  }
  expect(evaluate([toRule({ conditionExpression: over(1) })], data).outcomes[0]?.error).not.toMatch(/secret/)
})

test('a failing look-up never shows the value of another evaluation', () => {
  const rule = toRule({ conditionExpression: over(1) })
  expect(evaluate([rule], { total: 5 }).outcomes[0]).toMatchObject({ conditionResult: true })
  const data = {
    get total(): number {
      throw new Error('unreadable')
    },
  }
  for (const { conditionResult } of evaluate([rule, toRule({ conditionExpression: over(2) })], data).outcomes)
    expect(conditionResult).toBe(false)
})

test('limits: number of rules, steps of a rule, steps of all', () => {
  const rules = [1, 2, 3].map(() =>
    toRule({ conditionExpression: { field: 'text', operator: 'MATCHES', value: 'z$' } }),
  )
  const data = { text: 'a'.repeat(1000) }
  const many = evaluate(rules, data, { limits: { rules: 2 } })
  expect(many).toMatchObject({ outcomes: [], failure: 'Rule count limit exceeded: 3 rules found, maximum is 2' })
  expect(toVerdict(many)).toMatchObject({ allowed: false, errors: [many.failure] })
  const short = evaluate(rules, data, { limits: { ruleSteps: 500 } })
  expect(short.outcomes.map(({ error }) => error)).toEqual(
    rules.map(() => 'Condition evaluation failed: Evaluation exceeded its budget of 500 steps'),
  )
  const cut = evaluate(rules, data, { limits: { totalSteps: 2000 } })
  expect(cut.outcomes.length).toBeLessThan(3)
  expect(toVerdict(cut)).toMatchObject({
    allowed: false,
    errors: ['All rules together exceeded their budget of 2000 steps'],
  })
})

test('who writes what a message quotes does not decide whether a transition is blocked', () => {
  const block = (...before: Action[]) =>
    toRule({
      ruleName: 'Locked',
      ruleType: 'ACTION',
      conditionExpression: over(1),
      successActions: [...before, { type: 'BLOCK_TRANSITION', config: { message: 'No: {{data.note}}' } }],
    })
  const data = { total: 2, note: 'x'.repeat(400_000) }
  for (const rule of [block(), block({ type: 'LOG', config: { message: '{{data.note}}' } })]) {
    const evaluated = evaluate([rule], data)
    expect(evaluated.outcomes[0]?.actions?.at(-1)).toMatchObject({ success: false })
    expect(toVerdict(evaluated).refusals).toMatchObject([{ messages: ['Transition blocked'] }])
  }
})

test('explanations and times on request', () => {
  let time = 0
  const rule = toRule({ ruleType: 'CALCULATION', conditionExpression: over(10), successActions: [set('total', 0)] })
  const { outcomes } = evaluate([rule], { total: 11 }, { explain: true, elapsed: () => (time += 5) })
  expect(outcomes[0]).toMatchObject({
    executionTime: 5,
    explanation: { field: 'total', actual: 11, expected: 10, verdict: true },
  })
  expect(evaluate([rule], {}).outcomes[0]).toMatchObject({ executionTime: 0, explanation: undefined })
})
