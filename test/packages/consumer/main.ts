import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seedAccounts } from '@plinth/auth'
import { systemSession, toNodeHandler } from '@plinth/core'
import { provisionTenant } from '@plinth/directory'
import express from 'express'
import { H3 } from 'h3'
import { toNodeHandler as fromH3 } from 'h3/node'
import { platform } from './composition.ts'

const tenant = { tenantId: crypto.randomUUID(), organizationId: crypto.randomUUID(), organizationIds: null }
const account = { email: 'ada@product.example', password: 'Analytical-1', role: 'admin' }

await platform.migrate()
await platform.as(systemSession('set up', tenant), async ({ run }) => {
  await run(provisionTenant, { tenantName: 'Product', organizationName: 'Product' })
  await run(seedAccounts, { accounts: [account] })
})
await platform.start()

const plain = createServer(toNodeHandler(platform))
const inExpress = createServer(express().use('/platform', toNodeHandler(platform)))
const inH3 = createServer(fromH3(new H3().all('/**', ({ req }) => platform.fetch(req))))

const servers = [plain, inExpress, inH3]
const [plainUrl, expressUrl, h3Url] = await Promise.all(servers.map(listen))
console.log(JSON.stringify({ account, urls: { plain: plainUrl, express: `${expressUrl}/platform`, h3: h3Url } }))

process.once('SIGTERM', async () => {
  for (const server of servers) server.close()
  await platform.close()
})

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
