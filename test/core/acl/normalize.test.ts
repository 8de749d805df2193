import { describe, expect, it } from 'vitest'
import { distinctTexts, normalizeOrganizations } from '@plinth/core/acl'

describe('normalize', () => {
  it('trims and removes duplicates of features, keeping order and case', () => {
    expect(distinctTexts([' b ', 'a', 'b', '', '  ', 'A'])).toEqual(['b', 'a', 'A'])
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
})
