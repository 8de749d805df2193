import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { Caches } from '../../packages/core/src/cache/caches.ts'
import { CROWDED } from '../../packages/core/src/data/connection/database-errors.ts'
import { FairPool } from '../../packages/core/src/data/connection/pool.ts'
import { findRoute, routeName, routesOf, toWire } from '../../packages/testing/src/route-request.ts'
import { openTogether } from '../modules/together/_platform.ts'

/** A generator of numbers below one that the same seed begins alike. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** `npm run campaign:attack` sends the samples of all paths; otherwise, those of one path in so many are sent. */
const STEP = process.env['LOST_CONNECTIONS'] === 'all' ? 1 : 4

/** A sample may rely on what another one of its path has made. */
const pathOf = ({ route }: { readonly route: string }) => route.replace(/^\S+ /, '').replace(/\/\{[^}]*\}$/, '')

test(
  'work that gets no connection fails by itself: nothing is left that would end the host',
  { timeout: 300_000 },
  async () => {
    const random = numbersFrom(4_711)
    let isScarce = false
    const { connectFor } = FairPool.prototype
    using _scarce = vi.spyOn(FairPool.prototype, 'connectFor').mockImplementation(async function (
      this: FairPool,
      tenantId,
    ) {
      if (!isScarce || random() < 0.5) return connectFor.call(this, tenantId)
      await sleep(random() * 5)
      throw Object.assign(new Error('No connection became free in time'), { code: CROWDED })
    })
    // A host that looks too late at what others have invalidated reads everything again, also inside commands.
    const { peek } = Caches.prototype
    using _distrust = vi.spyOn(Caches.prototype, 'peek').mockImplementation(function (this: Caches, cache, key) {
      return isScarce ? undefined : peek.call(this, cache, key)
    })
    const unhandled: string[] = []
    let now = ''
    const note = (reason: unknown) =>
      void unhandled.push(`${now}: ${reason instanceof Error ? reason.stack : String(reason)}`)
    process.on('unhandledRejection', note)
    await using app = await openTogether()
    const statuses: Record<number, number> = {}
    const { samples } = app.fixtures.contract
    const paths = new Set([...new Set(samples.map(pathOf))].filter((_, index) => index % STEP === 0))
    for (const sample of samples) {
      if (!paths.has(pathOf(sample))) continue
      const who = typeof sample.as === 'function' ? await sample.as(app) : sample.as
      const made = typeof sample.request === 'function' ? await sample.request(app) : (sample.request ?? {})
      const route = findRoute(routesOf(app.platform), sample.route)
      const { path, ...wire } = toWire(route, made)
      const client = who === undefined ? app.anonymous : app.as(who)
      now = `${routeName(route)} ${sample.expect}`
      isScarce = true
      const answers = Array.from({ length: 4 }, async () => {
        const { status, body } = await client.fetch(path, wire)
        await body?.cancel()
        statuses[status] = (statuses[status] ?? 0) + 1
      })
      await Promise.all(answers)
      await sleep(8)
      isScarce = false
    }
    now = 'jobs'
    isScarce = true
    await app.platform.runJobs()
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
    expect(statuses[503]).toBeGreaterThan(100 / STEP)
    expect(statuses[500]).toBeUndefined()
  },
)
