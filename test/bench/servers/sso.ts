import { auth } from '@plinth/auth'
import { createPlatform, mailer, provide, toNodeHandler } from '@plinth/core'
import { directory } from '@plinth/directory'
import { sso } from '@plinth/sso'
import { createServer } from 'node:http'
import { freePort } from '../../../packages/host/src/database/free-port.ts'
import { announceReady } from '../child.ts'

/** The platform with single sign-on, and a provider that it may contact. */
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const platform = await createPlatform({
  database: { url: process.env['DATABASE_URL'] ?? '', privilegedLogin: true },
  modules: [directory, auth({ secret: 'bench'.repeat(8) }), sso({ localHosts: [process.env['PROVIDER'] ?? ''] })],
  services: [provide(mailer, () => ({ send: async () => {} }))],
  secret: 'bench'.repeat(8),
  rateLimits: { enabled: false },
  origin,
})
await platform.migrate()
await platform.start()
createServer(toNodeHandler(platform)).listen(port, '127.0.0.1', () => announceReady(origin))
