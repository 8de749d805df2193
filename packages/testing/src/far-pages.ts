import type { Route } from '@plinth/core'
import { z } from 'zod'
import type { Who } from './logins.ts'
import { routeName, type RouteRequest, toCurl, toWire } from './route-request.ts'
import type { TestPlatform } from './test-platform.ts'

/** Beyond the last page of any sample. */
const FAR = 100_000

/** Whether a route returns pages. */
export function isPaged({ method, spec }: Route): boolean {
  const { query, response } = spec
  const answers = response instanceof z.ZodObject ? (response.shape as object) : {}
  return method === 'GET' && query instanceof z.ZodObject && 'page' in query.shape && 'total' in answers
}

/** Checks a page past the end: it must have no items, and still report the total. Returns the problem. */
export async function tryFarPage(
  app: TestPlatform,
  route: Route,
  { as, request }: { as: Who | undefined; request: RouteRequest },
): Promise<string[]> {
  const client = as === undefined ? app.anonymous : app.as(as)
  const ask = async (page: number) => {
    const wire = toWire(route, { ...request, query: { ...request.query, page: String(page) } })
    return { wire, ...(await client.get(wire.path)) }
  }
  const first = await ask(1)
  const far = await ask(FAR)
  // Some lists can also be requested without paging.
  if (first.status !== 200 || first.body.total === undefined) return []
  if (far.status !== 200) return [`${routeName(route)} answers ${far.status} past its end\n${toCurl(far.wire)}`]
  const [{ total }, { total: farTotal, items }] = [first.body, far.body] as ListAnswer[] as [ListAnswer, ListAnswer]
  // Reading may add rows, because reads can be logged.
  if (farTotal >= total && items.length === 0) return []
  return [
    `${routeName(route)} answers ${items.length} items of ${farTotal} past the end of ${total}\n${toCurl(far.wire)} # as ${JSON.stringify(as)}`,
  ]
}

interface ListAnswer {
  readonly total: number
  readonly items: readonly unknown[]
}
