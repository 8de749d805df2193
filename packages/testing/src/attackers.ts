import type { Route } from '@plinth/core'
import { featuresOf } from '@plinth/core/acl'
import type { FixtureActor } from './fixture-actors.ts'
import type { Fixture } from './isolation-fixture.ts'
import type { Persona } from './logins.ts'

/** A caller who requests rows that belong to others. */
export interface Attacker {
  readonly name: string
  /** Undefined for a request without a login. */
  readonly persona: Persona | undefined
  /** The owners of the rows that the attacker must neither see nor change. */
  readonly hidden: readonly FixtureActor['name'][]
  /** The status that a protected route must answer with, whatever is requested. */
  readonly expect?: 401 | 403
}

/** All attackers of a route. */
export function attackersOf(
  fixture: Fixture,
  { spec }: Route,
  { tellsOwn }: { tellsOwn: boolean },
): readonly Attacker[] {
  const { own } = fixture.actors
  const userId = fixture.idOf({ name: 'users' }, own)
  const needed = new Set(featuresOf(spec.access).map(({ id }) => id))
  const all = fixture.app.platform.modules.flatMap(({ features }) => Object.values(features ?? {})).map(({ id }) => id)
  const organizationIds = [own.organizationId]
  return [
    {
      name: 'nobody',
      persona: undefined,
      hidden: tellsOwn ? ['sibling', 'foreign'] : ['own', 'sibling', 'foreign'],
      expect: 401,
    },
    { name: 'another tenant', persona: { features: ['*'], userId }, hidden: ['foreign'] },
    {
      name: 'another organization',
      persona: { features: ['*'], organizationIds, userId },
      hidden: ['sibling', 'foreign'],
    },
    {
      name: 'an API key',
      persona: { features: ['*'], organizationIds, kind: 'api_key' },
      hidden: ['sibling', 'foreign'],
    },
    ...(needed.size === 0
      ? []
      : [
          {
            name: 'a missing feature',
            persona: { features: all.filter((id) => !needed.has(id)), userId },
            hidden: ['own', 'sibling', 'foreign'] as const,
            expect: 403 as const,
          },
        ]),
  ]
}

/** The owners of the hidden rows. Their requests fill the caches before the attacks. */
export function ownersOf(fixture: Fixture): readonly { readonly persona: Persona; readonly owner: FixtureActor }[] {
  const { foreign, sibling } = fixture.actors
  return [foreign, sibling].map((owner) => ({
    owner,
    persona: {
      features: ['*'],
      tenantId: owner.tenantId,
      organizationId: owner.organizationId,
      organizationIds: owner.name === 'sibling' ? [owner.organizationId] : null,
      userId: fixture.idOf({ name: 'users' }, owner),
    },
  }))
}
