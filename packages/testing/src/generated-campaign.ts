import type { Route } from '@plinth/core'
import fc from 'fast-check'
import { requestsFor } from './generated-requests.ts'
import type { Who } from './logins.ts'
import type { WireRequest } from './route-request.ts'

const everybody: readonly (Who | undefined)[] = [
  undefined,
  {},
  { features: ['*'] },
  { features: ['*'], isSuperAdmin: true },
  { features: ['*'], kind: 'api_key', organizationIds: ['a1000000-0000-4000-8000-000000000000'] },
]

/** Sends a request and returns what is wrong with the response, or null. */
type Send = (request: WireRequest, as: Who | undefined) => Promise<string | null>

/** Sends generated requests until a response is wrong, then shrinks the request to a smaller one whose response still is. */
export async function tryGenerated(
  route: Route,
  send: Send,
  { runs, seed }: { runs: number; seed: number },
): Promise<string[]> {
  const failing = fc.asyncProperty(requestsFor(route), fc.constantFrom(...everybody), async (request, as) => {
    const failure = await send(request, as)
    if (failure !== null) throw new Error(failure)
  })
  const { failed, errorInstance } = await fc.check(failing, { seed, numRuns: runs, interruptAfterTimeLimit: 120_000 })
  if (!failed) return []
  return [`${(errorInstance as Error | null)?.message ?? 'took too long'} (seed ${seed})`]
}
