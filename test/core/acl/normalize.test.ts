import { describe, expect, it } from 'vitest'
import {
  isReservedRoleName,
  normalizeFeatures,
  normalizeOrganizations,
  normalizeRoleName,
} from '../../../packages/core/src/acl/acl.ts'

describe('normalize', () => {
  it('trims and removes duplicates of features, keeping order and case', () => {
    expect(normalizeFeatures([' b ', 'a', 'b', '', '  ', 'A'])).toEqual(['b', 'a', 'A'])
  })

  it.each([
    [null, null],
    [undefined, null],
    [[], []],
    [
      ['o1', ' o1', 'o2'],
      ['o1', 'o2'],
    ],
    [['o1', '__all__'], null],
  ] as const)('organizations %j are stored as %j', (given, expected) => {
    expect(normalizeOrganizations(given)).toEqual(expected)
  })

  it.each([
    'superadmin',
    'SuperAdmin ',
    ' SUPERADMIN',
    'super\u200Badmin',
    'super admin',
    'Ａdmin',
    'admin\u0000',
    'super_admin',
    'employee\t',
  ])('the role name %j is reserved', (name) => expect(isReservedRoleName(name)).toBe(true))

  it.each(['administrator', 'sales admin', 'employees', ''])('the role name %j is free', (name) => {
    expect(isReservedRoleName(name)).toBe(false)
  })

  it('folds role names for comparison', () => {
    expect(normalizeRoleName('  Sales \t Lead\u200B ')).toBe('sales lead')
  })
})
