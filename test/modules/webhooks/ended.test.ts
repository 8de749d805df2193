import { expect, test } from 'vitest'
import { createProduct, OWNER, subscribe, webhookApp } from './_app.ts'
import { startReceiver, status } from './_receiver.ts'

test('what a host has taken already is not sent any more once its endpoint is disabled', async () => {
  const held: (() => void)[] = []
  await using receiver = await startReceiver((response) => {
    held.push(() => response.writeHead(204).end())
  })
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  const { id } = await subscribe(client, { url: receiver.url })
  await Promise.all(Array.from({ length: 40 }, () => createProduct(client)))
  const jobs = app.jobs()
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(8)
  const { status: answered } = await client.put('/webhooks/endpoints', { id, enabled: false })
  expect(answered).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 500))
  receiver.respond = status(204)
  for (const answer of held) answer()
  await jobs
  expect(receiver.received).toHaveLength(8)
})

test('a receiver that is gone is asked no more', async () => {
  await using receiver = await startReceiver(status(410))
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  await subscribe(client, { url: receiver.url })
  await Promise.all(Array.from({ length: 100 }, () => createProduct(client)))
  await app.jobs()
  expect(receiver.received.length).toBeLessThan(20)
})
