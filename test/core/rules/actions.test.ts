import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Action, Actions, findActionsFault } from '../../../packages/core/src/rules/actions.ts'
import { type EffectHandlers, performActions, reportActions } from '@plinth/core/rules'
import { planAction } from '../../../packages/core/src/rules/plan-action.ts'
import { refused } from '@plinth/core'
import { CONTEXT, meter } from './fixtures.ts'

const scope = { ...CONTEXT, data: { total: 7, name: 'Ann' }, ruleId: 'R1', ruleName: 'First' }
const plan = (type: string, config?: Record<string, unknown>) => planAction({ type, config }, scope, meter())

test('actions are stored as type and config', () => {
  expect(Actions.parse([{ type: 'LOG', config: { message: 'a', extra: 1 }, note: 'dropped' }])).toEqual([
    { type: 'LOG', config: { message: 'a', extra: 1 } },
  ])
  expect(Actions.parse([{ type: 'ALLOW_TRANSITION' }])).toEqual([{ type: 'ALLOW_TRANSITION' }])
})

test('the issue names each faulty action by its number', () => {
  const { error } = z
    .object({ successActions: Actions })
    .safeParse({ successActions: [{ type: 'LOG' }, { type: 'ALLOW_TRANSITION' }, { type: 'DANCE' }] })
  expect(error?.issues).toMatchObject([
    {
      path: ['successActions'],
      message: 'Invalid actions: Action 1: LOG: message is required; Action 3: Unknown action type DANCE',
    },
  ])
})

test('what each type demands when it is written', () => {
  const faultOf = (type: string, config?: unknown) => findActionsFault([{ type, config }])
  for (const type of ['LOG', 'SHOW_ERROR', 'SHOW_WARNING', 'SHOW_INFO']) {
    expect(faultOf(type, { message: 'a' })).toBeUndefined()
    expect(faultOf(type, { message: ' ' })).toBe(`Action 1: ${type}: message is required`)
  }
  expect(faultOf('NOTIFY', { message: 'a', recipients: ['b'] })).toBeUndefined()
  expect(faultOf('NOTIFY', {})).toBe('Action 1: NOTIFY: message is required, recipients is required')
  expect(faultOf('NOTIFY', { message: 'a', recipients: [] })).toMatch(/must not be empty/)
  for (const value of [0, false, '', null]) expect(faultOf('SET_FIELD', { field: 'a', value })).toBeUndefined()
  expect(faultOf('SET_FIELD', { field: 'a' })).toBe('Action 1: SET_FIELD: value is required')
  expect(faultOf('SET_FIELD', { value: 1 })).toMatch(/field is required/)
  expect(faultOf('CALL_WEBHOOK', { url: 'https://a.example', method: 'put' })).toBeUndefined()
  expect(faultOf('CALL_WEBHOOK', { url: 'https://a.example', method: 'TRACE' })).toMatch(/method must be one of GET/)
  expect(faultOf('CALL_WEBHOOK', {})).toMatch(/url is required/)
  expect(faultOf('EMIT_EVENT', { eventName: 'a.b' })).toBeUndefined()
  expect(faultOf('EMIT_EVENT', { event: 'a.b' })).toBeUndefined()
  expect(faultOf('EMIT_EVENT', {})).toBe('Action 1: EMIT_EVENT: eventName is required')
  expect(faultOf('BLOCK_TRANSITION')).toBeUndefined()
  expect(faultOf('LOG', 'text')).toBe('Action 1: config must be an object')
  for (const action of [null, 'LOG', [], {}]) expect(findActionsFault([action])).toMatch(/^Action 1: /)
  expect(Actions.safeParse({}).error?.issues[0]?.message).toBe('Invalid actions: Expected an array')
})

test('the effect of each type', () => {
  const effectOf = (type: string, config?: Record<string, unknown>) => plan(type, config).effect
  expect(effectOf('ALLOW_TRANSITION')).toEqual({ kind: 'decision', allowed: true, message: 'Transition allowed' })
  expect(effectOf('BLOCK_TRANSITION', { message: 'No, {{data.name}}' })).toMatchObject({
    allowed: false,
    message: 'No, Ann',
  })
  expect(effectOf('LOG', { message: '{{data.total}}' })).toEqual({ kind: 'log', level: 'info', message: '7' })
  expect(effectOf('LOG', { message: 'a', level: 'warn' })).toMatchObject({ level: 'warn' })
  expect(effectOf('SHOW_WARNING', { message: 'a' })).toEqual({ kind: 'message', severity: 'warning', message: 'a' })
  expect(effectOf('NOTIFY', { message: '{{ruleId}}', recipients: ['{{data.name}}'], template: '{{x}}' })).toEqual({
    kind: 'notification',
    recipients: ['{{data.name}}'],
    subject: undefined,
    message: 'R1',
    template: '{{x}}',
  })
  expect(effectOf('SET_FIELD', { field: 'a', value: '{{data.total}}' })).toEqual({
    kind: 'assignment',
    field: 'a',
    value: 7,
  })
  expect(effectOf('CALL_WEBHOOK', { url: 'https://a.example/{{entityId}}', body: { a: '{{b}}' } })).toEqual({
    kind: 'webhook',
    url: 'https://a.example/o-1',
    method: 'POST',
    headers: {},
    body: { a: '{{b}}' },
  })
  expect(effectOf('EMIT_EVENT', { event: 'a.b', payload: { x: 1 } })).toEqual({
    kind: 'event',
    event: 'a.b',
    payload: { x: 1 },
  })
})

test('faulty stored actions fail without throwing', () => {
  for (const [type, config, error] of [
    ['LOG_MESSAGE', {}, 'Unknown action type: LOG_MESSAGE'],
    ['SHOW_INFO', { message: 5 }, 'message is required'],
    ['NOTIFY', { message: 'a', recipients: 'ann' }, 'recipients must be a list with members'],
    ['SET_FIELD', { field: '__proto__.x', value: 1 }, 'field cannot be set: __proto__.x'],
    ['CALL_WEBHOOK', { url: 'https://a.example', method: 'TRACE' }, 'method is not supported: TRACE'],
    ['EMIT_EVENT', {}, 'eventName is required'],
  ] as const)
    expect(plan(type, config)).toEqual({ type, success: false, error })
})

test('performing goes on after a failure and reports no internals', async () => {
  const done: string[] = []
  const handlers: EffectHandlers = {
    log: ({ message }) => void done.push(message),
    notification: () => {
      throw new Error('smtp://user:password@host')
    },
    webhook: () => Promise.reject(refused('Address is not allowed')),
    event: ({ event }) => void done.push(event),
  }
  const actions: Action[] = [
    { type: 'NOTIFY', config: { message: 'a', recipients: ['b'] } },
    { type: 'CALL_WEBHOOK', config: { url: 'https://a.example' } },
    { type: 'SHOW_INFO', config: { message: 'shown' } },
    { type: 'LOG', config: { message: 'logged' } },
    { type: 'EMIT_EVENT', config: { eventName: 'a.b' } },
    { type: 'LOG', config: {} },
  ]
  const planned = actions.map((action) => planAction(action, scope, meter()))
  expect(await performActions(planned, handlers)).toEqual([
    { type: 'NOTIFY', success: false, error: 'Action failed' },
    { type: 'CALL_WEBHOOK', success: false, error: 'Address is not allowed' },
    { type: 'SHOW_INFO', success: true },
    { type: 'LOG', success: true },
    { type: 'EMIT_EVENT', success: true },
    { type: 'LOG', success: false, error: 'message is required' },
  ])
  expect(done).toEqual(['logged', 'a.b'])
  expect(reportActions(planned).map(({ success }) => success)).toEqual([true, true, true, true, true, false])
})
