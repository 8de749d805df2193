import { describe, expect, it } from 'vitest'
import { assertAllowed, isAllowed, isOrganizationAllowed } from '../../../packages/core/src/acl/access.ts'
import { compileGrants } from '../../../packages/core/src/acl/grants.ts'
import { organizationTree } from './_tree.ts'

const tree = organizationTree({ group: null, north: 'group', n1: 'north', south: 'group' })

describe('the check of an endpoint', () => {
  it.each([
    [null, 'n1', true],
    [null, null, true],
    [['north'], null, true],
    [['north'], 'north', true],
    [['north'], 'n1', true],
    [['group'], 'n1', true],
    [['n1'], 'north', false],
    [['south'], 'n1', false],
    [['__all__'], 'n1', true],
    [['gone'], 'gone', true],
    [[], 'n1', false],
    [[], null, true],
  ] as const)('a grant for %j reaches %s: %s', (organizations, organizationId, expected) => {
    expect(isOrganizationAllowed({ organizations, organizationId, tree })).toBe(expected)
  })

  const question = (isSuperAdmin: boolean, features: string[], organizations: string[] | null) => ({
    acl: { isSuperAdmin, features, organizations },
    grants: compileGrants(features),
    features: ['tags.view', 'tags.manage'],
    organizationId: 'n1',
    tree,
  })

  it('needs every feature and the organization, unless super admin', () => {
    expect(isAllowed(question(false, ['tags.*'], null))).toBe(true)
    expect(isAllowed(question(false, ['tags.*'], ['north']))).toBe(true)
    expect(isAllowed(question(false, ['tags.*'], ['south']))).toBe(false)
    expect(isAllowed(question(false, ['tags.view'], null))).toBe(false)
    expect(isAllowed(question(true, [], []))).toBe(true)
  })

  it('refuses with the features named, as browsers expect', () => {
    expect(() => assertAllowed(question(false, ['tags.view'], null))).toThrowError(
      expect.objectContaining({
        status: 403,
        message: 'Forbidden',
        body: { requiredFeatures: ['tags.view', 'tags.manage'] },
      }),
    )
    expect(() => assertAllowed(question(false, ['*'], null))).not.toThrow()
  })
})
