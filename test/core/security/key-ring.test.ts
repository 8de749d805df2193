import { describe, expect, it } from 'vitest'
import { createKeyRing, createPlatformKeys, encryptText, hashToken } from '@plinth/core/security'

const [first, second] = ['first secret, long enough to be accepted', 'second secret, long enough to be accepted']
const before = createKeyRing({ secret: first })
const introduced = createKeyRing({ secret: first, retiredSecrets: [second] })
const during = createKeyRing({ secret: second, retiredSecrets: [first] })
const after = createKeyRing({ secret: second })
const BROKEN = expect.objectContaining({ code: 'broken_setup' })

describe('a key ring', () => {
  it('names its keys by ids that do not depend on their order', () => {
    expect(before.id).toMatch(/^k[\da-f]{8}$/)
    expect(introduced.ids).toEqual([before.id, after.id])
    expect(during.ids).toEqual([after.id, before.id])
    expect(createKeyRing({ secret: first, retiredSecrets: [first, second, second] }).ids).toEqual(introduced.ids)
  })

  it.each([
    ['secret', { secret: 'short' }],
    ['retiredSecrets', { secret: first, retiredSecrets: ['short'] }],
  ])('rejects a short %s without showing it', (name, secrets) => {
    expect(() => createKeyRing(secrets)).toThrowError(
      expect.objectContaining({ message: expect.stringContaining(name) }),
    )
    expect(() => createKeyRing(secrets)).not.toThrowError('short')
  })

  it.each(['', 'a', 'ä€😀', 'x'.repeat(100_000)])('decrypts what it encrypted: %#', (text) => {
    const encrypted = before.encrypt('p', text)
    expect(encrypted).toMatch(/^k[\da-f]{8}\.e\.[\w+/=]+$/)
    expect(encrypted).not.toBe(before.encrypt('p', text))
    for (const ring of [before, introduced, during]) expect(ring.decrypt('p', encrypted)).toBe(text)
    expect(() => after.decrypt('p', encrypted)).toThrowError(BROKEN)
    expect(() => before.decrypt('q', encrypted)).toThrowError(BROKEN)
    expect(() => before.decrypt('p', `${encrypted.slice(0, -6)}AAAA${encrypted.slice(-2)}`)).toThrowError(BROKEN)
    expect(() => before.decrypt('p', before.keyedHash('p', text))).toThrowError(BROKEN)
  })

  it('hashes by purpose and key, the same every time', () => {
    const hashed = before.keyedHash('p', 'token')
    expect(hashed).toBe(introduced.keyedHash('p', 'token'))
    expect(hashed).toHaveLength(76)
    const others = [before.keyedHash('q', 'token'), before.keyedHash('p', 'Token'), after.keyedHash('p', 'token')]
    expect(new Set([hashed, ...others]).size).toBe(4)
    expect(during.keyedHashes('p', 'token')[0]).toBe(after.keyedHash('p', 'token'))
    expect(during.keyedHashes('p', 'token')).toContain(hashed)
    expect(after.keyedHashes('p', 'token')).not.toContain(hashed)
    expect([before, during, after].map((ring) => ring.isHashOf('p', 'token', hashed))).toEqual([true, true, false])
    expect(before.isHashOf('p', 'other', hashed)).toBe(false)
  })

  it('signs values so that moving text between them is noticed', () => {
    const signature = before.sign('p', ['a', 'b', null, true])
    expect(
      [before, introduced, during, after].map((ring) => ring.isSigned('p', ['a', 'b', null, true], signature)),
    ).toEqual([true, true, true, false])
    expect(before.isSigned('p', ['ab', '', null, true], signature)).toBe(false)
    expect(before.isSigned('q', ['a', 'b', null, true], signature)).toBe(false)
    expect(before.isSigned('p', ['a', 'b', null, true], null)).toBe(false)
  })

  it('renews encrypted text and hashes without the token, after which the former secret is not needed', () => {
    const [encrypted, hashed] = [before.encrypt('p', 'text'), before.keyedHash('p', 'token')]
    const renewed = during.rekey('p', encrypted)!
    expect([during.isCurrent(encrypted), during.isCurrent(renewed)]).toEqual([false, true])
    expect(after.decrypt('p', renewed)).toBe('text')
    expect(during.rekey('p', encrypted)).toBe(renewed)
    expect(during.rekey('p', hashed)).toBe(after.keyedHash('p', 'token'))
    expect(during.rekey('p', renewed)).toBe(renewed)
    expect(() => during.rekey('q', hashed)).toThrowError(BROKEN)
    expect(() => after.rekey('p', hashed)).toThrowError(BROKEN)
  })

  it('accepts what was made before there was a ring, and renews what it can', () => {
    const key = createPlatformKeys(first).of('p')
    const [encrypted, hashed] = [encryptText('text', key), hashToken('token', key)]
    expect([before, during].map((ring) => ring.decrypt('p', encrypted))).toEqual(['text', 'text'])
    expect(after.decrypt('p', during.rekey('p', encrypted)!)).toBe('text')
    expect([before, during, after].map((ring) => ring.isHashOf('p', 'token', hashed))).toEqual([true, true, false])
    expect(during.rekey('p', hashed)).toBeNull()
  })
})
