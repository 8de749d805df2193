import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The connections of a database pool, as `pg` counts them. */
export interface PoolStats {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

export interface MetricsOptions {
  /** Asked at every scrape. */
  readonly pool?: () => PoolStats
}

export interface Metrics {
  /** `route` is the pattern (`/auth/users/{id}`), never the path: every new value costs memory for ever. */
  record(request: { method: string; route: string | undefined; status: number; milliseconds: number }): void
  /** The exposition text for `GET /metrics`. */
  render(): Promise<string>
  readonly contentType: string
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts requests and watches the process (event-loop delay, memory) and the pool, in a registry of its own. */
export function createMetrics({ pool }: MetricsOptions = {}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  })
  if (pool) {
    const connections = new Gauge({
      name: 'db_pool_connections',
      help: 'Database connections of this process by state',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { totalCount, idleCount, waitingCount } = pool()
        this.set({ state: 'active' }, totalCount - idleCount)
        this.set({ state: 'idle' }, idleCount)
        this.set({ state: 'waiting' }, waitingCount)
      },
    })
    registry.registerMetric(connections)
  }
  return {
    record(request) {
      const method = METHODS.has(request.method) ? request.method : 'other'
      const route = request.route ?? 'unmatched'
      requests.inc({ method, route, status: request.status })
      durations.observe({ method, route }, request.milliseconds / 1000)
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
