import fc from 'fast-check'
import { createHmac } from 'node:crypto'
import { validateJWT } from 'oslo/jwt'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AccessClaims, createJwt } from '@plinth/auth'
import { toSecretKey } from '@plinth/core/security'

const key = toSecretKey({ name: 'SECRET', secret: 'k'.repeat(32) })
const otherKey = toSecretKey({ name: 'SECRET', secret: 'o'.repeat(32) })
const options = { keys: [key], audience: 'plinth', type: 'access', claims: AccessClaims }
const tokens = createJwt(options)
const now = new Date('2026-01-01T00:00:00.000Z')
const iat = now.getTime() / 1000
const claims = {
  sub: 'user',
  sid: 'session',
  tenantId: 'tenant',
  orgId: null,
  email: 'żółw@acme.com',
  roles: ['admin', '管理'],
}
const payload = { ...claims, iat, exp: iat + 28_800, aud: 'plinth', typ: 'access' }

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const sign = (signed: string, secret = key, hash = 'sha256') =>
  `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
const craft = (header: unknown, body: unknown) => sign(`${encode(header)}.${encode(body)}`)
const HEADER = { alg: 'HS256', typ: 'JWT' }
const status = (token: string) => tokens.verify({ token, now }).status
const good = await tokens.sign({ claims, now })
const [header = '', body = '', signature = ''] = good.split('.')

describe('jwt (decision: Access tokens)', () => {
  it('signs the published claims plus sid, aud and typ, for 8 hours', () => {
    expect(tokens.lifetime).toBe(28_800)
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual(HEADER)
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toEqual(payload)
    expect(good).not.toContain('=')
    expect(tokens.verify({ token: good, now })).toEqual({ status: 'valid', claims: payload })
  })

  it('can be verified by others', async () => {
    const present = await tokens.sign({ claims, now: new Date() })
    expect((await validateJWT('HS256', key, present)).subject).toBe('user')
  })

  it('is valid while now <= exp', () => {
    const at = (seconds: number) => tokens.verify({ token: good, now: new Date((iat + seconds) * 1000) }).status
    expect([at(0), at(28_800), at(28_801)]).toEqual(['valid', 'valid', 'expired'])
  })

  it.each<[string, string]>([
    ['alg none without a signature', `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`],
    ['alg none with the old signature', `${encode({ alg: 'none' })}.${body}.${signature}`],
    ['another hash', sign(`${encode({ alg: 'HS512', typ: 'JWT' })}.${body}`, key, 'sha512')],
    ['another key', sign(`${header}.${body}`, otherKey)],
    ['an empty string', ''],
    ['dots', '..'],
    ['truncated', good.slice(0, -1)],
    ['two segments', `${header}.${body}`],
    ['a doubled payload', `${header}.${body}.${body}.${signature}`],
    ['a doubled payload, signed', sign(`${header}.${body}.${body}`)],
    ['a doubled signature', `${good}.${signature}`],
    ['one segment, signed', sign('x')],
    ['padding', `${good}=`],
    ['white space', ` ${good}`],
    ['a line break', `${good}\n`],
    ['a changed payload', `${header}.${encode({ ...payload, sub: 'other' })}.${signature}`],
    ['a megabyte', 'a'.repeat(1_000_000)],
    ['a megabyte, genuine', craft(HEADER, { ...payload, email: 'x'.repeat(1_000_000) })],
    ['unicode', `${header}.${body}.${'é'.repeat(43)}`],
    ['lone surrogates', `\uD800.${body}.${'\uDC00'.repeat(43)}`],
    ['another spelling of the same signature', good.slice(0, -1) + twin(good.at(-1)!)],
    ['no JSON, signed', craft(HEADER, 'nonsense')],
    ['an array, signed', craft(HEADER, [])],
    ['null, signed', craft(HEADER, null)],
    ['another audience', craft(HEADER, { ...payload, aud: 'portal' })],
    ['several audiences', craft(HEADER, { ...payload, aud: ['plinth', 'portal'] })],
    ['another type', craft(HEADER, { ...payload, typ: 'refresh' })],
    ['no audience: a token of the reference', craft(HEADER, { ...claims, iat, exp: iat + 1 })],
    ['no expiry', craft(HEADER, { ...payload, exp: undefined })],
    ['an expiry that is no number', craft(HEADER, { ...payload, exp: '9999999999' })],
    ['an expiry in a fraction', craft(HEADER, { ...payload, exp: 9e99 })],
    ['no session', craft(HEADER, { ...payload, sid: undefined })],
    ['roles that are no list', craft(HEADER, { ...payload, roles: 'admin' })],
    ['another audience, expired', craft(HEADER, { ...payload, aud: 'portal', exp: 1 })],
  ])('%s is forged', (_name, token) => expect(status(token)).toBe('forged'))

  it('tells nothing about an expired token of another key', () => {
    expect(status(sign(`${header}.${encode({ ...payload, exp: 1 })}`, otherKey))).toBe('forged')
    expect(status(craft(HEADER, { ...payload, exp: 1 }))).toBe('expired')
  })

  it('ignores further claims, prototypes included', () => {
    const token = craft(
      HEADER,
      `{"__proto__":{"isSuperAdmin":true},"isSuperAdmin":true,${JSON.stringify(payload).slice(1)}`,
    )
    const checked = tokens.verify({ token, now })
    expect(checked).toEqual({ status: 'valid', claims: payload })
    expect('isSuperAdmin' in (checked.status === 'valid' ? checked.claims : {})).toBe(false)
  })

  it('accepts retired keys and signs with the current one', async () => {
    const rotated = createJwt({ ...options, keys: [otherKey, key] })
    expect(rotated.verify({ token: good, now }).status).toBe('valid')
    const fresh = await rotated.sign({ claims, now })
    expect(status(fresh)).toBe('forged')
    expect(createJwt({ ...options, keys: [otherKey] }).verify({ token: fresh, now }).status).toBe('valid')
  })

  it('refuses missing and short keys while composing', () => {
    const broken = expect.objectContaining({ code: 'broken_setup' })
    expect(() => createJwt({ ...options, keys: [] })).toThrowError(broken)
    expect(() => createJwt({ ...options, keys: [key, new Uint8Array(31)] })).toThrowError(broken)
  })

  it('carries claims of other kinds of tokens', async () => {
    const links = createJwt({
      keys: [key],
      audience: 'plinth',
      type: 'file',
      lifetime: 60,
      claims: z.object({ path: z.string() }),
    })
    const token = await links.sign({ claims: { path: '/a' }, now })
    expect(links.verify({ token, now })).toMatchObject({ status: 'valid', claims: { path: '/a', exp: iat + 60 } })
    expect(status(token)).toBe('forged')
    expect(links.verify({ token: good, now }).status).toBe('forged')
  })

  it('survives any change of any character', () => {
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.string({ unit: 'binary', minLength: 0, maxLength: 2 }), (at, text) => {
        const token = good.slice(0, at) + text + good.slice(at + 1)
        expect(status(token)).toBe(token === good ? 'valid' : 'forged')
      }),
      { numRuns: 500 },
    )
  })
})

/** The last of 43 characters carries four bits of the hash; three others decode to the same bytes. */
function twin(character: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return alphabet[alphabet.indexOf(character) ^ 1]!
}
