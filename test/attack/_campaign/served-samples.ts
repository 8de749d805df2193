import type { Client } from '@plinth/testing'
import { findRoute, toWire, type WireRequest } from '../../../packages/testing/src/route-request.ts'
import type { openTogether } from '../../modules/together/_platform.ts'

/** A request that its module has as a sample, and that succeeds. */
export interface ServedSample {
  /** `POST /tags` */
  readonly route: string
  readonly client: Client
  readonly wire: WireRequest
}

/** The samples of all modules that succeed; with a number, one of each so-manieth route. */
export async function* servedSamples(
  app: Awaited<ReturnType<typeof openTogether>>,
  share: 'all' | number | readonly string[],
): AsyncGenerator<ServedSample> {
  const { samples, except = {} } = app.fixtures.contract
  const served = samples.filter(({ route, expect }) => expect < 400 && except[route] === undefined)
  const firsts = [...new Map(served.toReversed().map((sample) => [sample.route, sample])).values()]
  const chosen =
    share === 'all'
      ? served
      : firsts.filter(({ route }, index) => (typeof share === 'number' ? index % share === 0 : share.includes(route)))
  for (const { route, as, request = {} } of chosen) {
    const made = typeof request === 'function' ? await request(app) : request
    const who = typeof as === 'function' ? await as(app) : as
    yield {
      route,
      client: who === undefined ? app.anonymous : app.as(who),
      wire: toWire(findRoute(app.routes, route), made),
    }
  }
}
