import type { Route } from '@plinth/core'
import fc from 'fast-check'
import type { ContractCheck } from './check-contract.ts'
import { requestsFor } from './generated-requests.ts'
import type { Who } from './logins.ts'

const everybody: readonly (Who | undefined)[] = [
  undefined,
  {},
  { features: ['*'] },
  { features: ['*'], isSuperAdmin: true },
  { features: ['*'], kind: 'api_key', organizationIds: ['a1000000-0000-4000-8000-000000000000'] },
]

/** Sends generated requests until one is answered wrongly, then shrinks it to a smaller one that still is. */
export async function tryGenerated(
  visit: ContractCheck,
  route: Route,
  { runs, seed }: { runs: number; seed: number },
): Promise<string[]> {
  const failing = fc.asyncProperty(requestsFor(route), fc.constantFrom(...everybody), async (request, as) => {
    const failure = await visit.send(route, request, { as })
    if (failure !== null) throw new Error(failure)
  })
  const { failed, errorInstance } = await fc.check(failing, { seed, numRuns: runs, interruptAfterTimeLimit: 120_000 })
  if (!failed) return []
  return [`${(errorInstance as Error | null)?.message ?? 'took too long'} (seed ${seed})`]
}
