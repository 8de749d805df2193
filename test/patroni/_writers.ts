import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../host/_run-host.ts'
import { query } from './_cluster.ts'

const LANES = 4
/** Milliseconds between two writes of one lane, and before a write is sent again. */
const PAUSE = 50
/** Milliseconds after which a write is given up. */
const PATIENCE = 120_000

interface Written {
  readonly sku: string
  readonly id: string
  /** When it was confirmed, of `Date`. */
  readonly at: number
}

/** What clients saw that wrote and read what they had written, on all hosts. */
export interface Writers {
  readonly confirmed: readonly Written[]
  /** Answers to writes by status; `none` without an answer. */
  readonly answers: Readonly<Record<string, number>>
  readonly reads: number
  /** Confirmed writes that a later read did not see, and everything else that must not be. */
  readonly faults: readonly string[]
  /** Waits for so many more writes. */
  reach(writes: number): Promise<void>
  /** Seconds of the longest pause without a confirmed write since then, of `Date`. */
  longestPause(since: number): number
  stop(): Promise<void>
}

/** Writes on all hosts; a write that is not confirmed is sent again with the same key. */
export function startWriters(hosts: readonly Host[], token: string): Writers {
  const confirmed: Written[] = []
  const answers: Record<string, number> = {}
  const faults: string[] = []
  const progress = { isOver: false, reads: 0 }
  const write = async (host: Host, sku: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `campaign ${sku}`,
    }
    const body = JSON.stringify({ title: sku, sku })
    for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await sleep(PAUSE)) {
      const { status, text } = await host.call('/api/catalog/products', { method: 'POST', headers, body }).then(
        async (answer) => ({ status: String(answer.status), text: await answer.text() }),
        (error: Error) => ({ status: 'none', text: String(error.cause ?? error) }),
      )
      answers[status] = (answers[status] ?? 0) + 1
      if (status === '201') return confirmed.push({ sku, id: (JSON.parse(text) as { id: string }).id, at: Date.now() })
      if (status !== '503') faults.push(`${sku}: ${status} ${text.slice(0, 300)}`)
    }
    return faults.push(`${sku} was not confirmed`)
  }
  const read = async (host: Host, id: string) => {
    const answer = await host.call(`/api/catalog/products?id=${id}`, { token }).catch(() => undefined)
    if (answer?.status === 503) return void (await answer.body?.cancel())
    if (answer?.status !== 200) return void faults.push(`a read: ${answer?.status} ${await answer?.text()}`)
    const { items } = (await answer.json()) as { items: readonly unknown[] }
    progress.reads++
    if (items.length !== 1) faults.push(`${id} was confirmed and then not found`)
  }
  const lane = async (number: number) => {
    for (let round = number; !progress.isOver; round++) {
      const [one, other] = [hosts[round % hosts.length]!, hosts[(round + 1) % hosts.length]!]
      await write(one, `patroni-${randomUUID()}`)
      const last = confirmed.at(-1)
      if (last) await read(other, last.id)
      await sleep(PAUSE)
    }
  }
  const running = Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)))
  return {
    confirmed,
    answers,
    faults,
    get reads() {
      return progress.reads
    },
    async reach(writes) {
      for (const wanted = confirmed.length + writes; confirmed.length < wanted; await sleep(20)) {
        if (faults.length > 100) throw new Error(faults.slice(0, 10).join('\n'))
      }
    },
    longestPause(since) {
      const times = [since, ...confirmed.map(({ at }) => at).filter((at) => at > since), Date.now()]
      return Math.max(...times.slice(1).map((at, index) => at - times[index]!)) / 1_000
    },
    async stop() {
      progress.isOver = true
      await running
    },
  }
}

/** Confirmed writes that are not there, and those that are there under another id or twice. */
export async function compare(writes: readonly Written[]): Promise<{ readonly lost: number; readonly double: number }> {
  const rows = await query<{ id: string; sku: string }>(
    `select id, sku from catalog_products where sku like 'patroni-%'`,
  )
  const found = new Map(rows.map(({ id, sku }) => [sku, id]))
  const wrong = writes.filter(({ sku, id }) => found.has(sku) && found.get(sku) !== id).length
  return {
    lost: writes.filter(({ sku }) => !found.has(sku)).length,
    double: wrong + rows.length - found.size,
  }
}
