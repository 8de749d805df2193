import { tenantA, testSecret } from '@plinth/testing'
import { accountCallers } from '@plinth/auth'
import { createPlatform } from '@plinth/core'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createProduct, modulesOf, OWNER, subscribe, webhookApp } from './_app.ts'
import { startReceiver, status } from './_receiver.ts'

const idsOf = (received: readonly { readonly headers: Readonly<Record<string, unknown>> }[]) =>
  received.map(({ headers }) => headers['webhook-id'])
const recordsOf = (received: readonly { readonly body: string }[]) =>
  received.map(({ body }) => JSON.parse(body).data.id as string)

test('the log says what receivers answered, and events are sent again with the same ids', async () => {
  await using receiver = await startReceiver((response) => response.writeHead(400).end(`no! ${'x'.repeat(2_000)}`))
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  const { id: endpointId } = await subscribe(client, { url: receiver.url })
  const product = await createProduct(client)
  await app.jobs()
  const [delivery] = (await client.get(`/webhooks/deliveries?endpointId=${endpointId}`)).body.items
  expect(delivery).toMatchObject({
    event: 'catalog.product.created',
    status: 'pending',
    attempts: 1,
    answerStatus: 400,
    recordId: product,
    error: null,
  })
  expect(delivery.answer).toMatch(/^no! x+$/)
  expect(delivery.answer).toHaveLength(1_000)
  receiver.respond = status(200)
  expect((await client.post(`/webhooks/deliveries/${delivery.id}/resend`)).status).toBe(202)
  await app.jobs()
  const period = { from: new Date(app.clock.now.getTime() - 60_000).toISOString() }
  app.clock.advance(1_000)
  const replayed = await client.post(`/webhooks/endpoints/${endpointId}/replay`, period)
  expect([replayed.status, replayed.body]).toEqual([202, { id: endpointId, count: 1 }])
  await app.jobs()
  expect(new Set(idsOf(receiver.received))).toEqual(new Set([`msg_${delivery.id}`]))
  expect(receiver.received).toHaveLength(3)
  const tested = await client.post(`/webhooks/endpoints/${endpointId}/test`)
  expect(tested.status).toBe(202)
  await app.jobs()
  expect(JSON.parse(receiver.received[3]!.body)).toMatchObject({
    type: 'webhooks.endpoint.test',
    data: { id: endpointId },
  })
  const [shown] = (await client.get(`/webhooks/deliveries?id=${tested.body.deliveryId}`)).body.items
  expect(shown).toMatchObject({ status: 'delivered', answerStatus: 200 })
  // Another organization sees none of it, and sends nothing.
  const other = app.person(OWNER, { organizationIds: [tenantA.otherOrganization] }).client
  expect((await other.get('/webhooks/deliveries')).body.items).toEqual([])
  const foreign = [
    await other.post(`/webhooks/deliveries/${delivery.id}/resend`),
    await other.post(`/webhooks/endpoints/${endpointId}/replay`, period),
    await other.post(`/webhooks/endpoints/${endpointId}/test`),
    await other.get(`/webhooks/events?endpointId=${endpointId}`),
  ]
  expect(foreign.map((answer) => answer.status)).toEqual([404, 404, 404, 404])
})

test('receivers that cannot be reached pull the events that they may read, and none twice', async () => {
  await using app = await webhookApp([])
  const { client } = app.person(OWNER)
  const { id: endpointId } = await subscribe(client, {})
  const products = [await createProduct(client), await createProduct(client), await createProduct(client)]
  await client.del(`/catalog/products?id=${products[1]}`)
  const path = `/webhooks/events?endpointId=${endpointId}`
  const first = (await client.get(`${path}&limit=2`)).body
  expect(first).toMatchObject({
    hasMore: true,
    items: [{ type: 'catalog.product.created', data: { id: products[0] } }],
  })
  const second = (await client.get(`${path}&limit=2&cursor=${first.cursor}`)).body
  expect(second.items.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual([
    ['catalog.product.created', expect.objectContaining({ id: products[2] })],
    ['catalog.product.deleted', { id: products[1] }],
  ])
  const third = (await client.get(`${path}&cursor=${second.cursor}`)).body
  expect(third).toEqual({ items: [], cursor: second.cursor, hasMore: false })
  const key = app.person(['webhooks.view', 'catalog.*'], { kind: 'api_key' }).client
  expect((await key.get(path)).body.items).toHaveLength(3)
  const reader = app.person(['webhooks.view']).client
  expect((await reader.get(path)).body.items).toEqual([])
  expect((await app.person(['catalog.*']).client.get(path)).status).toBe(403)
  expect(await app.jobs()).toBe(0)
})

test('a puller sees no event before those that are still being committed', async () => {
  await using app = await webhookApp([])
  const { client } = app.person(OWNER)
  const { id: endpointId } = await subscribe(client, {})
  const path = `/webhooks/events?endpointId=${endpointId}&limit=10`
  const seen: string[] = []
  let cursor = '0'
  const pull = async () => {
    const { body } = await client.get(`${path}&cursor=${cursor}`)
    cursor = body.cursor
    seen.push(...body.items.map(({ data }: { data: { id: string } }) => data.id))
  }
  const writes = Promise.all(Array.from({ length: 40 }, () => createProduct(client)))
  const progress = { isWritten: false }
  const written = writes.then(() => (progress.isWritten = true))
  while (!progress.isWritten) await pull()
  await written
  const created = await writes
  for (let more = true; more;) {
    const before = seen.length
    await pull()
    more = seen.length > before
  }
  expect(seen.toSorted()).toEqual(created.toSorted())
})

test('events of one record wait for those before them where that is asked, and others do not', async () => {
  let isDown = true
  let first = ''
  await using receiver = await startReceiver((response, { body }) =>
    response.writeHead(isDown && JSON.parse(body).data.id === first ? 500 : 204).end(),
  )
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  await subscribe(client, { url: receiver.url, ordered: true })
  first = await createProduct(client)
  await client.put('/catalog/products', { id: first, title: 'Changed' })
  const second = await createProduct(client)
  await app.jobs()
  expect(recordsOf(receiver.received).toSorted()).toEqual([first, second].toSorted())
  isDown = false
  app.clock.advance(120_000)
  await app.jobs()
  await app.jobs()
  const types = receiver.received
    .filter(({ body }) => JSON.parse(body).data.id === first)
    .map(({ body }) => JSON.parse(body).type)
  expect(types).toEqual(['catalog.product.created', 'catalog.product.created', 'catalog.product.updated'])
})

test('what a host has left when it was killed is sent by another one, and two hosts send nothing twice', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  await subscribe(client, { url: receiver.url })
  const products = await Promise.all(Array.from({ length: 30 }, () => createProduct(client)))
  // As if a host had taken some, and had been killed: nobody else takes them until the lease has ended.
  await app.sql(`update webhook_deliveries set leased_until = now() + interval '1 minute' where record_id = any ($1)`, [
    products.slice(0, 5),
  ])
  await using other = await createPlatform({
    modules: modulesOf([receiver.host]),
    database: { ...app.database, poolSize: 5 },
    secret: testSecret,
    now: () => app.clock.now,
  })
  other.override(accountCallers, {
    find: async ({ userId }: { readonly userId: string }) => app.people.get(userId) ?? null,
  })
  await Promise.all([app.jobs(), other.runJobs()])
  expect(recordsOf(receiver.received).toSorted()).toEqual(products.slice(5).toSorted())
  await app.sql('update webhook_deliveries set leased_until = now()')
  app.clock.advance(60_000)
  await app.jobs()
  expect(recordsOf(receiver.received).toSorted()).toEqual(products.toSorted())
})

test('a slow receiver does not hold up another one', async () => {
  const waiting: (() => void)[] = []
  await using slow = await startReceiver((response) => waiting.push(() => response.writeHead(204).end()))
  await using fast = await startReceiver()
  await using app = await webhookApp([slow.host, fast.host])
  const { client } = app.person(OWNER)
  await subscribe(client, { url: slow.url })
  await subscribe(client, { url: fast.url })
  const products = await Promise.all(Array.from({ length: 20 }, () => createProduct(client)))
  const jobs = app.jobs()
  await expect.poll(() => fast.received.length, { timeout: 20_000 }).toBe(20)
  expect(slow.received.length).toBe(8)
  slow.respond = (response) => response.writeHead(204).end()
  for (const answer of waiting) answer()
  await jobs
  expect(recordsOf(slow.received).toSorted()).toEqual(products.toSorted())
})

test('of an answer that is long or breaks off, the status counts, and the longest pause that it can ask for is three days', async () => {
  await using receiver = await startReceiver((response) => response.writeHead(200).end('x'.repeat(1_000_000)))
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  await subscribe(client, { url: receiver.url })
  await createProduct(client)
  await app.jobs()
  const { items } = (await client.get('/webhooks/deliveries')).body
  expect(items).toMatchObject([{ status: 'delivered', attempts: 1, answer: 'x'.repeat(1000) }])
  receiver.respond = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('thanks')
    setTimeout(() => response.socket?.destroy(), 50)
  }
  app.clock.advance(1_000)
  await createProduct(client)
  await app.jobs()
  app.clock.advance(1_000)
  receiver.respond = status(429, { 'retry-after': '99999999999999' })
  await createProduct(client)
  await app.jobs()
  const [broken, waiting] = (await client.get('/webhooks/deliveries?sortDir=asc')).body.items.slice(1)
  expect(broken).toMatchObject({ status: 'delivered', attempts: 1, answerStatus: 200, answer: 'thanks' })
  expect(Date.parse(waiting.nextAttemptAt) - app.clock.now.getTime()).toBe(3 * 86_400_000)
})

test('a pull neither shows events before those that are still being written, nor holds up writers', async () => {
  await using app = await webhookApp([])
  const { client, who } = app.person(OWNER)
  const { id: endpointId } = await subscribe(client, {})
  const pull = async () => (await client.get(`/webhooks/events?endpointId=${endpointId}`)).body.items
  const { tenantId } = app.callerOf(who).scope
  const writer = new pg.Client({ connectionString: app.databaseUrl })
  await writer.connect()
  try {
    // A transaction that has written events, and takes its time.
    await writer.query('begin')
    await writer.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [
      `webhooks.deliveries ${tenantId}`,
    ])
    const pulled = pull()
    const start = performance.now()
    await createProduct(client)
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(await pulled).toEqual([])
    await writer.query('commit')
    expect(await pull()).toHaveLength(1)
  } finally {
    await writer.end()
  }
})

test('an endpoint that falls behind by too many messages is disabled, and the others are not', async () => {
  await using receiver = await startReceiver(status(500))
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  const { id: slow } = await subscribe(client, { url: receiver.url })
  const { id: other } = await subscribe(client, { url: receiver.url })
  await createProduct(client)
  await app.jobs()
  await app.sql(
    `insert into webhook_deliveries (id, tenant_id, organization_id, endpoint_id, event, record_id, payload, status, next_attempt_at,
        created_at, updated_at)
      select gen_random_uuid(), tenant_id, organization_id, endpoint_id, event, gen_random_uuid(), payload, 'pending',
        next_attempt_at + interval '1 day', created_at, updated_at
      from webhook_deliveries, generate_series(1, 100000) where endpoint_id = $1`,
    [slow],
  )
  app.clock.advance(120_000)
  await app.jobs()
  const { items } = (await client.get('/webhooks/endpoints')).body
  const found = Object.fromEntries(
    items.map(({ id, enabled, disabledReason }: Record<string, unknown>) => [id, [enabled, disabledReason]]),
  )
  expect(found).toEqual({
    [slow]: [false, 'More than 100000 messages wait to be sent'],
    [other]: [true, null],
  })
})

test('of too many messages, the oldest of the endpoints that have the most are deleted, unless they wait', async () => {
  await using app = await webhookApp([], [], { keepMessages: 20 })
  const { client } = app.person(OWNER)
  const { id: quiet } = await subscribe(client, {})
  const { id: busy } = await subscribe(client, {})
  await createProduct(client)
  const add = (endpointId: string, count: number, status: string) =>
    app.sql(
      `insert into webhook_deliveries (id, tenant_id, endpoint_id, event, record_id, payload, status, created_at, updated_at)
        select gen_random_uuid(), d.tenant_id, d.endpoint_id, d.event, d.record_id, '{}', $3, d.created_at - n * interval '1 second', now()
        from webhook_deliveries d, generate_series(1, $2::int) n where d.endpoint_id = $1 and d.payload <> '{}'`,
      [endpointId, count, status],
    )
  await add(quiet, 4, 'pulled')
  await add(busy, 30, 'delivered')
  await app.sql(
    `update webhook_deliveries set status = 'pending' where id in (select id from webhook_deliveries
    where endpoint_id = $1 order by created_at limit 2)`,
    [busy],
  )
  app.clock.advance(3_600_000)
  await app.jobs()
  const counts = await app.sql(
    'select endpoint_id, status, count(*)::int as count from webhook_deliveries group by 1, 2',
  )
  expect(
    counts.map(({ endpoint_id: id, status, count }) => [id === quiet ? 'quiet' : 'busy', status, count]).toSorted(),
  ).toEqual([
    ['busy', 'delivered', 14],
    ['busy', 'pending', 2],
    ['busy', 'pulled', 1],
    ['quiet', 'pulled', 5],
  ])
})
