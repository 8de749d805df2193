import { attachments, localStorage, storage } from '@plinth/attachments'
import { auth } from '@plinth/auth'
import { createPlatform, mailer, MIB, provide } from '@plinth/core'
import { directory } from '@plinth/directory'
import { toNodeHandler } from '@plinth/core'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { announceReady } from '../child.ts'

/** The platform with files in a folder, in a plain Node server as hosts run it. */
const files = localStorage({ root: process.env['FILES'] ?? '' })
const platform = await createPlatform({
  database: { url: process.env['DATABASE_URL'] ?? '', privilegedLogin: true },
  modules: [
    directory,
    auth({ secret: 'bench'.repeat(8) }),
    attachments({ maxFileSize: 1100 * MIB, tenantQuota: 64_000 * MIB }),
  ],
  services: [provide(mailer, () => ({ send: async () => {} })), provide(storage, () => files)],
  secret: 'bench'.repeat(8),
  rateLimits: { enabled: false },
})
await platform.migrate()
await platform.start({ workers: false })
const server = createServer(toNodeHandler(platform))
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
