import { auth } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { createPlatform, mailer, provide } from '@plinth/core'
import { directory } from '@plinth/directory'
import { serve } from 'h3'
import { announceReady } from '../child.ts'

/** The platform as a product would run it, without the host's pages. */
const platform = await createPlatform({
  database: { url: process.env['DATABASE_URL'] ?? '', privilegedLogin: true },
  modules: [directory, auth({ secret: 'bench'.repeat(8) }), businessRules()],
  services: [provide(mailer, () => ({ send: async () => {} }))],
  secret: 'bench'.repeat(8),
  rateLimits: { enabled: false },
})
await platform.start()
const server = serve(platform.app, { port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
await server.ready()
announceReady(server.url ?? '')
