import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from '@prometheus-io/client'
import type { Usage } from './tenant-usage.ts'

/** Statistics of a database pool and of batched logs. */
export interface PoolStats {
  readonly total: number
  readonly idle: number
  /** Number of tasks waiting for a connection. */
  readonly waiting: number
  readonly recordsWaiting: number
  readonly recordsLost: number
}

/** Statistics of read statements by the server that answered. */
export interface ReadStats {
  readonly server: string
  readonly count: number
  /** False while a replica is excluded. */
  readonly isUsed: boolean
}

export interface Metrics {
  /** `route` is the pattern (`/auth/users/{id}`), never the path, because every label value takes memory permanently. */
  record(request: { method: string; route: string | undefined; status: number; milliseconds: number }): void
  /**
   * Counts the tokens a model has used, labelled by provider. The model's name is chosen by tenants and therefore not a label.
   */
  recordTokens(usage: { readonly model: string; readonly inputTokens: number; readonly outputTokens: number }): void
  /** The response text of `GET /metrics`. */
  render(): Promise<string>
  /** The metrics as data, for another process. */
  measure(): Promise<MetricObjectWithValues<MetricValue<string>>[]>
  /** Exposes statistics of a pool, read on every scrape. */
  watchPool(stats: () => PoolStats): void
  /** Exposes which database answers reads, read on every scrape. */
  watchReads(stats: () => readonly ReadStats[]): void
  /** Exposes what tenants use, read on every scrape. */
  watchTenants(usage: Iterable<readonly [tenant: string, usage: Readonly<Usage>]>): void
  readonly contentType: string
}

const TENANT: readonly (readonly [name: string, count: keyof Usage, help: string])[] = [
  ['tenant_requests_total', 'requests', 'Answered requests of a tenant'],
  ['tenant_requests_refused_total', 'refused', 'Requests of a tenant that exceeded a limit (429)'],
  ['tenant_request_seconds_total', 'seconds', 'Time of requests of a tenant, from arrival to response'],
  ['tenant_database_seconds_total', 'databaseSeconds', 'Time that the database took for statements of a tenant'],
  ['tenant_process_seconds_total', 'processSeconds', 'Time for which the event loop worked for a tenant'],
]

const POOL: readonly (readonly [name: string, count: keyof PoolStats, help: string])[] = [
  ['db_pool_connections', 'total', 'Open database connections of this process'],
  ['db_pool_connections_idle', 'idle', 'Open database connections that nobody uses'],
  ['db_pool_waiting', 'waiting', 'Pieces of work that wait for a database connection'],
  ['log_records_waiting', 'recordsWaiting', 'Records of batched logs that wait to be written'],
  ['log_records_lost', 'recordsLost', 'Records of batched logs that could not be written'],
]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts requests and monitors the process (event-loop delay, memory) and the pool, in a separate registry. */
export function createMetrics(): Metrics {
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
  const turns = new Counter({
    name: 'ai_answers_total',
    help: 'Answers of models',
    labelNames: ['provider'],
    registers,
  })
  const tokens = new Counter({
    name: 'ai_tokens_total',
    help: 'Input and output tokens of models',
    labelNames: ['provider', 'direction'],
    registers,
  })
  return {
    recordTokens({ model, inputTokens, outputTokens }) {
      const provider = model.split('/', 1)[0]!
      turns.inc({ provider })
      tokens.inc({ provider, direction: 'in' }, inputTokens)
      tokens.inc({ provider, direction: 'out' }, outputTokens)
    },
    record(request) {
      const method = METHODS.has(request.method) ? request.method : 'other'
      const route = request.route ?? 'unmatched'
      requests.inc({ method, route, status: request.status })
      durations.observe({ method, route }, request.milliseconds / 1000)
    },
    render: () => registry.metrics(),
    measure: () => registry.getMetricsAsJSON(),
    watchPool(stats) {
      for (const [name, count, help] of POOL) {
        const gauge = new Gauge({
          name,
          help,
          registers: [],
          collect() {
            this.set(stats()[count])
          },
        })
        registry.registerMetric(gauge)
      }
    },
    watchReads(stats) {
      const reads = new Counter({
        name: 'db_reads_total',
        help: 'Statements of read requests, by the server that executed them',
        labelNames: ['server'],
        registers: [],
        collect() {
          this.reset()
          for (const { server, count } of stats()) this.inc({ server }, count)
        },
      })
      const used = new Gauge({
        name: 'db_read_server_used',
        help: 'Processes that read on the server; 0 while it is left out',
        labelNames: ['server'],
        registers: [],
        collect() {
          for (const { server, isUsed } of stats()) this.set({ server }, isUsed ? 1 : 0)
        },
      })
      for (const metric of [reads, used]) registry.registerMetric<'server'>(metric)
    },
    watchTenants(usage) {
      for (const [name, count, help] of TENANT) {
        const counter = new Counter({
          name,
          help,
          labelNames: ['tenant'],
          registers: [],
          collect() {
            this.reset()
            for (const [tenant, used] of usage) this.inc({ tenant }, used[count])
          },
        })
        registry.registerMetric<'tenant'>(counter)
      }
    },
    contentType: registry.contentType,
  }
}
