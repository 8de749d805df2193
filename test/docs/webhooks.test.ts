import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountCallers, auth } from '@plinth/auth'
import { catalog } from '@plinth/catalog'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { testPlatform } from '@plinth/testing'
import { webhooks } from '@plinth/webhooks'
import { expect, inject, test } from 'vitest'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

interface Message {
  readonly type: string
  readonly data: object
}

test('the receiver of the page gets and verifies events', async () => {
  await using folder = await makeFolder()
  const { text } = readBlock('docs/webhooks.md', 'receiver.ts')
  const { receive } = (await import(await folder.write('receiver.ts', text))) as {
    receive(secret: string, handle: (message: Message) => void): Server
  }
  const messages: Message[] = []
  const port = await freePort()
  await using app = await testPlatform({
    modules: [
      directory,
      auth({ secret: 'a secret of at least 32 characters' }),
      progress,
      catalog,
      webhooks({ webhookLocalHosts: [`127.0.0.1:${port}`] }),
    ],
    postgresUrl: inject('postgresUrl'),
  })
  app.clock.set(new Date())
  app.platform.override(accountCallers, { find: async () => app.callerOf('admin') })
  const admin = app.as('admin')
  const fields = { url: `http://127.0.0.1:${port}/plinth`, events: ['catalog.product.created'] }
  const { status, body } = await admin.post('/webhooks/endpoints', fields)
  expect([status, body]).toEqual([
    201,
    { id: expect.any(String), secret: expect.stringMatching(/^whsec_/), publicKey: null },
  ])
  const server = receive(body.secret, (message) => messages.push(message)).listen(port, '127.0.0.1')
  await admin.post('/catalog/products', { title: 'Armchair', sku: 'A-1' })
  await app.jobs()
  server.closeAllConnections()
  server.close()
  expect(messages).toEqual([
    {
      type: 'catalog.product.created',
      timestamp: expect.stringMatching(/Z$/),
      data: expect.objectContaining({ title: 'Armchair', sku: 'A-1' }),
    },
  ])
  expect(await app.sql('select status from webhook_deliveries')).toEqual([{ status: 'delivered' }])
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
