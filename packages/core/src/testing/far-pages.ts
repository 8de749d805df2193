import { z } from 'zod'
import type { Route } from '../define/route.ts'
import type { Who } from './logins.ts'
import { routeName, type RouteRequest, toCurl, toWire } from './route-request.ts'
import type { TestPlatform } from './test-platform.ts'

/** Beyond the last page of any sample. */
const FAR = 100_000

/** Whether a route answers pages. */
export function isPaged({ method, spec }: Route): boolean {
  const { query, response } = spec
  const answers = response instanceof z.ZodObject ? (response.shape as object) : {}
  return method === 'GET' && query instanceof z.ZodObject && 'page' in query.shape && 'total' in answers
}

/** What is wrong with a page past the end: it has no items, and tells how many there are all the same. */
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
  // Some lists have a form that is answered whole.
  if (first.status !== 200 || first.body.total === undefined) return []
  if (far.status !== 200) return [`${routeName(route)} answers ${far.status} past its end\n${toCurl(far.wire)}`]
  const [{ total }, { total: farTotal, items }] = [first.body, far.body] as ListAnswer[] as [ListAnswer, ListAnswer]
  // Reading may add rows: what was read is noted.
  if (farTotal >= total && items.length === 0) return []
  return [
    `${routeName(route)} answers ${items.length} items of ${farTotal} past the end of ${total}\n${toCurl(far.wire)} # as ${JSON.stringify(as)}`,
  ]
}

interface ListAnswer {
  readonly total: number
  readonly items: readonly unknown[]
}
