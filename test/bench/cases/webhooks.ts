import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { type Child, startChild } from '../child.ts'
import { type BenchDatabase, logIn, tenantId } from '../database.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

/** Deliveries of one round, and products whose arrival is timed. */
const [ROUND, TIMED] = [1_000, 200]

/** Messages that are sent to one endpoint at the same time. */
const AT_ONCE = 8

/**
 * Deliveries to an endpoint that answers at once, which read each record with its owner's rights, sign, and note the outcome, against
 * undici posting the same bodies; and how long after the answer to a command its event arrives.
 */
export async function webhooks({ url: database, query }: BenchDatabase): Promise<Result[]> {
  await using receiver = await startChild('receiver', {})
  await using host = await startChild('webhooks', { DATABASE_URL: database, RECEIVER: new URL(receiver.url).host })
  const headers = { authorization: `Bearer ${await logIn(host.url)}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${host.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { readonly id: string }
  }
  const products = { url: `${host.url}/catalog/products`, method: 'POST', headers } as const
  await applyLoad({ ...products, body: JSON.stringify({ title: 'Chair' }), duration: 3 })
  const endpoint = await post('/webhooks/endpoints', {
    url: `${receiver.url}/hook`,
    events: ['catalog.product.created'],
  })

  /** Deliveries per second of a backlog, from the command that queues the job. */
  async function deliver(): Promise<number> {
    const { count: before } = await countOf(receiver)
    await query(
      `insert into webhook_deliveries (id, tenant_id, endpoint_id, event, record_id, payload, status, next_attempt_at, created_at,
        updated_at)
      select gen_random_uuid(), tenant_id, $2, 'catalog.product.created', id, jsonb_build_object('id', id), 'pending', now(), now(),
        now()
      from catalog_products, generate_series(1, ${ROUND}) where tenant_id = $1 limit ${ROUND - 1}`,
      [tenantId, endpoint.id],
    )
    const start = performance.now()
    await post('/catalog/products', { title: 'Last' })
    await arrivals(receiver, before + ROUND)
    return ROUND / ((performance.now() - start) / 1_000)
  }

  await deliver()
  const { sample } = await countOf(receiver)
  await using pool = Object.assign(new Pool(receiver.url, { connections: AT_ONCE }), {
    [Symbol.asyncDispose]: () => pool.close(),
  })

  /** Messages per second that undici posts, as many at the same time. */
  async function postBare(): Promise<number> {
    const start = performance.now()
    let left = ROUND
    const sender = async () => {
      while (left-- > 0) {
        const { body } = await pool.request({
          path: '/hook',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: sample,
        })
        await body.dump()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sender))
    return ROUND / ((performance.now() - start) / 1_000)
  }

  const measured = await compare(3, postBare, deliver)
  const answered = new Map<string, number>()
  const { count } = await countOf(receiver)
  for (let at = 0; at < TIMED; at++) {
    const { id } = await post('/catalog/products', { title: 'Timed' })
    answered.set(id, performance.timeOrigin + performance.now())
    await sleep(20)
  }
  await arrivals(receiver, count + TIMED)
  const arrived = new Map((await ask(receiver, '/arrived')) as readonly (readonly [string, number])[])
  const delays = [...answered].map(([id, at]) => Math.max(0, arrived.get(id)! - at)).toSorted((a, b) => a - b)
  return [
    {
      name: 'webhooks to a fast endpoint',
      unit: 'deliveries/s',
      ...measured,
      target: 0.5,
      knownMiss: "records are read with their owner's rights, and PostgreSQL notes each outcome",
    },
    {
      name: '  from the answer to a command to the arrival, p50',
      unit: 'ms',
      subject: delays[TIMED / 2]!,
      target: 100,
      atMost: true,
    },
  ]
}

const ask = async ({ url }: Child, path: string): Promise<unknown> => (await fetch(url + path)).json()

const countOf = async (receiver: Child) =>
  (await ask(receiver, '/count')) as { readonly count: number; readonly sample: string }

async function arrivals(receiver: Child, count: number): Promise<void> {
  while ((await countOf(receiver)).count < count) await sleep(5)
}
