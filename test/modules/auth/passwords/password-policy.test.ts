import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkPassword, definePasswordPolicy, passwordSchema } from '@plinth/auth'

const policy = definePasswordPolicy()
const rules = (password: string) => checkPassword(policy, password).map((issue) => issue.rule)
const MESSAGE = 'Password does not meet the requirements.'

describe('password policy (decision: Passwords)', () => {
  it.each([
    ['Blue!Heron42', []],
    ['Ünï-C0de pässword', []],
    ['Bh!4', ['minLength']],
    [`Bh!4${'x'.repeat(125)}`, ['maxLength']],
    ['Blue!Heron', ['digit']],
    ['blue!heron42', ['upper']],
    ['BlueHeron42', ['special']],
    ['', ['minLength', 'digit', 'upper', 'special']],
    ['Password1!', ['common']],
    ['password', ['digit', 'upper', 'special', 'common']],
  ])('%j breaks %j', (password, expected) => expect(rules(password)).toEqual(expected))

  it('counts exactly 8 and 128 characters as long and short enough', () => {
    expect(rules('Bh!4xkqz')).toEqual([])
    expect(rules(`Bh!4${'xk'.repeat(62)}`)).toEqual([])
  })

  it('can be changed by the host in every rule', () => {
    const lax = definePasswordPolicy({
      minLength: 1,
      requireDigit: false,
      requireUpper: false,
      requireSpecial: false,
      isCommon: () => false,
    })
    expect(checkPassword(lax, 'password')).toEqual([])
    expect(checkPassword(definePasswordPolicy({ isCommon: (text) => text.includes('acme') }), 'Blue!acme42')).toEqual([
      { rule: 'common', message: 'This password is too common' },
    ])
  })

  it('refuses a policy that nothing can satisfy', () => {
    expect(() => definePasswordPolicy({ minLength: 9, maxLength: 8 })).toThrowError(
      expect.objectContaining({ code: 'broken_setup' }),
    )
    expect(() => definePasswordPolicy({ minLength: 0 })).toThrow()
    expect(() => definePasswordPolicy({ minLength: Number.NaN })).toThrow()
  })
})

describe('password schema', () => {
  const issues = (password: unknown) =>
    z.object({ password: passwordSchema(policy) }).safeParse({ password }).error?.issues

  it('accepts a good password unchanged', () => {
    expect(passwordSchema(policy).parse(' Blue!Heron42 ')).toBe(' Blue!Heron42 ')
  })

  it('reports a custom issue, whose parameters name the rules', () => {
    expect(issues('blueheron42')).toEqual([
      { code: 'custom', message: MESSAGE, path: ['password'], params: { rules: ['upper', 'special'] } },
    ])
  })

  it('reports too_small as well when it is too short', () => {
    expect(issues('Bh!4')).toEqual([
      { origin: 'string', code: 'too_small', minimum: 8, inclusive: true, path: ['password'], message: MESSAGE },
      { code: 'custom', message: MESSAGE, path: ['password'], params: { rules: ['minLength'] } },
    ])
  })

  it('never repeats the password, and says when it is no string', () => {
    expect(JSON.stringify(issues('blueheron42'))).not.toContain('blueheron42')
    expect(issues(undefined)).toMatchObject([{ code: 'invalid_type', expected: 'string' }])
  })
})

describe('common passwords', () => {
  it.each([
    'password',
    'Password1!',
    'P@ssw0rd',
    'P@$$w0rd123',
    'Passw0rd2024!',
    '!Password1',
    'Welcome1!',
    'Welcome@123',
    'Letmein1!',
    'L3tm31n!!',
    'Admin@123',
    'Qwerty123!',
    'Qwerty12345678!',
    '1qaz@WSX',
    'Q1w2e3r4!',
    'Summer2024!',
    'January-2025',
    'Iloveyou1!',
    'Changeme1!',
    'Dragon!23',
    'Michael1!',
    'Liverpool1!',
    'Test1234!',
    'Abcd1234!',
    'Aa123456!',
    'Superman#1',
  ])('%s is common', (password) => expect(policy.isCommon(password)).toBe(true))

  it.each([
    'Blue!Heron42',
    'correct-Horse7battery',
    'Zx9$kklmQ',
    'Tr0ub4dor&3',
    'Dragon-Summer99x',
    '',
    'x'.repeat(1_000_000),
  ])('an unusual one is not (%#)', (password) => expect(policy.isCommon(password)).toBe(false))
})
