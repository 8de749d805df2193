import type { Route } from '@plinth/core'
import fc from 'fast-check'
import type { WireRequest } from '../../../packages/testing/src/route-request.ts'
import { requestsFor } from '../../../packages/testing/src/generated-requests.ts'
import { crafted } from './crafted.ts'
import { withPrototypeNames } from './prototype-names.ts'

/**
 * How a request is sent: at once, its body in drops, broken off on the way, its answer taken in slowly, not waited for
 * by who would begin the next one, or read on where others would stop reading a stream.
 */
export type Manner = 'at once' | 'in drops' | 'cut' | 'slow reader' | 'impatient' | 'patient'

/** Whom it claims to come from; a stolen session is another tenant's token with a wrong signature. */
export type Identity = 'token' | 'cookie' | 'key' | 'nobody' | 'forged'

/** One request of the attack before identifiers are filled in. */
export interface HostileRequest {
  readonly kind: string
  readonly wire: WireRequest
  readonly manner: Manner
  readonly as: Identity
  /** Sent so many times at the same moment. */
  readonly copies: number
  /** Picks among the identifiers that are known when it is sent. */
  readonly aim: number
}

export type HostileRequests = (index: number) => HostileRequest

/** The requests of an attack, each determined by the seed and its number alone. The first ones use each weapon once. */
export function hostileRequests(routes: readonly Route[], seed: number): HostileRequests {
  const any = toRequests(anything(routes))
  const first = weapons.map(({ arbitrary }) => toRequests(arbitrary))
  return (index) => fc.sample(first[index] ?? any, { seed: seed + index, numRuns: 1 })[0]!
}

type Content = Pick<HostileRequest, 'kind' | 'wire'> & Partial<Pick<HostileRequest, 'manner'>>

const weapons = crafted.map(({ kind, weight, wire, manner }) => ({
  arbitrary: wire.map((sent): Content => ({ kind, wire: sent, ...(manner && { manner }) })),
  weight,
}))

function anything(routes: readonly Route[]): fc.Arbitrary<Content> {
  const generated = routes.map((route) =>
    requestsFor(route).map((wire) => ({ kind: `${route.method} ${route.path}`, wire: toApi(wire) })),
  )
  const one = fc.oneof(...generated)
  const named = fc.tuple(one, fc.nat()).map(([{ wire }, turn]): Content => {
    const variants = withPrototypeNames(wire)
    return { kind: 'names of prototypes', wire: variants[turn % variants.length]?.() ?? wire }
  })
  return fc.oneof({ arbitrary: one, weight: 60 }, { arbitrary: named, weight: 6 }, ...weapons)
}

function toRequests(what: fc.Arbitrary<Content>): fc.Arbitrary<HostileRequest> {
  return fc
    .record({ what, manner: manners, as: identities, copies, aim: fc.nat(), key: keys })
    .map(({ what: { wire, ...what }, key, ...how }) => ({
      ...how,
      ...what,
      wire: key === undefined ? wire : { ...wire, headers: { ...wire.headers, 'idempotency-key': key } },
    }))
}

const toApi = (wire: WireRequest): WireRequest => ({ ...wire, path: `/api${wire.path}` })

const manners: fc.Arbitrary<Manner> = fc.oneof(
  { arbitrary: fc.constant('at once' as const), weight: 90 },
  { arbitrary: fc.constant('in drops' as const), weight: 3 },
  { arbitrary: fc.constant('cut' as const), weight: 4 },
  { arbitrary: fc.constant('slow reader' as const), weight: 3 },
)
const identities: fc.Arbitrary<Identity> = fc.oneof(
  { arbitrary: fc.constant('token' as const), weight: 16 },
  { arbitrary: fc.constant('key' as const), weight: 2 },
  fc.constantFrom('cookie' as const, 'nobody' as const, 'forged' as const),
)
const copies = fc.oneof({ arbitrary: fc.constant(1), weight: 19 }, fc.integer({ min: 2, max: 6 }))
/** Few, so that they meet again with another body. */
const keys = fc.oneof({ arbitrary: fc.constant(undefined), weight: 8 }, fc.integer({ min: 0, max: 500 }).map(String))
