import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGrants } from '@plinth/core/acl'

/** What each grant satisfies. */
function naive(grants: readonly string[], required: string): boolean {
  return grants.some((grant) => {
    if (grant === '*' || grant === required) return true
    if (!grant.endsWith('.*')) return false
    const prefix = grant.slice(0, -2)
    return required === prefix || required.startsWith(`${prefix}.`)
  })
}

const segment = fc.constantFrom('a', 'b', 'A', '*', '', 'ab', 'constructor', '__proto__')
const dotted = fc.array(segment, { maxLength: 5 }).map((segments) => segments.join('.'))

describe('grants', () => {
  it.each([
    [['auth.*'], 'auth', true],
    [['auth.*'], 'auth.users.list', true],
    [['auth.*'], 'auth.*', true],
    [['auth.*'], 'authority', false],
    [['auth.*'], 'Auth.users', false],
    [['auth.users.*'], 'auth.*', false],
    [['auth.users.*'], 'auth.users', true],
    [['auth.*'], 'auth.users.*', true],
    [['auth.users.list'], 'auth.users.list', true],
    [['auth.users.list'], 'auth.users.list.all', false],
    [['auth'], 'auth.users', false],
    [['*'], 'anything', true],
    [['*'], '*', true],
    [['auth.*'], '*', false],
    [['*.list'], 'auth.list', false],
    [['auth*'], 'auth.users', false],
    [[' auth.*'], 'auth.users', false],
    [['.*'], '.hidden', true],
    [['.*'], 'auth', false],
    [[], 'auth', false],
  ] as const)('%j grants %s: %s', (grants, required, expected) => {
    expect(compileGrants(grants).has(required)).toBe(expected)
  })

  it('equals a naive matcher on random dotted strings, asked twice', () => {
    fc.assert(
      fc.property(
        fc.array(dotted, { maxLength: 6 }),
        fc.array(dotted, { minLength: 1, maxLength: 6 }),
        (grants, ids) => {
          const compiled = compileGrants(grants)
          for (const id of [...ids, ...ids]) expect(compiled.has(id)).toBe(naive(grants, id))
          expect(compiled.hasAll(ids)).toBe(ids.every((id) => naive(grants, id)))
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    [['auth.*'], 'auth.*', true],
    [['auth.*'], 'auth.users.*', true],
    [['auth.*'], 'auth', true],
    [['auth.*'], 'auth.*.*', true],
    [['auth.*.*'], 'auth.*', false],
    [['auth.users.*'], 'auth.*', false],
    [['*.*'], '*', false],
    [['auth.*'], '*', false],
    [['*'], '*', true],
    [['*'], 'auth.*', true],
    [['auth'], 'auth.*', false],
  ] as const)('%j covers the grant %s: %s', (grants, grant, expected) => {
    expect(compileGrants(grants).covers(grant)).toBe(expected)
  })

  it('covers a grant only if it satisfies whatever that grant satisfies', () => {
    fc.assert(
      fc.property(fc.array(dotted, { maxLength: 4 }), dotted, dotted, (grants, grant, id) => {
        if (compileGrants(grants).covers(grant) && naive([grant], id)) expect(naive(grants, id)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('needs all of a requirement; an empty one is always met', () => {
    expect(compileGrants([]).hasAll([])).toBe(true)
    expect(compileGrants([]).hasAll(['a'])).toBe(false)
    expect(compileGrants(['a', 'b.*']).hasAll(['a', 'b.c'])).toBe(true)
    expect(compileGrants(['a', 'b.*']).hasAll(['a', 'c'])).toBe(false)
  })

  it('lists distinct grants in the order given, and cannot be changed afterwards', () => {
    const source = ['b', 'a', 'b']
    const grants = compileGrants(source)
    source.push('c')
    expect(grants.list).toEqual(['b', 'a'])
    expect(grants.has('c')).toBe(false)
    expect(Object.isFrozen(grants.list)).toBe(true)
  })

  it('stays right when asked for more ids than it remembers', () => {
    const grants = compileGrants(['even.*'])
    for (let i = 0; i < 20_000; i += 1) expect(grants.has(`${i % 2 === 0 ? 'even' : 'odd'}.${i}`)).toBe(i % 2 === 0)
    expect(grants.has(`even.${'x'.repeat(10_000)}`)).toBe(true)
  })

  it('does not stall on a megabyte of dots', () => {
    const start = performance.now()
    expect(compileGrants(['auth.users.*']).has('a.'.repeat(500_000))).toBe(false)
    expect(performance.now() - start).toBeLessThan(200)
  })
})
