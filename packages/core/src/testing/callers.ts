import { featuresOf } from '../define/feature.ts'
import type { Route } from '../define/route.ts'
import type { Ground } from './ground.ts'
import type { Persona } from './logins.ts'
import type { Party } from './party.ts'

/** Somebody who asks for what is not theirs. */
export interface Caller {
  readonly name: string
  /** Undefined for somebody who is not signed in. */
  readonly persona: Persona | undefined
  /** Whose rows they must not learn of or touch. */
  readonly hidden: readonly Party['name'][]
  /** What a protected route must answer, whatever they ask for. */
  readonly expect?: 401 | 403
}

/** Everybody who attacks a route. */
export function callersOf(ground: Ground, { spec }: Route, { tellsOwn }: { tellsOwn: boolean }): readonly Caller[] {
  const { own } = ground.parties
  const userId = ground.idOf({ name: 'users' }, own)
  const needed = new Set(featuresOf(spec.access).map(({ id }) => id))
  const all = ground.app.platform.modules.flatMap(({ features }) => Object.values(features ?? {})).map(({ id }) => id)
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

/** The owners of the hidden rows, whose requests fill caches before the attacks. */
export function ownersOf(ground: Ground): readonly { readonly persona: Persona; readonly party: Party }[] {
  const { foreign, sibling } = ground.parties
  return [foreign, sibling].map((party) => ({
    party,
    persona: {
      features: ['*'],
      tenantId: party.tenantId,
      organizationId: party.organizationId,
      organizationIds: party.name === 'sibling' ? [party.organizationId] : null,
      userId: ground.idOf({ name: 'users' }, party),
    },
  }))
}
