import { composition, get } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { NO_PROVIDER } from '../settings/model-choice.ts'
import { settings } from '../options.ts'
import { PROVIDER_IDS } from '../providers.ts'

/** The reported version of this package. */
const VERSION = '0.1.0'

/** GET /ai_assistant/health. The agent and the MCP server run inside this platform. */
export const health = get(
  '/ai_assistant/health',
  {
    access: features.view,
    summary: 'Get the status of the assistant.',
    isTool: false,
    response: z.object({
      status: z.enum(['ok', 'error']),
      opencode: z.object({ healthy: z.boolean(), version: z.string() }).optional(),
      mcp: z.record(z.string(), z.object({ status: z.enum(['connected', 'failed', 'connecting']) })).optional(),
      search: z.object({
        available: z.boolean(),
        driver: z.literal('meilisearch').nullable(),
        url: z.string().nullable(),
      }),
      url: z.string(),
      mcpUrl: z.string(),
      message: z.string().optional(),
    }),
  },
  ({ inject }) => {
    const { origin } = inject(composition)
    const { providers } = inject(settings)
    const isConfigured = PROVIDER_IDS.some((id) => providers[id] !== undefined)
    const addresses = {
      search: { available: false, driver: null, url: null },
      url: `${origin}/api/ai_assistant`,
      mcpUrl: `${origin}/api/mcp`,
    }
    return isConfigured
      ? {
          status: 'ok' as const,
          opencode: { healthy: true, version: VERSION },
          mcp: { plinth: { status: 'connected' as const } },
          ...addresses,
        }
      : { status: 'error' as const, ...addresses, message: NO_PROVIDER }
  },
)
