import autocannon from 'autocannon'

/** One request, repeated by several connections for a while. */
export interface Load {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly connections?: number
  /** Seconds. */
  readonly duration?: number
  /** Gives each request a body of its own. */
  readonly bodies?: () => string
}

/** Requests answered per second with 2xx, and the median latency in milliseconds; anything else is an error. */
export async function applyLoad({ bodies, connections = 20, duration = 4, ...request }: Load) {
  const result = await autocannon({
    ...request,
    connections,
    duration,
    ...(bodies && { setupClient: (client) => client.on('response', () => client.setBody(bodies())).setBody(bodies()) }),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${request.url}: ${result.non2xx} refused, ${result.errors} failed`)
  }
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Alternates floor and subject, so that a machine that slows down slows both; the median of the ratios counts. */
export async function compare(rounds: number, floor: () => Promise<number>, subject: () => Promise<number>) {
  await floor()
  await subject()
  const pairs: { floor: number; subject: number }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ floor: await floor(), subject: await subject() })
  const ratios = pairs.map((pair) => pair.subject / pair.floor).toSorted((a, b) => a - b)
  const middle = ratios[Math.floor(ratios.length / 2)] ?? 0
  return {
    ratio: middle,
    floor: median(pairs.map((pair) => pair.floor)),
    subject: median(pairs.map((pair) => pair.subject)),
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
