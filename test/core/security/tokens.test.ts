import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  deriveKey,
  toSecretKey,
  areSigned,
  signValues,
  hashToken,
  isSameSecret,
  randomId,
  randomToken,
} from '@plinth/core/security'

const key = toSecretKey({ name: 'SECRET', secret: 'k'.repeat(32) })
const otherKey = toSecretKey({ name: 'SECRET', secret: 'o'.repeat(32) })
const BROKEN = expect.objectContaining({ code: 'broken_setup' })

describe('tokens', () => {
  it('are 64 lower-case hex characters and do not repeat', () => {
    expect(randomToken()).toMatch(/^[\da-f]{64}$/)
    expect(randomToken(16)).toMatch(/^[\da-f]{32}$/)
    expect(new Set(Array.from({ length: 1000 }, () => randomToken())).size).toBe(1000)
    expect(randomId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })

  it('are stored as a keyed hash', () => {
    expect(hashToken('token', key)).toBe(createHmac('sha256', 'k'.repeat(32)).update('token').digest('hex'))
    expect(hashToken('token', otherKey)).not.toBe(hashToken('token', key))
    expect(() => hashToken('token', new Uint8Array(31))).toThrowError(BROKEN)
  })

  it.each([
    ['a', 'a', true],
    ['', '', true],
    ['a', 'b', false],
    ['a', 'ab', false],
    ['\u00e9', 'e\u0301', false],
  ])('%j and %j are the same: %s', (left, right, expected) => expect(isSameSecret(left, right)).toBe(expected))
})

describe('secret keys', () => {
  it('need 32 bytes, counted as UTF-8', () => {
    expect(() => toSecretKey({ name: 'JWT_SECRET', secret: 'x'.repeat(31) })).toThrowError(
      expect.objectContaining({ code: 'broken_setup', message: 'JWT_SECRET has 31 bytes; at least 32 are needed' }),
    )
    expect(toSecretKey({ name: 'JWT_SECRET', secret: 'é'.repeat(16) })).toHaveLength(32)
    expect(toSecretKey({ name: 'JWT_SECRET', secret: new Uint8Array(40) })).toHaveLength(40)
  })

  it('are derived per purpose, always the same', () => {
    expect(deriveKey({ secret: key, purpose: 'jwt' })).toEqual(deriveKey({ secret: key, purpose: 'jwt' }))
    expect(deriveKey({ secret: key, purpose: 'jwt' })).not.toEqual(deriveKey({ secret: key, purpose: 'tokens' }))
    expect(deriveKey({ secret: key, purpose: 'jwt' })).toHaveLength(32)
  })
})

describe('signatures', () => {
  const values = ['user', 'marketing_email', true, '2026-01-01T00:00:00.000Z', null, '127.0.0.1', 'onboarding']
  const signature = signValues({ key, purpose: 'consent', values })
  const check = (changes: Partial<Parameters<typeof areSigned>[0]>) =>
    areSigned({ keys: [key], purpose: 'consent', values, signature, ...changes })

  it('hold for the same values, purpose and key, the retired ones included', () => {
    expect(signature).toMatch(/^v2:[\da-f]{64}$/)
    expect(check({})).toBe(true)
    expect(check({ keys: [otherKey, key] })).toBe(true)
    expect(check({ keys: [otherKey] })).toBe(false)
    expect(check({ purpose: 'other' })).toBe(false)
    expect(check({ signature: null })).toBe(false)
    expect(check({ signature: signature.slice(0, -1) })).toBe(false)
    expect(check({ values: values.with(2, false) })).toBe(false)
  })

  it('change when text moves from one value to the next', () => {
    const signed = signValues({ key, purpose: 'p', values: ['a|b', 'c'] })
    expect(areSigned({ keys: [key], purpose: 'p', values: ['a', 'b|c'], signature: signed })).toBe(false)
  })

  it('accept the old unversioned form only when asked to', () => {
    const old = createHmac('sha256', 'k'.repeat(32))
      .update('user|marketing_email|true|2026-01-01T00:00:00.000Z||127.0.0.1|onboarding')
      .digest('hex')
    expect(check({ signature: old, legacyValues: values })).toBe(true)
    expect(check({ signature: old })).toBe(false)
    expect(check({ signature: old, legacyValues: values.with(2, false) })).toBe(false)
  })

  it('refuse short keys', () => {
    expect(() => signValues({ key: new Uint8Array(8), purpose: 'p', values })).toThrowError(BROKEN)
  })
})
