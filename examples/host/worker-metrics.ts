import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, Gauge, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import type { Metrics } from './metrics.ts'

type Measured = readonly MetricObjectWithValues<MetricValue<string>>[]

/** What workers say about metrics, and hear. */
type Message =
  | { readonly says: 'measured'; readonly metrics: Measured }
  | { readonly says: 'wants metrics' }
  | { readonly says: 'measure' }
  | { readonly says: 'metrics'; readonly text: string }

/** Milliseconds for which a worker that is busy is waited for. Later its last numbers count. */
const PATIENCE = 2_000

/** What only rises: it counts on when its worker has ended. */
const RISING = new Set<unknown>(['counter', 'histogram'])

/** In the primary process: adds up what all workers have counted, those that ended included. */
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

/** In a worker: tells what it has counted when it is asked, and shows the sum of all. */
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

/** In a worker: tells what it has counted, at its end also without being asked. */
export async function tellMetrics(metrics: Metrics): Promise<void> {
  await send({ says: 'measured', metrics: await metrics.measure() })
}

/** The primary process may have gone. */
const send = (message: Message) => new Promise<void>((done) => process.send?.(message, undefined, {}, () => done()))
