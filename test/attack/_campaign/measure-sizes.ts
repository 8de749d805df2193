import type { openTogether } from '../../modules/together/_platform.ts'
import { measureCost } from './longest-piece.ts'
import { servedSamples } from './served-samples.ts'
import { enlarge, wholeBodies } from './sizes.ts'

/** The largest request of a kind, and what it cost. */
export interface Measured {
  readonly route: string
  readonly what: string
  readonly status: number
  /** Milliseconds of CPU time in which nothing else of the event loop had its turn. */
  readonly longest: number
  readonly total: number
}

/** What a request costs is measured again if it is more: code that runs for the first time is slow, and so is a collection of memory. */
const WORTH_ANOTHER = 30
const TURNS = 5
/** Costs that need no line in the report. */
const LITTLE = 10

/**
 * Sends the samples of routes with each list, text and object as large as it may be and larger, and bodies of a megabyte. Returns
 * the costliest of each place, the worst first.
 */
export async function measureSizes(
  app: Awaited<ReturnType<typeof openTogether>>,
  share: 'all' | readonly string[],
): Promise<{ readonly sent: number; readonly measured: readonly Measured[] }> {
  const found = new Map<string, Measured>()
  const tried = new Set<string>()
  let sent = 0
  for await (const { route, client, wire } of servedSamples(app, share)) {
    const sizes = [...(share === 'all' ? enlarge(wire) : []), ...wholeBodies(wire)]
    for (const { what, make } of sizes) {
      const name = `${route} ${what}`
      if (tried.has(name)) continue
      tried.add(name)
      const { method, path, headers, body } = make()
      const bytes = body === undefined ? undefined : Buffer.from(body)
      if ((bytes?.length ?? 0) > 1_000_000) continue
      let status = 0
      const once = () =>
        measureCost(async () => {
          const answer = await client.fetch(path, { method, headers, ...(bytes && { body: bytes }) })
          status = answer.status
          if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel()
          else await answer.arrayBuffer()
        })
      let { longest, total } = await once()
      for (let turn = 1; turn < TURNS && longest > WORTH_ANOTHER; turn++) {
        const again = await once()
        longest = Math.min(longest, again.longest)
        total = Math.min(total, again.total)
      }
      sent++
      const place = `${route} ${what.replace(/ \d+.*/, '')}`
      if (longest > (found.get(place)?.longest ?? LITTLE)) found.set(place, { route, what, status, longest, total })
    }
  }
  return { sent, measured: [...found.values()].toSorted((one, other) => other.longest - one.longest) }
}
