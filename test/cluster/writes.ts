import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../host/_run-host.ts'
import type { Reporter } from './reporter.ts'
import { PASSWORD, type Stage } from './stage.ts'

export interface WriteOptions {
  readonly count: number
  readonly restarts: number
  readonly failovers: number
}

/** What has happened to the server, and how long nobody could write. */
interface Outage {
  readonly what: string
  readonly milliseconds: number
}

const WRITERS = 8
/** Milliseconds before a write that was refused is sent again. */
const PAUSE = 50
/** Milliseconds after which a write is given up. */
const PATIENCE = 60_000

/**
 * Writes on both hosts while the server is restarted, in order and by its death, and while its standby takes its place. A
 * write without an answer is sent again with the same key. Then everything that was acknowledged has to be there once.
 */
export async function writeThroughOutages(
  stage: Stage,
  { tell, fault }: Reporter,
  { count, restarts, failovers }: WriteOptions,
): Promise<object> {
  const token = await stage.hosts[0]!.logIn('admin@acme.com', PASSWORD)
  const acknowledged = new Map<string, string>()
  const answers: Record<string, number> = {}
  const counted = (status: string, text: string) => {
    if (!answers[status]) tell(`the first answer ${status}: ${text.slice(0, 200)}`)
    answers[status] = (answers[status] ?? 0) + 1
  }
  let next = 0
  const writer = async () => {
    while (next < count) {
      const number = next++
      const host = stage.hosts[number % stage.hosts.length]!
      const id = await write({ host, token, sku: `write-${number}`, count: counted })
      if (id === undefined) fault(`write ${number} was not acknowledged in ${PATIENCE} ms`)
      else acknowledged.set(`write-${number}`, id)
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, writer))
  const outages: Outage[] = []
  const events = toEvents(restarts, failovers)
  for (const [index, what] of events.entries()) {
    const due = (count * (index + 1)) / (events.length + 1)
    // Writes that are given up are not waited for.
    const isDue = () => acknowledged.size >= due || next >= count
    while (!isDue()) await sleep(10)
    const outage = await outlast(stage, what, () => acknowledged.size)
    outages.push(outage)
    tell(`${outage.what}: writes again after ${outage.milliseconds.toFixed(0)} ms; ${acknowledged.size} of ${count}`)
  }
  await writing
  for (const [status, times] of Object.entries(answers))
    if (status !== '201' && status !== '503') fault(`${times} answers ${status}`)
  const { lost, double } = await compare(stage, acknowledged)
  for (const sku of lost) fault(`${sku} was acknowledged and is lost`)
  for (const sku of double) fault(`${sku} took effect under another id than was answered`)
  return { acknowledged: acknowledged.size, lost: lost.length, double: double.length, answers, outages }
}

const toEvents = (restarts: number, failovers: number): readonly string[] => {
  const events: string[] = Array.from({ length: restarts }, (_, at) => (at % 2 === 0 ? 'restart' : 'crash'))
  // Failovers are between the others.
  for (let count = failovers; count > 0; count--)
    events.splice(Math.round((restarts * count) / (failovers + 1)), 0, 'failover')
  return events
}

/** The longest time without an acknowledged write, from before the event until all servers are back and one is written. */
async function outlast(stage: Stage, what: string, acknowledged: () => number): Promise<Outage> {
  let isOver = false
  const watch = async () => {
    let longest = 0
    let [seen, at] = [acknowledged(), performance.now()]
    for (;;) {
      const wasOver = isOver
      await sleep(2)
      const [now, isNews] = [performance.now(), acknowledged() > seen]
      if (isNews || now - at > PATIENCE) longest = Math.max(longest, now - at)
      if (longest > PATIENCE || (isNews && wasOver)) return longest
      if (isNews) [seen, at] = [acknowledged(), now]
    }
  }
  const watching = watch()
  if (what === 'failover') await stage.failOver()
  else await stage.restartServer(what === 'crash' ? 'crash' : 'in order')
  isOver = true
  return { what, milliseconds: await watching }
}

/** Answers the id; undefined when it was refused for too long. */
async function write(wanted: {
  readonly host: Host
  readonly token: string
  readonly sku: string
  /** Hears of each answer. */
  readonly count: (status: string, text: string) => void
}): Promise<string | undefined> {
  const { host, token, sku, count } = wanted
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': `campaign ${sku}`,
  }
  const body = JSON.stringify({ title: sku, sku })
  for (const deadline = performance.now() + PATIENCE; performance.now() < deadline; await sleep(PAUSE)) {
    const { status, text } = await host.call('/api/catalog/products', { method: 'POST', headers, body }).then(
      async (answer) => ({ status: String(answer.status), text: await answer.text() }),
      (error: Error) => ({ status: 'none', text: String(error.cause ?? error) }),
    )
    count(status, text)
    if (status === '201') return (JSON.parse(text) as { id: string }).id
  }
  return undefined
}

/** What is not there, and what is there under another id. */
async function compare(stage: Stage, acknowledged: ReadonlyMap<string, string>) {
  const rows = await stage.query<{ id: string; sku: string }>(
    "select id, sku from catalog_products where sku like 'write-%'",
  )
  const found = new Map(rows.map(({ id, sku }) => [sku, id]))
  const skus = Array.from(acknowledged.keys())
  return {
    lost: skus.filter((sku) => !found.has(sku)),
    double: skus.filter((sku) => found.has(sku) && found.get(sku) !== acknowledged.get(sku)),
  }
}
