import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { organizationForCheck, resolveScope, selectTenant } from '@plinth/core/acl'
import { organizationTree } from './_tree.ts'

const tree = organizationTree({ group: null, north: 'group', n1: 'north', n2: 'north', south: 'group', other: null })
const ids = ['group', 'north', 'n1', 'n2', 'south', 'other']

const ask = (
  organizations: readonly string[] | null | 'super',
  selectedOrganizationId?: string | null,
  homeId: string | null = 'north',
) =>
  resolveScope({
    identity: { tenantId: 't', organizationId: homeId },
    acl: { isSuperAdmin: organizations === 'super', organizations: organizations === 'super' ? null : organizations },
    selectedOrganizationId,
    tree,
  })

describe('organization scope', () => {
  it.each([
    ['unrestricted, no cookie: home and below', ask(null), 'north', ['north', 'n1', 'n2'], null],
    ['unrestricted, empty cookie: the same', ask(null, ''), 'north', ['north', 'n1', 'n2'], null],
    ['unrestricted, chosen', ask(null, 'south'), 'south', ['south'], null],
    ['unrestricted, all organizations', ask(null, '__all__'), null, null, null],
    ['unrestricted, an organization that is not there', ask(null, 'gone'), null, ['north', 'n1', 'n2'], null],
    ['unrestricted without a home: the tenant', ask(null, undefined, null), null, null, null],
    ['unrestricted without a home, not there', ask(null, 'gone', null), null, [], null],
    ['unrestricted with a deleted home: nothing', ask(null, undefined, 'gone'), null, [], null],
    ['restricted to home', ask(['north']), 'north', ['north', 'n1', 'n2'], ['north', 'n1', 'n2']],
    ['restricted, a child chosen', ask(['north'], 'n1'), 'n1', ['n1'], ['north', 'n1', 'n2']],
    ['restricted, outside chosen', ask(['north'], 'south'), null, ['north', 'n1', 'n2'], ['north', 'n1', 'n2']],
    [
      'restricted, all asked: none selected, all that are allowed (decision: Organization of a request)',
      ask(['group'], '__all__'),
      null,
      ['group', 'north', 'n1', 'n2', 'south'],
      ['group', 'north', 'n1', 'n2', 'south'],
    ],
    ['restricted elsewhere: home is not allowed', ask(['south']), null, ['south'], ['south']],
    ['restricted, __all__ in the list', ask(['n1', '__all__'], '__all__'), null, null, null],
    ['no organization: home and below for data', ask([]), 'north', ['north', 'n1', 'n2'], ['north', 'n1', 'n2']],
    ['only organizations that are gone: nothing (decision: Empty restrictions)', ask(['gone']), null, [], []],
    ['no organization and no home: nothing', ask([], undefined, null), null, [], []],
    [
      'super admin, no cookie: works at home, sees everything (decision: Organization of a request)',
      ask('super'),
      'north',
      null,
      null,
    ],
    ['super admin without a home, no cookie', ask('super', undefined, null), null, null, null],
    ['super admin, chosen', ask('super', 'north'), 'north', ['north', 'n1', 'n2'], null],
    ['super admin, all', ask('super', '__all__'), null, null, null],
  ] as const)('%s', (...[, scope, selectedId, filterIds, allowedIds]) => {
    expect(scope).toEqual({ tenantId: 't', selectedId, filterIds, allowedIds })
  })

  it('without a tenant everything is null, and lists show nothing', () => {
    const scope = resolveScope({
      identity: { tenantId: null, organizationId: null },
      acl: { isSuperAdmin: false, organizations: null },
      tree,
    })
    expect(scope).toEqual({ tenantId: null, selectedId: null, filterIds: null, allowedIds: null })
  })

  it('only super admins choose a tenant, and their home stays in their own', () => {
    const identity = { tenantId: 't', organizationId: 'north' }
    const admin = { isSuperAdmin: true, organizations: null }
    const user = { isSuperAdmin: false, organizations: null }
    expect(selectTenant({ identity, acl: user, selectedTenantId: 'u' })).toBe('t')
    expect(selectTenant({ identity: { ...identity, tenantId: null }, acl: user, selectedTenantId: 'u' })).toBe(null)
    expect(selectTenant({ identity, acl: admin, selectedTenantId: 'u' })).toBe('u')
    expect(selectTenant({ identity, acl: admin, selectedTenantId: '' })).toBe('t')
    expect(resolveScope({ identity, acl: admin, selectedTenantId: 'u', tree }).tenantId).toBe('u')
  })

  it('never reaches beyond what is allowed', () => {
    const organization = fc.constantFrom(...ids, 'gone')
    fc.assert(
      fc.property(
        fc.option(fc.array(organization, { maxLength: 3 })),
        fc.option(fc.constantFrom(...ids, 'gone', '__all__', ''), { nil: undefined }),
        fc.option(organization),
        (organizations, selected, home) => {
          const { selectedId, filterIds, allowedIds } = ask(organizations, selected, home)
          if (allowedIds !== null) {
            expect(filterIds).not.toBeNull()
            for (const id of filterIds ?? []) expect(allowedIds).toContain(id)
            if (selectedId !== null) expect(allowedIds).toContain(selectedId)
          }
          if (filterIds === null) expect(organizations === null && (selected === '__all__' || home === null)).toBe(true)
          if (selectedId !== null) expect(filterIds).toEqual(tree.subtree(selectedId))
          for (const id of filterIds ?? []) expect(tree.has(id)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('what other rooms take from a scope', () => {
  it.each([
    [ask(['north'], 'n1'), 'north', 'n1'],
    [ask(null, '__all__'), 'north', 'north'],
    [ask(['south']), 'north', 'south'],
    [ask(['north'], 'other'), 'north', 'north'],
    [ask([], undefined, null), null, null],
  ])('the organization of the feature check %#', (scope, home, expected) => {
    expect(organizationForCheck(scope, home)).toBe(expected)
  })
})
