import { hash } from 'node:crypto'
import { Id, post } from '@plinth/core'
import type { TestPlatform } from '@plinth/testing'
import { BinaryAnswer } from '@plinth/core/http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createItem } from '../_lab/lab-module.ts'
import { openLab, callerA, callerB } from '../_lab/lab.ts'

/** A route that is its command, and one whose handler says more than its command. */
const routes = [
  post('/items', createItem, { status: 201 }),
  post(
    '/noted-items',
    { access: createItem.access, body: z.object({ name: z.string() }), response: Id.extend({ note: z.string() }) },
    async ({ run, body, request }) => {
      request.setHeader('x-note', 'kept')
      return { ...(await run(createItem, body)), note: crypto.randomUUID() }
    },
  ),
]

function send(lab: TestPlatform, { key, body, path = '/items', caller = callerA }: Write) {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) }
  return lab.as(caller).send('POST', path, { body: JSON.stringify(body), headers })
}

interface Write {
  readonly key?: string
  readonly body: object
  readonly path?: string
  readonly caller?: typeof callerA
}

const names = (lab: TestPlatform) => lab.sql('select name from items order by name')

for (const path of ['/items', '/noted-items']) {
  test(`${path}: the same write is carried out once and answered alike`, async () => {
    await using lab = await openLab({ routes })
    const first = await send(lab, { path, key: 'a', body: { name: 'one' } })
    const second = await send(lab, { path, key: 'a', body: { name: 'one' } })
    expect(second.status).toBe(first.status)
    expect(second.body).toEqual(first.body)
    expect(first.headers.get('x-om-operation')).not.toBeNull()
    for (const name of ['x-om-operation', 'x-note', 'content-type'])
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect(await names(lab)).toEqual([{ name: 'one' }])
    expect(await lab.sql('select count(*)::int from plinth.action_log')).toEqual([{ count: 1 }])
  })

  test(`${path}: of many at once, one is carried out`, async () => {
    await using lab = await openLab({ routes })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => send(lab, { path, key: 'a', body: { name: 'one' } })),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.filter(({ headers }) => !headers.has('idempotency-replayed'))).toHaveLength(1)
    expect(await names(lab)).toEqual([{ name: 'one' }])
  })
}

test('another body, path or query under the same key is 400 and does nothing', async () => {
  await using lab = await openLab({ routes })
  await send(lab, { key: 'a', body: { name: 'one' } })
  for (const other of [{ body: { name: 'two' } }, { body: { name: 'one' }, path: '/noted-items' }]) {
    const answer = await send(lab, { key: 'a', ...other })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ error: 'This Idempotency-Key was used for a different request' })
  }
  expect(await names(lab)).toEqual([{ name: 'one' }])
})

test('a key is its caller’s own, and other keys and none are other writes', async () => {
  await using lab = await openLab({ routes })
  const colleague = { ...callerA, actor: { ...callerA.actor, id: crypto.randomUUID() } }
  const writes = [{ key: 'a' }, { key: 'b' }, {}, { key: 'a', caller: callerB }, { key: 'a', caller: colleague }]
  for (const [index, write] of writes.entries())
    expect((await send(lab, { body: { name: `${index}` }, ...write })).status).toBe(201)
  expect(await names(lab)).toHaveLength(writes.length)
})

test('a write that failed leaves its key free', async () => {
  await using lab = await openLab({ routes })
  expect((await send(lab, { key: 'a', body: {} })).status).toBe(400)
  expect((await send(lab, { key: 'a', body: { name: 'one' } })).status).toBe(201)
})

test('a key counts for 24 hours, and then it is forgotten', async () => {
  await using lab = await openLab({ routes })
  await send(lab, { key: 'a', body: { name: 'one' } })
  lab.clock.advance(24 * 3_600_000 - 1)
  expect((await send(lab, { key: 'a', body: { name: 'two' } })).status).toBe(400)
  lab.clock.advance(1)
  expect((await send(lab, { key: 'a', body: { name: 'two' } })).status).toBe(201)
  expect(await names(lab)).toHaveLength(2)
})

test('an answer is kept so that nobody reads it without the key, and without the key itself', async () => {
  await using lab = await openLab({ routes })
  const { body } = await send(lab, { key: 'my-own-key', body: { name: 'one' } })
  const [kept] = await lab.sql<{ row: string }>('select a::text as row from plinth.answers a')
  expect(kept!.row).not.toContain((body as { id: string }).id)
  expect(kept!.row).not.toContain('my-own-key')
})

test('nobody who reads the table finds out what was sent by trying', async () => {
  await using lab = await openLab({ routes })
  const request = { key: 'a', body: { name: 'one' } }
  await send(lab, request)
  const all = JSON.stringify(['POST', '/items', [], { params: {}, raw: request.body }])
  const plain = hash('sha256', all, 'base64')
  const isPlain = `select fingerprint = '${plain}' as is from plinth.answers`
  expect(await lab.sql(isPlain)).toEqual([{ is: false }])
})

test('an answer that was lost with its host is 409, and the write is not carried out again', async () => {
  await using lab = await openLab({ routes })
  const request = { key: 'a', body: { name: 'one' }, path: '/noted-items' }
  await send(lab, request)
  await lab.sql('update plinth.answers set answer = null')
  // For a minute it may still come.
  const waiting = await send(lab, request)
  expect([waiting.status, waiting.body.error, waiting.headers.get('retry-after')]).toEqual([
    409,
    'This request is still being processed',
    '1',
  ])
  await lab.sql(`update plinth.answers set created_at = created_at - interval '2 minutes'`)
  const lost = await send(lab, request)
  expect([lost.status, lost.body.error]).toEqual([
    409,
    'This request has already been processed, but its response is not available',
  ])
  expect(await names(lab)).toEqual([{ name: 'one' }])
})

for (const [kind, toAnswer] of [
  ['bytes', () => new BinaryAnswer(Buffer.from('done'), { headers: { 'content-type': 'text/plain' } })],
  ['a response', () => new Response('done')],
] as const)
  test(`what is answered with ${kind} is not kept: the write is carried out once, and then it is 409 at once`, async () => {
    const whole = post('/whole', { access: createItem.access, body: z.any(), response: z.any() }, async ({ run }) => {
      await run(createItem, { name: 'one' })
      return toAnswer()
    })
    await using lab = await openLab({ routes: [whole] })
    expect((await send(lab, { key: 'a', body: {}, path: '/whole' })).status).toBe(200)
    const before = lab.queries()
    expect((await send(lab, { key: 'a', body: {}, path: '/whole' })).status).toBe(409)
    expect(lab.queries() - before).toBeLessThan(10)
    expect(await names(lab)).toEqual([{ name: 'one' }])
  })

test('a key that is none is 400', async () => {
  await using lab = await openLab({ routes })
  for (const key of ['', 'x'.repeat(256), 'naïve'])
    expect((await send(lab, { key, body: { name: 'one' } })).status).toBe(400)
})
