import { auth } from '@plinth/auth'
import { createPlatform, mailer, provide, toNodeHandler } from '@plinth/core'
import { customFields } from '@plinth/custom-fields'
import { directory } from '@plinth/directory'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { announceReady } from '../child.ts'

/** The platform with custom fields, which it adds to the database. */
const platform = await createPlatform({
  database: { url: process.env['DATABASE_URL'] ?? '', privilegedLogin: true },
  modules: [directory, auth({ secret: 'bench'.repeat(8) }), customFields],
  services: [provide(mailer, () => ({ send: async () => {} }))],
  secret: 'bench'.repeat(8),
  rateLimits: { enabled: false },
})
await platform.migrate()
await platform.start()
const server = createServer(toNodeHandler(platform))
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
