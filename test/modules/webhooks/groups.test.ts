import { defineCommand, defineEvents, defineFeatures, defineModule, get, Ok } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createProduct, OWNER, subscribe, webhookApp } from './_app.ts'
import { startReceiver } from './_receiver.ts'

const features = defineFeatures('parts', { view: 'View parts' })
const events = defineEvents('parts', { 'part.changed': z.object({ id: z.uuid() }) })
const changeParts = defineCommand({
  id: 'parts.parts.change',
  access: features.view,
  resource: 'parts.part',
  undoable: false,
  input: z.object({ ids: z.array(z.uuid()) }),
  output: Ok,
  run({ input: { ids }, emit }) {
    for (const id of ids) emit(events['part.changed'], { id })
    return { ok: true as const }
  },
})

/** A module whose list fails if it has to show some part, and shows so many at most; `asked` has the ids of each request. */
function partsModule(most = 100) {
  const asked: (readonly string[])[] = []
  const broken = new Set<string>()
  const module = defineModule({
    id: 'parts',
    title: 'Parts',
    features,
    events,
    commands: [changeParts],
    routes: [
      get(
        '/parts',
        {
          operation: 'listParts',
          access: features.view,
          summary: 'List parts.',
          reads: 'parts.part',
          query: z.object({
            id: z.uuid().optional(),
            ids: z.string().optional(),
            pageSize: z.coerce.number().default(50),
          }),
          response: z.object({ items: z.array(z.object({ id: z.uuid() })) }),
        },
        ({ query: { id, ids, pageSize } }) => {
          const all = [id ?? [], ids?.split(',') ?? []].flat()
          asked.push(all)
          if (all.some((one) => broken.has(one))) throw new Error('this part is broken')
          return { items: all.slice(0, Math.min(pageSize, most)).map((one) => ({ id: one })) }
        },
      ),
    ],
  })
  return { module, asked, broken }
}

const idsOf = (received: readonly { readonly body: string }[]) =>
  received.map(({ body }) => JSON.parse(body).data.id as string).toSorted()

test('records that do not fit on one page of their list are told as well', async () => {
  await using receiver = await startReceiver()
  const { module, asked } = partsModule(3)
  await using app = await webhookApp([receiver.host], [module])
  const { client, who } = app.person([...OWNER, 'parts.*'])
  await subscribe(client, { url: receiver.url, events: ['parts.part.changed'] })
  const parts = Array.from({ length: 8 }, () => crypto.randomUUID())
  await app.platform.actAs(app.callerOf(who), ({ run }) => run(changeParts, { ids: parts }))
  await app.jobs()
  expect(idsOf(receiver.received)).toEqual(parts.toSorted())
  expect(asked.map(({ length }) => length)).toEqual([8, 5, 2])
})

test('records are read together, and one that cannot be read does not fail the others', async () => {
  await using receiver = await startReceiver()
  const { module, asked, broken } = partsModule()
  await using app = await webhookApp([receiver.host], [module])
  const { client, who } = app.person([...OWNER, 'parts.*'])
  await subscribe(client, { url: receiver.url, events: ['parts.part.changed'] })
  const change = (ids: readonly string[]) =>
    app.platform.actAs(app.callerOf(who), ({ run }) => run(changeParts, { ids: [...ids] }))
  const parts = Array.from({ length: 8 }, () => crypto.randomUUID())
  await change(parts)
  await app.jobs()
  expect(idsOf(receiver.received)).toEqual(parts.toSorted())
  expect(asked.map(({ length }) => length)).toEqual([8])
  receiver.received.length = 0
  broken.add(parts[3]!)
  await change(parts)
  await app.jobs()
  const whole = parts.filter((id) => !broken.has(id))
  expect(idsOf(receiver.received)).toEqual(whole.toSorted())
  expect(await app.sql(`select record_id, attempts, error from webhook_deliveries where status = 'pending'`)).toEqual([
    { record_id: parts[3], attempts: 1, error: 'The record could not be read' },
  ])
})

test('what has been read ahead is read again if it could not be sent at once, so lost rights count', async () => {
  const held: (() => void)[] = []
  await using receiver = await startReceiver((response) => {
    const answer = () => response.writeHead(204).end()
    if (receiver.received.length <= 8) answer()
    else held.push(answer)
  })
  await using app = await webhookApp([receiver.host])
  const { client, userId, who } = app.person(OWNER)
  await subscribe(client, { url: receiver.url })
  await Promise.all(Array.from({ length: 40 }, () => createProduct(client)))
  const jobs = app.jobs()
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(8)
  app.people.set(userId, app.callerOf({ ...who, features: ['webhooks.*'] }))
  // What was being read meanwhile is ready by then, and too old.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  receiver.respond = (response) => response.writeHead(204).end()
  for (const answer of held) answer()
  await jobs
  expect(receiver.received).toHaveLength(16)
  expect(
    await app.sql('select status, count(*)::int as count from webhook_deliveries group by status order by status'),
  ).toEqual([
    { status: 'delivered', count: 16 },
    { status: 'skipped', count: 24 },
  ])
})

test('endpoints of two people get what each may read of the same record', async () => {
  await using all = await startReceiver()
  await using some = await startReceiver()
  await using app = await webhookApp([all.host, some.host])
  const [boss, clerk] = [app.person(OWNER), app.person(OWNER)]
  await subscribe(boss.client, { url: all.url })
  await subscribe(clerk.client, { url: some.url })
  const caller = app.people.get(clerk.userId)!
  const source = { kind: 'role', id: crypto.randomUUID(), name: 'Clerk' } as const
  const layers = [[{ source, features: OWNER, policies: { 'catalog.product': { fields: { read: ['sku'] } } } }]]
  app.people.set(clerk.userId, { ...caller, actor: { ...caller.actor, layers } })
  await Promise.all(['1', '2', '3'].map((sku) => createProduct(boss.client, { title: 'Zanzibar', sku })))
  await app.jobs()
  expect(all.received.map(({ body }) => body.includes('Zanzibar'))).toEqual([true, true, true])
  expect(some.received.map(({ body }) => [body.includes('Zanzibar'), JSON.parse(body).data.sku]).toSorted()).toEqual([
    [false, '1'],
    [false, '2'],
    [false, '3'],
  ])
})
