import { createPublicKey, verify } from 'node:crypto'
import { attachments, storage } from '@plinth/attachments'
import { createProduct as createProductCommand } from '@plinth/catalog'
import { defineEntity, p } from '@mikro-orm/core'
import {
  defineCommand,
  defineEvents,
  defineFeatures,
  defineMigration,
  defineModule,
  get,
  input,
  lines,
  Ok,
  provide,
  resource,
  Scoped,
  sql,
} from '@plinth/core'
import { people } from '@plinth/core/acl'
import { internalRequests } from '@plinth/core/http'
import { tenantA, tenantB, type TestResponse } from '@plinth/testing'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { memoryStorage } from '../../_setup/memory-storage.ts'
import { createProduct, OWNER, subscribe, webhookApp } from './_app.ts'
import { type Received, startReceiver, status } from './_receiver.ts'

const features = defineFeatures('orders', { view: 'View orders', manage: 'Manage orders' })
const OrderEvent = z.object({
  id: z.uuid(),
  organizationId: z.uuid().nullable(),
  createdAt: z.iso.datetime().optional(),
  total: z.string().nullable().optional(),
})
const orderEvents = defineEvents('orders', { 'order.created': OrderEvent, 'order.updated': OrderEvent })
const Order = defineEntity({
  name: 'Order',
  tableName: 'orders',
  extends: Scoped,
  properties: { title: p.string(), total: p.decimal('string').nullable() },
})
const Item = defineEntity({
  name: 'OrderItem',
  tableName: 'order_items',
  extends: Scoped,
  properties: { order: () => p.manyToOne(Order), quantity: p.integer() },
})
const orderResource = resource('/orders', Order, {
  access: { read: features.view, write: features.manage },
  input: input(Order, ['title', 'total']),
  lines: { items: lines(Item, { parent: 'order', input: input(Item, ['quantity']) }) },
  list: { select: ['id', 'title'] },
})
const doubleQuantities = defineCommand({
  id: 'orders.items.double',
  access: features.manage,
  resource: 'orders.order',
  input: z.object({}),
  output: Ok,
  // Not the id of an order.
  target: () => ({ id: 'all' }),
  async run({ db }) {
    await sql`update order_items set quantity = quantity * 2`.execute(db)
    return { ok: true as const }
  },
})

const emitted: { readonly id: string; readonly payload: unknown }[] = []

/** A module whose records have lines. Its author does nothing for undo and redo to be told. */
const orders = defineModule({
  id: 'orders',
  title: 'Orders',
  features,
  events: orderEvents,
  entities: [Order, Item],
  migrations: [
    defineMigration(
      'orders.tables',
      `select plinth.scoped_table('orders', 'title text not null, total numeric(20, 4)');
       select plinth.scoped_table('order_items', 'order_id uuid not null, quantity integer not null');
       select plinth.lines('order_items', 'order_id', 'orders');`,
    ),
  ],
  commands: [...orderResource.commands, doubleQuantities],
  onEmit:
    () =>
    async ({ events }) => {
      emitted.push(...events)
    },
  routes: orderResource.routes,
})

interface Message {
  readonly type: string
  readonly timestamp: string
  readonly data: { readonly id: string; readonly title?: string }
}

/** The message, as two libraries for receivers verify it. */
function verified({ body, headers }: Received, secret: string): Message {
  const plain = headers as Record<string, string>
  const message = new Webhook(secret).verify(body, plain)
  expect(new SvixWebhook(secret).verify(body, plain)).toEqual(message)
  return message as Message
}

/** Whether the `v1a` signature is that of the public key. */
function isSignedWith({ body, headers }: Received, publicKey: string): boolean {
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  const signatures = String(headers['webhook-signature']).split(' ')
  return signatures.some((one) => {
    const [version, signature] = one.split(',')
    return version === 'v1a' && verify(null, signed, key, Buffer.from(signature!, 'base64'))
  })
}

test('events arrive signed as Standard Webhooks says, with the record as the list shows it', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  app.clock.set(new Date())
  const { client } = app.person(OWNER)
  const { secret, publicKey } = await subscribe(client, { url: receiver.url, ed25519: true })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/)
  const id = await createProduct(client)
  expect(await app.jobs()).toBeGreaterThan(0)
  await client.put('/catalog/products', { id, title: 'Armchair' })
  await app.jobs()
  const [record] = (await client.get(`/catalog/products?id=${id}`)).body.items
  await client.del(`/catalog/products?id=${id}`)
  await app.jobs()
  const messages = receiver.received.map((one) => verified(one, secret))
  expect(messages.map(({ type }) => type)).toEqual([
    'catalog.product.created',
    'catalog.product.updated',
    'catalog.product.deleted',
  ])
  expect(messages[0]!.data).toMatchObject({ id, title: 'Chair' })
  expect(messages[1]!.data).toEqual(record)
  expect(messages[2]!.data).toEqual({ id })
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  expect(receiver.received.every((one) => isSignedWith(one, publicKey!))).toBe(true)
})

test('nothing is written or sent for a command that is rolled back, nor in a dry run', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  await subscribe(client, { url: receiver.url })
  await createProduct(client, { sku: '1' })
  expect((await client.post('/catalog/products', { title: 'Other', sku: '1' })).status).toBe(400)
  await app.platform.actAs(app.callerOf('admin'), ({ dryRun }) =>
    dryRun(async ({ run }) => run(createProductCommand, { title: 'Dry' } as never)),
  )
  await app.jobs()
  expect(receiver.received).toHaveLength(1)
  expect(await app.sql('select status from webhook_deliveries')).toEqual([{ status: 'delivered' }])
})

test('undo and redo are sent as what they do to records, so that a mirror stays the same', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  await subscribe(client, { url: receiver.url, ordered: true })
  const undo = async ({ operation }: { readonly operation: TestResponse['operation'] }) => {
    const undone = await client.post('/audit_logs/audit-logs/actions/undo', { undoToken: operation?.undoToken })
    expect(undone.status).toBe(200)
    return undone.body.logId as string
  }
  const redo = async (logId: string) => {
    expect((await client.post('/audit_logs/audit-logs/actions/redo', { logId })).status).toBe(200)
  }
  /** What has arrived since, in order. */
  const arrived = async () => {
    await app.jobs()
    return receiver.received.splice(0).map(({ body }) => {
      const { type, data } = JSON.parse(body) as Message
      return [type.slice(type.lastIndexOf('.') + 1), data.title ?? data.id]
    })
  }
  const created = await client.post('/catalog/products', { title: 'Chair' })
  const { id } = created.body as { id: string }
  expect(await arrived()).toEqual([['created', 'Chair']])
  const changed = await client.put('/catalog/products', { id, title: 'Armchair' })
  expect(await arrived()).toEqual([['updated', 'Armchair']])
  const ofChange = await undo(changed)
  expect(await arrived()).toEqual([['updated', 'Chair']])
  await redo(ofChange)
  expect(await arrived()).toEqual([['updated', 'Armchair']])
  const deleted = await client.del(`/catalog/products?id=${id}`)
  expect(await arrived()).toEqual([['deleted', id]])
  const ofDeletion = await undo(deleted)
  expect(await arrived()).toEqual([['created', 'Armchair']])
  await redo(ofDeletion)
  expect(await arrived()).toEqual([['deleted', id]])
  const other = await client.post('/catalog/products', { title: 'Table' })
  await arrived()
  const ofCreation = await undo(other)
  expect(await arrived()).toEqual([['deleted', other.body.id]])
  await redo(ofCreation)
  expect(await arrived()).toEqual([['created', 'Table']])
  // A refused undo sends nothing, and neither does one of something that is no record.
  const third = await client.post('/catalog/products', { title: 'Shelf' })
  await client.put('/catalog/products', { id: third.body.id, title: 'Long shelf' })
  await arrived()
  const { undoToken } = third.operation!
  expect((await client.post('/audit_logs/audit-logs/actions/undo', { undoToken })).status).toBe(400)
  await undo(await client.post('/dictionaries', { key: 'colours', name: 'Colours' }))
  expect(await arrived()).toEqual([])
})

test('the undo of what changed only lines or other rows of a record is sent as a change of it', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host], [orders])
  const { client, who } = app.person([...OWNER, 'orders.*'])
  const undo = async (undoToken: string) =>
    expect((await client.post('/audit_logs/audit-logs/actions/undo', { undoToken })).status).toBe(200)
  const items = [{ quantity: 2 }, { quantity: 3 }]
  const order = await client.post('/orders', { title: 'Chairs', total: '12345678901234.5000', items })
  const dictionary = await client.post('/dictionaries', { key: 'colours', name: 'Colours' })
  const path = `/dictionaries/${dictionary.body.id}/entries`
  const { body: red } = await client.post(path, { value: 'red', label: 'Red' })
  const reorder = (position: number) => client.post(`${path}/reorder`, { entries: [{ id: red.id, position }] })
  await reorder(7)
  const reordered = await reorder(8)
  await subscribe(client, { url: receiver.url, events: ['*'] })
  await app.jobs()
  receiver.received.length = 0
  await undo(reordered.operation!.undoToken)
  await app.platform.actAs(app.callerOf(who), ({ run }) => run(doubleQuantities, {}))
  const [entry] = await app.sql<{ id: string }>(
    `select id from plinth.action_log where command_id = 'orders.items.double'`,
  )
  await app.platform.actAs(app.callerOf(who), (ctx) => ctx.undo(entry!.id))
  await app.jobs()
  const messages = receiver.received.map(({ body }) => JSON.parse(body) as Message)
  expect(messages.toSorted((one, other) => one.type.localeCompare(other.type))).toEqual([
    expect.objectContaining({
      type: 'dictionaries.dictionary.updated',
      data: expect.objectContaining({ id: dictionary.body.id }),
    }),
    expect.objectContaining({ type: 'orders.order.updated', data: expect.objectContaining({ id: order.body.id }) }),
  ])
  // What is emitted has the values that modules emit, not those of the log; only that is stored with which records are read.
  const told = emitted.findLast(({ id }) => id === 'orders.order.updated')
  expect(OrderEvent.parse(told!.payload)).toMatchObject({ id: order.body.id, total: '12345678901234.5000' })
  const [stored] = await app.sql<{ payload: object }>(
    `select payload from webhook_deliveries where event = 'orders.order.updated'`,
  )
  expect(Object.keys(stored!.payload).toSorted()).toEqual(['id', 'organizationId'])
  // A role of all tenants is told where it was created, and so is its end.
  const boss = app.as({ isSuperAdmin: true })
  const role = await boss.post('/auth/roles', { name: 'Shared' })
  await boss.post('/audit_logs/audit-logs/actions/undo', { undoToken: role.operation!.undoToken })
  const ofRole = await app.sql(
    `select event from webhook_deliveries where record_id = '${role.body.id}' order by position`,
  )
  expect(ofRole).toEqual([{ event: 'auth.role.created' }, { event: 'auth.role.deleted' }])
})

test('a payload has what the owner may read when it is sent, and the log says what they may not', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  const { client, userId, who } = app.person(OWNER)
  await subscribe(client, { url: receiver.url, events: ['*'] })
  const writer = app.person(['catalog.*', 'dictionaries.*']).client
  await createProduct(writer)
  const lost = app.callerOf({ ...who, features: ['webhooks.*', 'dictionaries.*'] })
  app.people.set(userId, lost)
  await app.jobs()
  expect(receiver.received).toHaveLength(1)
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ type: 'webhooks.endpoint.created' })
  expect(await app.sql('select event, status, error from webhook_deliveries order by position')).toEqual([
    expect.objectContaining({ event: 'webhooks.endpoint.created', status: 'delivered' }),
    {
      event: 'catalog.product.created',
      status: 'skipped',
      error: 'The owner of the endpoint may not read this record, or it is gone',
    },
  ])
  // A record that is gone by then is not told either.
  app.people.set(userId, app.callerOf(who))
  const id = await createProduct(writer)
  await writer.del(`/catalog/products?id=${id}`)
  await app.jobs()
  expect(receiver.received.slice(1).map(({ body }) => JSON.parse(body))).toEqual([
    expect.objectContaining({ type: 'catalog.product.deleted', data: { id } }),
  ])
})

test('only events that satisfy the condition are sent, and deletions', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  const condition = { operator: 'AND', rules: [{ field: 'title', operator: 'STARTS_WITH', value: 'Big' }] }
  await subscribe(client, { url: receiver.url, condition })
  const small = await createProduct(client, { title: 'Small' })
  await createProduct(client, { title: 'Big' })
  await app.jobs()
  await client.del(`/catalog/products?id=${small}`)
  await app.jobs()
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.title ?? 'deleted')).toEqual(['Big', 'deleted'])
  expect(await app.sql('select status from webhook_deliveries')).toHaveLength(2)
})

test('an event of another organization than that of the endpoint is not sent and leaves no trace', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  const own = { organizationIds: [tenantA.organization] }
  const { client } = app.person(OWNER, own)
  await subscribe(client, { url: receiver.url })
  const other = app.person(OWNER, { organizationIds: [tenantA.otherOrganization] }).client
  const id = await createProduct(other)
  await other.del(`/catalog/products?id=${id}`)
  const abroad = app.person(OWNER, { tenantId: tenantB.id, organizationId: tenantB.organization }).client
  await createProduct(abroad)
  await app.jobs()
  expect(receiver.received).toEqual([])
  expect(await app.sql('select from webhook_deliveries')).toEqual([])
  expect((await other.get('/webhooks/endpoints')).body.items).toEqual([])
})

test('a failing receiver is tried ten times in three days, then the endpoint is disabled and its owner told', async () => {
  await using receiver = await startReceiver(status(500))
  await using app = await webhookApp([receiver.host])
  const { client, userId } = app.person(OWNER)
  app.platform.override(people, {
    find: async () => new Map([[userId, [{ id: userId, email: 'owner@example.com' }]]]),
    tenantName: async () => 'Acme',
  })
  const { id } = await subscribe(client, { url: receiver.url })
  await createProduct(client)
  await app.jobs()
  const start = app.clock.now.getTime()
  const times: number[] = []
  for (let more = true; more;) {
    const [waiting] = await app.sql(`select next_attempt_at as at from webhook_deliveries where status = 'pending'`)
    more = waiting !== undefined
    if (!waiting) break
    const at = (waiting['at'] as Date).getTime()
    times.push(at - start)
    app.clock.set(new Date(at - 1_000))
    await app.jobs()
    expect(receiver.received).toHaveLength(times.length)
    app.clock.set(new Date(at + 60_000))
    await app.jobs()
    expect(receiver.received).toHaveLength(times.length + 1)
  }
  expect(receiver.received).toHaveLength(10)
  const days = times.at(-1)! / 86_400_000
  expect(days).toBeGreaterThan(2.9)
  expect(days).toBeLessThan(3.7)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size).toBe(10)
  const [endpoint] = (await client.get(`/webhooks/endpoints?id=${id}`)).body.items
  expect(endpoint).toMatchObject({
    enabled: false,
    disabledReason: 'An event could not be delivered in 10 attempts',
  })
  expect(app.mails.map(({ to, text }) => [to, text.includes(receiver.url)])).toEqual([['owner@example.com', true]])
  expect(await app.sql(`select from plinth.action_log where command_id = 'webhooks.endpoints.disable'`)).toHaveLength(1)
  // What happens from now on is not written for it, until it is enabled again.
  await createProduct(client)
  await client.put('/webhooks/endpoints', { id, enabled: true })
  receiver.respond = (response) => response.writeHead(200).end()
  const product = await createProduct(client)
  await app.jobs()
  expect(receiver.received.slice(10).map(({ body }) => JSON.parse(body).data.id)).toEqual([product])
})

test('Retry-After is obeyed, 410 disables, and redirects are failures that are not followed', async () => {
  await using receiver = await startReceiver(status(503, { 'retry-after': '7200' }))
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  const { id } = await subscribe(client, { url: receiver.url })
  await createProduct(client)
  await app.jobs()
  const [waiting] = await app.sql('select next_attempt_at as at, answer_status from webhook_deliveries')
  expect((waiting!['at'] as Date).getTime() - app.clock.now.getTime()).toBe(7_200_000)
  receiver.respond = status(302, { location: `http://${receiver.host}/elsewhere` })
  app.clock.advance(7_260_000)
  await app.jobs()
  expect(receiver.received).toHaveLength(2)
  expect(await app.sql('select status, answer_status from webhook_deliveries')).toEqual([
    { status: 'pending', answer_status: 302 },
  ])
  receiver.respond = status(410)
  app.clock.advance(86_400_000)
  await app.jobs()
  expect(await app.sql('select status, answer_status from webhook_deliveries')).toEqual([
    { status: 'failed', answer_status: 410 },
  ])
  const [endpoint] = (await client.get(`/webhooks/endpoints?id=${id}`)).body.items
  expect(endpoint).toMatchObject({ enabled: false, disabledReason: 'The receiver answered 410 Gone' })
  const german = await client.fetch(`/webhooks/endpoints?id=${id}`, { headers: { 'accept-language': 'de' } })
  expect(await german.json()).toMatchObject({
    items: [{ disabledReason: 'Der Empfänger hat mit 410 Gone geantwortet' }],
  })
})

test('while a secret is being replaced, both verify; secrets are shown once and stored encrypted', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  app.clock.set(new Date())
  const { client } = app.person(OWNER)
  const { id, secret } = await subscribe(client, { url: receiver.url })
  const { status: code, body } = await client.post(`/webhooks/endpoints/${id}/secret`, { hours: 1 })
  expect([code, body]).toEqual([200, { id, secret: expect.stringMatching(/^whsec_/), publicKey: null }])
  expect(body.secret).not.toBe(secret)
  await createProduct(client)
  await app.jobs()
  verified(receiver.received[0]!, secret)
  verified(receiver.received[0]!, body.secret)
  // Two hours later, the former one signs no more. The libraries compare with the real time.
  await app.sql(`update webhook_endpoints set keys = jsonb_set(keys, '{1,expiresAt}', '"2020-01-01T00:00:00Z"')`)
  await createProduct(client)
  await app.jobs()
  verified(receiver.received[1]!, body.secret)
  expect(() => verified(receiver.received[1]!, secret)).toThrow()
  const stored = JSON.stringify(await app.sql('select keys from webhook_endpoints'))
  const logged = JSON.stringify(await app.sql('select * from plinth.changes'))
  for (const text of [stored, logged, (await client.get('/webhooks/endpoints')).text])
    expect([text.includes(secret), text.includes(body.secret), text.includes('whsk_')]).toEqual([false, false, false])
})

test('endpoints go to allowed hosts only, and what resolves to a private address is not called', async () => {
  await using app = await webhookApp([])
  const { client } = app.person(OWNER)
  const refused = async (fields: object) => {
    const { status: code, body } = await client.post('/webhooks/endpoints', { events: ['*'], ...fields })
    expect(code).toBe(400)
    return body.fieldErrors
  }
  const url = (text: string) => ({ url: text })
  expect(await refused(url('http://hooks.example.com/'))).toEqual({ url: 'Webhooks go to https only' })
  expect(await refused(url('https://10.0.0.1/'))).toEqual({ url: 'The address of the webhook is not public' })
  expect(await refused(url('https://elsewhere.example/'))).toMatchObject({ url: expect.stringContaining('may not go') })
  expect(await refused({ events: ['auth.login.success'] })).toEqual({
    events: "There is no event 'auth.login.success'",
  })
  expect(await refused({ events: ['*', 'catalog.product.created'] })).toHaveProperty('events')
  const key = app.person(OWNER, { kind: 'api_key' }).client
  expect((await key.post('/webhooks/endpoints', { events: ['*'] })).status).toBe(403)
  const { id } = await subscribe(client, { url: 'https://hooks.example.com/' })
  await app.sql(`update webhook_endpoints set url = 'https://localhost/' where id = $1`, [id])
  await createProduct(client)
  await app.jobs()
  expect(await app.sql('select status, attempts, error from webhook_deliveries')).toEqual([
    { status: 'pending', attempts: 1, error: expect.stringContaining('may not go to localhost') },
  ])
})

test('whoever saves an endpoint becomes its owner, so nobody receives what only another may read', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  const { id } = await subscribe(client, { url: 'https://hooks.example.com/' })
  const helper = app.person(['webhooks.*'])
  expect((await helper.client.put('/webhooks/endpoints', { id, url: receiver.url })).status).toBe(200)
  await createProduct(client)
  await app.jobs()
  expect(receiver.received).toEqual([])
  expect(await app.sql('select e.owner_id, d.status from webhook_endpoints e, webhook_deliveries d')).toEqual([
    { owner_id: helper.userId, status: 'skipped' },
  ])
})

test('the API document describes the message of each event', async () => {
  await using app = await webhookApp([])
  const { body } = await app.anonymous.get('/openapi.json')
  const { items } = (await app.person(OWNER).client.get('/webhooks/event-types')).body
  // Nobody subscribes to the test event, which is sent when it is asked for.
  const subscribable = items.map(({ id }: { id: string }) => id)
  expect(Object.keys(body.webhooks).toSorted()).toEqual([...subscribable, 'webhooks.endpoint.test'].toSorted())
  const { $ref } = body.webhooks['catalog.product.created'].post.requestBody.content['application/json'].schema
  const schema = body.components.schemas[$ref.split('/').at(-1)]
  expect(schema.properties.type).toMatchObject({ const: 'catalog.product.created' })
  expect(Object.keys(schema.properties)).toEqual(['type', 'timestamp', 'data'])
})

test('a payload has no field that the owner of the endpoint may not read', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  const { client, userId } = app.person(OWNER)
  await subscribe(client, { url: receiver.url })
  await subscribe(client, { url: receiver.url, condition: { field: 'title', operator: '=', value: 'Zanzibar' } })
  const caller = app.people.get(userId)!
  const source = { kind: 'role', id: crypto.randomUUID(), name: 'Clerk' } as const
  const policies = { 'catalog.product': { fields: { read: ['sku'] } } }
  const layers = [[{ source, features: OWNER, policies }]]
  app.people.set(userId, { ...caller, actor: { ...caller.actor, layers } })
  const id = await createProduct(client, { title: 'Zanzibar', sku: 'Z-1' })
  await app.jobs()
  // A condition on such a field is not met, so that it does not tell the value.
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received[0]!.body).not.toContain('Zanzibar')
  expect(JSON.parse(receiver.received[0]!.body).data).toMatchObject({ id, sku: 'Z-1' })
})

test('the owner of an endpoint is told of deletions of the records that they could see, and of no others', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  const { client, userId } = app.person(OWNER)
  const { client: admin } = app.person(OWNER)
  await subscribe(client, { url: receiver.url })
  const caller = app.people.get(userId)!
  const source = { kind: 'role', id: crypto.randomUUID(), name: 'Clerk' } as const
  const policies = { 'catalog.product': { read: { field: 'title', operator: 'STARTS_WITH', value: 'Open' } } } as const
  app.people.set(userId, { ...caller, actor: { ...caller.actor, layers: [[{ source, features: OWNER, policies }]] } })
  const [open, secret] = [
    await createProduct(admin, { title: 'Open' }),
    await createProduct(admin, { title: 'Secret' }),
  ]
  await app.jobs()
  for (const id of [open, secret]) expect((await admin.del(`/catalog/products?id=${id}`)).status).toBe(200)
  await app.jobs()
  const told = receiver.received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data.id])
  expect(told).toEqual([
    ['catalog.product.created', open],
    ['catalog.product.deleted', open],
  ])
})

test('somebody with policies sees deliveries to their own endpoints', async () => {
  await using receiver = await startReceiver()
  await using app = await webhookApp([receiver.host])
  const { client: admin } = app.person(OWNER)
  const { client, userId } = app.person(OWNER)
  await subscribe(admin, { url: receiver.url })
  const caller = app.people.get(userId)!
  const source = { kind: 'role', id: crypto.randomUUID(), name: 'Clerk' } as const
  const policies = { 'catalog.product': { read: { field: 'title', operator: '=', value: 'Open' } } } as const
  const restricted = { ...caller, actor: { ...caller.actor, layers: [[{ source, features: OWNER, policies }]] } }
  const id = await createProduct(admin, { title: 'Secret' })
  await app.jobs()
  const path = '/webhooks/deliveries'
  expect((await client.get(path)).body.items.map(({ recordId }: { recordId: string }) => recordId)).toEqual([id])
  const { body } = await app.platform.actAs(caller, ({ inject }) =>
    inject(internalRequests).serve({
      method: 'GET',
      path,
      query: {},
      credential: { identify: async () => restricted, ip: '127.0.0.1' },
    }),
  )
  expect(body).toMatchObject({ items: [], total: 0 })
})

test('the owner of an endpoint is not told of deletions of files of hidden records', async () => {
  await using receiver = await startReceiver()
  const files = memoryStorage()
  const memory = defineModule({ id: 'memory', title: 'Memory', services: [provide(storage, () => files)] })
  await using app = await webhookApp([receiver.host], [attachments(), memory])
  const features = [...OWNER, 'attachments.*']
  const { client, userId } = app.person(features)
  const { client: admin } = app.person(features)
  await subscribe(client, { url: receiver.url, events: ['attachments.attachment.deleted'] })
  const caller = app.people.get(userId)!
  const source = { kind: 'role', id: crypto.randomUUID(), name: 'Clerk' } as const
  const policies = { 'catalog.product': { read: { field: 'title', operator: 'STARTS_WITH', value: 'Open' } } } as const
  app.people.set(userId, { ...caller, actor: { ...caller.actor, layers: [[{ source, features, policies }]] } })
  const deleted: string[] = []
  for (const title of ['Open', 'Secret']) {
    const form = new FormData()
    form.set('entityId', 'catalog:product')
    form.set('recordId', await createProduct(admin, { title }))
    form.set('file', new Blob(['text'], { type: 'text/plain' }), 'a.txt')
    const { status, body } = await admin.post('/attachments', form)
    expect(status).toBe(200)
    expect((await admin.del(`/attachments?id=${body.item.id}`)).status).toBe(200)
    deleted.push(body.item.id)
  }
  await app.jobs()
  expect(receiver.received.map((message) => JSON.parse(message.body).data.id)).toEqual([deleted[0]])
})

test('an event of a record without a UUID cannot be subscribed to, and holds up no command', async () => {
  const features = defineFeatures('meters', { read: 'Read' })
  const events = defineEvents('meters', { 'meter.read': z.object({ id: z.string() }) })
  const readMeter = defineCommand({
    id: 'meters.read',
    access: features.read,
    resource: 'meters.meter',
    undoable: false,
    input: z.object({ id: z.string() }),
    output: Ok,
    run({ input, emit }) {
      emit(events['meter.read'], input)
      return { ok: true as const }
    },
  })
  const meters = defineModule({
    id: 'meters',
    title: 'Meters',
    features,
    events,
    commands: [readMeter],
    routes: [
      get(
        '/meters/{id}',
        {
          operation: 'getMeter',
          access: features.read,
          summary: 'Get a meter.',
          reads: { kind: 'meters.meter', id: ({ params }) => params['id'] },
          params: z.object({ id: z.string() }),
          response: z.object({ id: z.string() }),
        },
        ({ params }) => params,
      ),
    ],
  })
  await using app = await webhookApp([], [meters])
  const { client, who } = app.person([...OWNER, 'meters.*'])
  await subscribe(client, { events: ['*'] })
  const { items } = (await client.get('/webhooks/event-types')).body
  expect(items).not.toContainEqual({ id: 'meters.meter.read' })
  await app.platform.actAs(app.callerOf(who), ({ run }) => run(readMeter, { id: 'M-1' }))
})
