import { auth } from '@plinth/auth'
import { catalog } from '@plinth/catalog'
import { createPlatform, mailer, provide, toNodeHandler } from '@plinth/core'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { webhooks } from '@plinth/webhooks'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { announceReady } from '../child.ts'

/** The platform with webhooks to the receiver of the bench. */
const platform = await createPlatform({
  database: { url: process.env['DATABASE_URL'] ?? '', privilegedLogin: true },
  modules: [
    directory,
    auth({ secret: 'bench'.repeat(8) }),
    progress,
    catalog,
    webhooks({ webhookLocalHosts: [process.env['RECEIVER'] ?? ''] }),
  ],
  services: [provide(mailer, () => ({ send: async () => {} }))],
  secret: 'bench'.repeat(8),
  rateLimits: { enabled: false },
})
await platform.migrate()
await platform.start()
const server = createServer(toNodeHandler(platform))
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
