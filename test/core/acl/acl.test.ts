import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Acl,
  type AclEntry,
  type AclSubject,
  effectiveAcl,
  intersectFeatures,
  intersectOrganizations,
} from '../../../packages/core/src/acl/effective-acl.ts'
import { compileGrants } from '@plinth/core/acl'
import { organizationTree } from './_tree.ts'

// group > north > n1, n2; group > south; other
const tree = organizationTree({ group: null, north: 'group', n1: 'north', n2: 'north', south: 'group', other: null })
const NO_KEY = { userAcl: null, roleAcls: [], superAdmin: false, tree }
const CREATOR: Acl = { isSuperAdmin: false, features: ['auth.*'], organizations: ['north'] }

const row = (acl: Partial<Acl> = {}): Acl => ({ isSuperAdmin: false, features: [], organizations: null, ...acl })
const user = (acl: Partial<Acl>): AclEntry => ({ ...row(acl), source: { kind: 'user' } })
const role = (acl: Partial<Acl>, name = 'sales'): AclEntry => ({
  ...row(acl),
  source: { kind: 'role', id: name, name },
})

describe('effective ACL', () => {
  it.each<[string, Partial<AclSubject>, Acl]>([
    ['nobody', {}, row({ organizations: [] })],
    ['super admin of any tenant', { superAdmin: true }, row({ isSuperAdmin: true, features: ['*'] })],
    [
      'super admin by role, although the own row is narrow',
      { userAcl: user({ features: ['a'] }), roleAcls: [role({ isSuperAdmin: true })] },
      row({ isSuperAdmin: true, features: ['*'] }),
    ],
    [
      'a role named superadmin without the flag is a role like others',
      { roleAcls: [role({ features: ['a'] }, 'superadmin')] },
      row({ features: ['a'] }),
    ],
    [
      'the own row replaces the roles',
      { userAcl: user({ features: ['a'], organizations: ['n1'] }), roleAcls: [role({ features: ['b'] })] },
      row({ features: ['a'], organizations: ['n1'] }),
    ],
    [
      'an empty own row with organizations still replaces them',
      { userAcl: user({ organizations: ['n1'] }), roleAcls: [role({ features: ['b'] })] },
      row({ organizations: ['n1'] }),
    ],
    [
      'roles are united in row order, without duplicates',
      {
        roleAcls: [
          role({ features: ['b', 'a'], organizations: ['n2'] }),
          role({ features: ['a', 'c'], organizations: ['n1', 'n2'] }),
        ],
      },
      row({ features: ['b', 'a', 'c'], organizations: ['n2', 'n1'] }),
    ],
    ['one unrestricted role lifts the restriction', { roleAcls: [role({ organizations: ['n1'] }), role({})] }, row()],
    ['__all__ does as well', { roleAcls: [role({ organizations: ['n1', '__all__'] })] }, row()],
    [
      'roles that list no organization grant none',
      { roleAcls: [role({ organizations: [] })] },
      row({ organizations: [] }),
    ],
  ])('%s', (_name, subject, expected) => {
    expect(effectiveAcl({ ...NO_KEY, ...subject })).toEqual(expected)
  })
})

describe('effective ACL of an API key', () => {
  const all = role({ features: ['*'] })
  it.each<[string, Partial<AclSubject>, Acl]>([
    [
      'its organization restricts unrestricted roles',
      { roleAcls: [all], key: { organizationId: 'n1', creator: null } },
      row({ features: ['*'], organizations: ['n1'] }),
    ],
    [
      'its organization does not widen restricted roles',
      { roleAcls: [role({ features: ['a'], organizations: ['south'] })], key: { organizationId: 'n1', creator: null } },
      row({ features: ['a'], organizations: [] }),
    ],
    [
      'a role for a part of its organization stays that part',
      { roleAcls: [role({ organizations: ['n2', 'other'] })], key: { organizationId: 'group', creator: null } },
      row({ organizations: ['n2'] }),
    ],
    [
      'it never exceeds its creator',
      { roleAcls: [all], key: { organizationId: null, creator: CREATOR } },
      row({ features: ['auth.*'], organizations: ['north'] }),
    ],
    [
      'a super-admin role of an ordinary creator is worth what the creator has',
      { superAdmin: true, key: { organizationId: 'n1', creator: CREATOR } },
      row({ features: ['auth.*'], organizations: ['n1'] }),
    ],
    [
      'super admins can make super-admin keys for the whole tenant',
      { superAdmin: true, key: { organizationId: null, creator: row({ isSuperAdmin: true, features: ['*'] }) } },
      row({ isSuperAdmin: true, features: ['*'] }),
    ],
    [
      'but bound to an organization the flag is gone',
      { superAdmin: true, key: { organizationId: 'n1', creator: row({ isSuperAdmin: true, features: ['*'] }) } },
      row({ features: ['*'], organizations: ['n1'] }),
    ],
    [
      'a creator without rights leaves none',
      { roleAcls: [all], key: { organizationId: null, creator: row({ organizations: [] }) } },
      row({ organizations: [] }),
    ],
  ])('%s', (_name, subject, expected) => {
    expect(effectiveAcl({ ...NO_KEY, ...subject })).toEqual(expected)
  })
})

describe('intersections', () => {
  const segment = fc.constantFrom('a', 'b', '*')
  const grant = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('.'))
  const grants = fc.array(grant, { maxLength: 4 })

  it('of features grant exactly what both grant', () => {
    const plain = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('.'))
    fc.assert(
      fc.property(grants, grants, plain, (left, right, id) => {
        const both = compileGrants(left).has(id) && compileGrants(right).has(id)
        expect(compileGrants(intersectFeatures(left, right)).has(id)).toBe(both)
      }),
      { numRuns: 500 },
    )
  })

  it('of organizations reach exactly what both reach', () => {
    const list = fc.option(fc.subarray(['group', 'north', 'n1', 'n2', 'south', 'other']))
    const reach = (ids: readonly string[] | null, id: string) => ids === null || ids.some((by) => tree.isWithin(id, by))
    fc.assert(
      fc.property(list, list, fc.constantFrom('group', 'north', 'n1', 'n2', 'south', 'other'), (left, right, id) => {
        expect(reach(intersectOrganizations(left, right, tree), id)).toBe(reach(left, id) && reach(right, id))
      }),
    )
  })
})
