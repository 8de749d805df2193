import { expect, test } from 'vitest'
import { compileCondition } from '../../../packages/core/src/rules/compile.ts'
import { interpolate, resolveValue } from '../../../packages/core/src/rules/interpolate.ts'
import { CONTEXT, meter, runOn } from './fixtures.ts'

const data = { total: 12.5, name: 'Ann', tags: ['a', 'b'], nothing: null, inner: { x: 1 } }
const scope = { ...CONTEXT, data, ruleId: 'R1', ruleName: 'First' }
const fill = (text: string) => interpolate(text, scope, { meter: meter(), isForPeople: true })

test('texts take every token that has a value and keep the others', () => {
  expect(fill('{{data.name}} owes {{ data.total }}')).toBe('Ann owes 12.5')
  expect(fill('{{ruleId}} {{ruleName}} {{entityType}} {{user.id}}')).toBe('R1 First order u-1')
  expect(fill('{{today}} {{now}}')).toBe('2026-03-04 2026-03-04T05:06:07.089Z')
  expect(fill('{{total}} {{data.nothing}} {{data.constructor.name}}')).toBe(
    '{{total}} {{data.nothing}} {{data.constructor.name}}',
  )
  expect(fill('{{data.tags}} {{data.inner}}')).toBe('a,b [object Object]')
  expect(fill('{{}} {{a} } {{{{data.name}} {{data.name}')).toBe('{{}} {{a} } {{{{data.name}} {{data.name}')
})

test('a text of opening braces takes time in proportion', () => {
  const start = performance.now()
  fill('{{'.repeat(500_000))
  fill('{{a}'.repeat(250_000))
  expect(performance.now() - start).toBeLessThan(500)
})

test('a value that is one whole token keeps its type', () => {
  expect(resolveValue('{{data.total}}', scope)).toBe(12.5)
  expect(resolveValue('{{ data.tags }}', scope)).toBe(data.tags)
  expect(resolveValue('{{data.missing}}', scope)).toBeUndefined()
  expect(resolveValue('{{data.name}}!', scope)).toBe('{{data.name}}!')
  expect(resolveValue('{{data.name}}{{data.name}}', scope)).toBe('{{data.name}}{{data.name}}')
  expect(resolveValue(false, scope)).toBe(false)
})

test('tokens of conditions reach the surroundings and not the data', () => {
  const holds = (value: unknown, field: unknown) =>
    compileCondition({ field: 'x', operator: '=', value }).test(runOn({ x: field, secret: 1 }))
  expect(holds('{{user.id}}', 'u-1')).toBe(true)
  expect(holds('{{ today }}', '2026-03-04')).toBe(true)
  expect(holds('{{eventType}}', 'beforeCreate')).toBe(true)
  expect(holds('{{secret}}', 1)).toBe(false)
  expect(holds('{{data.secret}}', 1)).toBe(false)
  expect(holds('{{tenant.id}}', undefined)).toBe(true)
  expect(holds('{{a}}-{{b}}', undefined)).toBe(true)
  expect(compileCondition({ field: 'x', operator: 'IN', value: ['{{user.id}}'] }).test(runOn({ x: 'u-1' }))).toBe(false)
  expect(compileCondition({ field: 'x', operator: 'IN', value: '{{user.roles}}' }).test(runOn({ x: 'admin' }))).toBe(
    true,
  )
})
