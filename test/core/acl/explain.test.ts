import type { Actor } from '@plinth/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explain, compileGrants, hasAccess, isOrganizationAllowed } from '@plinth/core/acl'
import { anonymous } from '../../../packages/core/src/acl/callers.ts'
import { type AclEntry, type AclSubject, effectiveAcl } from '../../../packages/core/src/acl/effective-acl.ts'
import { organizationTree } from './_tree.ts'

const tree = organizationTree({ group: null, north: 'group', n1: 'north', south: 'group' })
const role = (name: string, features: string[], organizations: string[] | null = null): AclEntry => ({
  source: { kind: 'role', id: name, name },
  isSuperAdmin: false,
  features,
  organizations,
})
const user = (features: string[]): AclEntry => ({ ...role('', features), source: { kind: 'user' } })
const ask = (subject: Partial<AclSubject>, organizationId: string | null = null) =>
  explain({
    subject: { userAcl: null, roleAcls: [], superAdmin: false, tree, ...subject },
    feature: 'tags.view',
    organizationId,
  })

describe('explain', () => {
  it.each([
    [ask({ superAdmin: true }), 'super_admin', 'Allowed: a super admin may use "tags.view" everywhere.'],
    [
      ask({ roleAcls: [role('sales', ['tags.*']), role('boss', ['*'])] }),
      'granted',
      'Allowed: "tags.view" is granted by "tags.*" of role "sales" and "*" of role "boss".',
    ],
    [
      ask({ userAcl: user(['tags.view']) }),
      'granted',
      `Allowed: "tags.view" is granted by "tags.view" of the user's own ACL.`,
    ],
    [ask({}), 'no_rights', 'Denied: "tags.view" is not granted, because no ACL of this tenant applies.'],
    [ask({ roleAcls: [role('sales', ['crm.*'])] }), 'missing_feature', 'Denied: no grant covers "tags.view".'],
    [
      ask({ userAcl: user(['crm.*']), roleAcls: [role('sales', ['tags.*'])] }),
      'missing_feature',
      `Denied: the user's own ACL does not grant "tags.view" and replaces "tags.*" of role "sales".`,
    ],
    [
      ask({ roleAcls: [role('sales', ['tags.*'], ['north'])] }, 'south'),
      'organization_excluded',
      'Denied: "tags.view" is granted only in "north" and below, not in "south".',
    ],
    [
      ask({ roleAcls: [role('sales', ['tags.*'], [])] }, 'south'),
      'organization_excluded',
      'Denied: "tags.view" is granted in no organization, not in "south".',
    ],
    [
      ask({ roleAcls: [role('sales', ['tags.*'])], key: { organizationId: null, creator: role('', ['crm.*']) } }),
      'key_limited',
      `Denied: the key's roles grant "tags.view", but whoever created the key does not hold it.`,
    ],
    [
      ask({ superAdmin: true, key: { organizationId: 'n1', creator: null } }, 'n1'),
      'granted',
      `Allowed: the super-admin flag of the key's roles covers "tags.view" within its organization.`,
    ],
  ])('%#', (explanation, reason, sentence) => {
    expect(explanation.reason).toBe(reason)
    expect(explanation.sentence).toBe(sentence)
    expect(explanation.isAllowed).toBe(sentence.startsWith('Allowed'))
  })

  it('knows that rights in organizations which are gone are rights nowhere', () => {
    const gone = { roleAcls: [role('sales', ['tags.*'], ['gone'])] }
    expect(ask(gone)).toMatchObject({ isAllowed: false, reason: 'organization_excluded' })
    expect(ask(gone).sentence).toBe('Denied: "tags.view" is granted in no organization that exists.')
    expect(ask({ roleAcls: [role('sales', ['tags.*'], ['gone', 'north'])] }).isAllowed).toBe(true)
  })

  it('names ten of anything at most', () => {
    const many = Array.from({ length: 12 }, (_, index) => role(`r${index}`, ['tags.*']))
    expect(ask({ roleAcls: many }).sentence).toMatch(/of role "r9" and 2 more\.$/)
  })

  it('names the grants as data', () => {
    const { matches, replaced } = ask({ userAcl: user(['*']), roleAcls: [role('sales', ['tags.*', 'crm.*'])] })
    expect(matches).toEqual([{ source: { kind: 'user' }, grant: '*' }])
    expect(replaced).toEqual([{ source: { kind: 'role', id: 'sales', name: 'sales' }, grant: 'tags.*' }])
  })

  it('agrees with the check itself', () => {
    const features = fc.subarray(['tags.*', 'tags.view', 'crm.*', '*'])
    const entry = fc
      .tuple(features, fc.option(fc.subarray(['group', 'north', 'n1', 'south'])), fc.boolean(), fc.boolean())
      .map(([list, organizations, isSuperAdmin, really]) => ({
        ...role('r', list, organizations),
        isSuperAdmin: isSuperAdmin && really,
      }))
    const subject = fc.record({
      userAcl: fc.option(entry),
      roleAcls: fc.array(entry, { maxLength: 2 }),
      superAdmin: fc.constantFrom(false, false, true),
      key: fc.option(fc.record({ organizationId: fc.constantFrom(null, 'north'), creator: fc.option(entry) }), {
        nil: undefined,
      }),
      tree: fc.constant(tree),
    })
    fc.assert(
      fc.property(subject, fc.constantFrom(null, 'group', 'n1', 'south'), (given, organizationId) => {
        const acl = effectiveAcl(given)
        // What a request is asked: its actor has grants where the organization lets them count.
        const { organizations } = acl
        const isSomewhere = organizations === null || organizations.length > 0
        const counts =
          (organizationId !== null || isSomewhere) && isOrganizationAllowed({ organizations, organizationId, tree })
        const grants = compileGrants(counts ? acl.features : [])
        const actor: Actor = { ...anonymous.actor, kind: 'user', isSuperAdmin: acl.isSuperAdmin, grants }
        const { isAllowed } = explain({ subject: given, feature: 'tags.view', organizationId })
        expect(isAllowed).toBe(hasAccess(actor, { id: 'tags.view', title: 'View tags' }))
      }),
      { numRuns: 1000 },
    )
  })
})
