import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkGrantBoundary,
  isPlatformFeature,
  toBoundaryError,
} from '../../../packages/core/src/acl/grant-boundary.ts'
import { type Acl, compileGrants, isOrganizationAllowed } from '@plinth/core/acl'
import { organizationTree } from './_tree.ts'

const tree = organizationTree({ group: null, north: 'group', n1: 'north', south: 'group' })
const acl = (features: string[] = [], organizations: string[] | null = null, isSuperAdmin = false): Acl => ({
  isSuperAdmin,
  features,
  organizations,
})
const admin = acl(['auth.*', 'tags.view', 'directory.tenants.view'])
const northAdmin = acl(['auth.*', 'tags.view'], ['north'])
const superAdmin = acl(['*'], null, true)

const check = (actor: Acl, requested: Partial<Acl>, previous: Acl | null = null) =>
  checkGrantBoundary({ actor, requested, previous, tree })

describe('taking away (decision: Revocation boundary)', () => {
  it.each([
    ['a feature held', check(admin, { features: [] }, acl(['tags.view'])), [], []],
    ['a feature not held', check(admin, { features: ['tags.view'] }, acl(['tags.view', 'crm.view'])), ['crm.view'], []],
    ['a part of a wildcard not held', check(admin, { features: ['crm.view'] }, acl(['crm.*'])), ['crm.*'], []],
    ['what only super admins give', check(acl(['*']), { features: ['auth.*'] }, acl(['*'])), ['*'], []],
    [
      'features not held, from everywhere but one',
      check(admin, { organizations: ['north'] }, acl(['crm.*'])),
      ['crm.*'],
      [],
    ],
    [
      'an organization that is not the own',
      check(northAdmin, { organizations: ['n1'] }, acl(['auth.x'], ['n1', 'south'])),
      [],
      ['south'],
    ],
    ['all organizations', check(northAdmin, { organizations: ['n1'] }, acl(['auth.x'], null)), [], ['__all__']],
    ['anything, as a super admin', check(superAdmin, acl(), acl(['crm.*'])), [], []],
  ])('%s', (...[, boundary, untakable, untakableOrganizations]) => {
    expect(boundary).toMatchObject({ untakable, untakableOrganizations, missing: [], missingOrganizations: [] })
    expect(boundary.isWithin).toBe(untakable.length + untakableOrganizations.length === 0)
  })
})

describe('grant boundary (decision: Grant boundary)', () => {
  it.each([
    ['held features are granted', check(admin, { features: ['auth.users.list', 'tags.view'] }), []],
    ['a held wildcard is granted', check(admin, { features: ['auth.*', 'auth.users.*'] }), []],
    ['a feature not held is not', check(admin, { features: ['tags.manage', 'auth.x'] }), ['tags.manage']],
    ['a wider wildcard is not', check(admin, { features: ['tags.*'] }), ['tags.*']],
    ['what was there may stay', check(admin, { features: ['crm.view', 'auth.x'] }, acl(['crm.view'])), []],
    ['but not become more', check(admin, { features: ['crm.*'] }, acl(['crm.view'])), ['crm.*']],
    ['absent features stay', check(admin, { isSuperAdmin: false }, acl(['crm.*'])), []],
    ['super admins grant everything', check(superAdmin, { features: ['*', 'crm.*'], isSuperAdmin: true }), []],
  ])('%s', (_name, boundary, missing) => {
    expect(boundary.missing).toEqual(missing)
    expect(boundary.isWithin).toBe(missing.length === 0)
    expect(boundary.sanitized).toBe(false)
  })

  it('drops platform features of others than super admins and says so, held or not', () => {
    const features = ['*', 'directory.*', 'directory.tenants.view', 'directory.tenants.*', ' auth.x ', 'auth.x']
    expect(check(admin, { features })).toMatchObject({
      isWithin: true,
      sanitized: true,
      features: ['auth.x'],
      dropped: ['*', 'directory.*', 'directory.tenants.view', 'directory.tenants.*'],
    })
    expect(check(superAdmin, { features })).toMatchObject({
      sanitized: false,
      dropped: [],
      features: features.slice(0, 4).concat('auth.x'),
    })
  })

  it('keeps platform features that were there', () => {
    const previous = acl(['directory.tenants.*'])
    expect(check(admin, { features: ['directory.tenants.*', 'auth.x'] }, previous)).toMatchObject({
      isWithin: true,
      sanitized: false,
      features: ['directory.tenants.*', 'auth.x'],
    })
  })

  it('refuses them where nothing can be left out', () => {
    const requested = acl(['directory.tenants.*', 'directory.tenants.view'])
    const boundary = checkGrantBoundary({ actor: admin, requested, previous: null, tree, platformFeatures: 'require' })
    expect(boundary).toMatchObject({ missing: ['directory.tenants.*'], dropped: [], isWithin: false })
  })

  it.each([
    [acl(), true, 'granted'],
    [acl(['*'], null, true), false, 'revoked'],
    [acl(['*'], null, true), true, null],
    [acl(), false, null],
    [null, true, 'granted'],
    [acl(['*'], null, true), undefined, null],
  ] as const)('the flag of %j set to %s is %s', (previous, isSuperAdmin, change) => {
    const requested = isSuperAdmin === undefined ? {} : { isSuperAdmin }
    expect(check(admin, requested, previous)).toMatchObject({ superAdminChange: change, isWithin: change === null })
    expect(check(superAdmin, requested, previous).isWithin).toBe(true)
  })

  it.each([
    ['below the own organization', check(northAdmin, acl(['auth.x'], ['n1'])), []],
    ['elsewhere', check(northAdmin, acl(['auth.x'], ['n1', 'south'])), ['south']],
    ['everywhere', check(northAdmin, acl(['auth.x'], null)), ['__all__']],
    ['everywhere, spelled out', check(northAdmin, acl(['auth.x'], ['__all__'])), ['__all__']],
    ['everywhere by an unrestricted actor', check(admin, acl(['auth.x'], null)), []],
    ['nothing at all, everywhere (decision: Empty restrictions)', check(northAdmin, acl([], null)), ['__all__']],
    [
      'organizations without a feature (decision: Empty restrictions)',
      check(northAdmin, { organizations: ['south'] }, acl([], [])),
      ['south'],
    ],
    ['the same elsewhere as before', check(northAdmin, { features: ['tags.view'] }, acl(['tags.view'], ['south'])), []],
    [
      'more, in an organization that is not the own',
      check(northAdmin, { features: ['auth.x'] }, acl([], ['south'])),
      ['south'],
    ],
    [
      'the same, in more organizations',
      check(northAdmin, { organizations: ['n1', 'south'] }, acl(['tags.view'], ['n1'])),
      ['south'],
    ],
  ])('granting in organizations: %s', (_name, boundary, missingOrganizations) => {
    expect(boundary.missingOrganizations).toEqual(missingOrganizations)
    expect(boundary.isWithin).toBe(missingOrganizations.length === 0)
  })

  it('adding an organization hands out every feature there, also those kept', () => {
    const boundary = check(northAdmin, { organizations: ['south', 'n1'] }, acl(['crm.*', 'tags.view'], ['south']))
    expect(boundary).toMatchObject({ missing: ['crm.*'], missingOrganizations: [], isWithin: false })
  })

  it('becomes a 403 that names features and organizations', () => {
    const crossed = check(northAdmin, { features: ['crm.view'], organizations: ['south'], isSuperAdmin: true })
    const error = toBoundaryError(crossed)
    expect(error?.status).toBe(403)
    expect(error?.message).toContain('crm.view')
    expect(error?.message).toContain('Only super administrators may grant super admin access.')
    expect(error?.body).toEqual({ missingFeatures: ['crm.view'], missingOrganizations: ['south'] })
    expect(toBoundaryError(check(admin, {}))).toBeNull()
  })

  it.each([
    ['*', true],
    ['directory.*', true],
    ['directory.tenants', true],
    ['directory.tenants.view', true],
    ['directory.organizations.view', false],
    ['auth.*', false],
  ])('%s is a platform feature: %s', (feature, expected) => expect(isPlatformFeature(feature)).toBe(expected))

  it('lets nobody end up with more than actor and receiver had', () => {
    const feature = fc.constantFrom('*', 'a.*', 'a.b', 'a.b.*', 'a.*.*', 'c', 'directory.*', 'directory.tenants.view')
    const organizations = fc.option(fc.subarray(['group', 'north', 'n1', 'south']))
    const rights = fc.record({
      isSuperAdmin: fc.constant(false),
      features: fc.array(feature, { maxLength: 3 }),
      organizations,
    })
    const asked = fc.constantFrom('a', 'a.b', 'a.b.c', 'a.x', 'c', 'd', 'directory.tenants.view')
    const may = (who: Acl, id: string, organizationId: string) =>
      compileGrants(who.features).has(id) &&
      isOrganizationAllowed({ organizations: who.organizations, organizationId, tree })
    fc.assert(
      fc.property(fc.tuple(rights, rights, fc.option(rights)), asked, ([actor, requested, previous], id) => {
        const boundary = check(actor, requested, previous)
        if (!boundary.isWithin) return
        for (const place of ['group', 'north', 'n1', 'south']) {
          const had = may(actor, id, place) || (previous !== null && may(previous, id, place))
          if (may(boundary, id, place)) expect(had).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
