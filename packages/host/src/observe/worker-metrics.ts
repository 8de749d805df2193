import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, Gauge, type MetricObjectWithValues, type MetricValue } from '@prometheus-io/client'
import type { Metrics } from './metrics.ts'

type Measured = readonly MetricObjectWithValues<MetricValue<string>>[]

/** Messages between workers and the primary process about metrics. */
type Message =
  | { readonly says: 'measured'; readonly metrics: Measured }
  | { readonly says: 'wants metrics' }
  | { readonly says: 'measure' }
  | { readonly says: 'metrics'; readonly text: string }

/** Milliseconds to wait for a busy worker, after which its last reported numbers are used. */
const PATIENCE = 2_000

/** Metrics that only increase, which are kept when their worker has exited. */
const RISING = new Set<unknown>(['counter', 'histogram'])

/** In the primary process: sums up the metrics of all workers, including those that have exited. */
export function gatherMetrics(): void {
  const latest = new Map<number, Measured>()
  let ended: Measured = []
  let gathering: Promise<string> | undefined
  const heard = new Set<(workerId: number) => void>()
  const gather = async () => {
    const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true) as Worker[]
    const open = new Set(asked.map(({ id }) => id))
    await new Promise<void>((done) => {
      const late = setTimeout(done, PATIENCE)
      const hear = (id: number) => {
        open.delete(id)
        if (open.size > 0) return
        clearTimeout(late)
        heard.delete(hear)
        done()
      }
      heard.add(hear)
      for (const worker of asked) worker.send({ says: 'measure' } satisfies Message, () => {})
    })
    const all = AggregatorRegistry.aggregate([ended, ...latest.values()] as object[])
    const workers = new Gauge({ name: 'host_workers', help: 'Processes that answer requests', registers: [] })
    workers.set(asked.length)
    all.registerMetric(workers)
    return all.metrics()
  }
  cluster.on('message', async (worker: Worker, message: Message) => {
    if (message.says === 'measured') {
      latest.set(worker.id, message.metrics)
      for (const hear of heard) hear(worker.id)
    } else if (message.says === 'wants metrics') {
      const text = await (gathering ??= gather().finally(() => (gathering = undefined)))
      if (worker.isConnected()) worker.send({ says: 'metrics', text } satisfies Message, () => {})
    }
  })
  cluster.on('exit', async ({ id }) => {
    const rising = (latest.get(id) ?? []).filter(({ type }) => RISING.has(type))
    latest.delete(id)
    ended = await AggregatorRegistry.aggregate([ended, rising] as object[]).getMetricsAsJSON()
    for (const hear of heard) hear(id)
  })
}

/** In a worker: reports its metrics on request, and renders the sum of all workers. */
export function shareMetrics(metrics: Metrics): Metrics {
  const waiting: ((text: string) => void)[] = []
  process.on('message', (message: Message) => {
    if (message.says === 'measure') void tellMetrics(metrics)
    if (message.says === 'metrics') for (const answer of waiting.splice(0)) answer(message.text)
  })
  return {
    ...metrics,
    render: () =>
      new Promise((answer) => {
        waiting.push(answer)
        void send({ says: 'wants metrics' })
      }),
  }
}

/** In a worker: reports its metrics, also unprompted when it exits. */
export async function tellMetrics(metrics: Metrics): Promise<void> {
  await send({ says: 'measured', metrics: await metrics.measure() })
}

/** The primary process may have exited. */
const send = (message: Message) => new Promise<void>((done) => process.send?.(message, undefined, {}, () => done()))
