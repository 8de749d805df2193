import { aiAssistant } from '@plinth/ai-assistant'
import { apiKeys } from '@plinth/api-keys'
import { auth } from '@plinth/auth'
import { createPlatform, defineFeatures, defineModule, mailer, provide } from '@plinth/core'
import { directory } from '@plinth/directory'
import { defineTool, tools } from '@plinth/points'
import { serve } from 'h3'
import { z } from 'zod'
import { announceReady } from '../child.ts'

/** The platform with the assistant, and so many tools of a module that there are 200 with the others. */
const features = defineFeatures('bench', { view: 'View the bench' })
const bench = defineModule({
  id: 'bench',
  title: 'Bench',
  features,
  roles: { admin: [features.view] },
  contributes: [
    tools.of(
      ...Array.from({ length: 172 }, (_, index) =>
        defineTool({
          name: `bench_${index}`,
          description: `Number ${index} of the tools of a large platform, described in one sentence.`,
          access: features.view,
          input: z.object({ id: z.uuid(), name: z.string().max(200).optional(), page: z.int().min(1).default(1) }),
          output: z.object({ index: z.number() }),
          run: () => ({ index }),
        }),
      ),
    ),
  ],
})
const { MODEL_URL } = process.env
const MANY = 1_000_000
const platform = await createPlatform({
  database: { url: process.env['DATABASE_URL'] ?? '', privilegedLogin: true },
  modules: [
    directory,
    auth({ secret: 'bench'.repeat(8) }),
    apiKeys,
    aiAssistant({
      provider: 'openai',
      providers: MODEL_URL ? { openai: { apiKey: 'sk', baseUrl: MODEL_URL } } : {},
      limits: { callsPerMinute: MANY, turnsPerPerson: MANY, turnsPerTenant: MANY, tokensPerDay: MANY * MANY },
    }),
    bench,
  ],
  services: [provide(mailer, () => ({ send: async () => {} }))],
  secret: 'bench'.repeat(8),
  rateLimits: { enabled: false },
})
await platform.migrate()
await platform.start({ workers: false })
const server = serve(platform.app, { port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
await server.ready()
announceReady(server.url ?? '')
