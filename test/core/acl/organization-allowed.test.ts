import { describe, expect, it } from 'vitest'
import { isOrganizationAllowed } from '@plinth/core/acl'
import { organizationTree } from './_tree.ts'

const tree = organizationTree({ group: null, north: 'group', n1: 'north', south: 'group' })

describe('an organization in which rights count', () => {
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
})
