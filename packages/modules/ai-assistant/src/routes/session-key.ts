import { createSessionKey } from '@plinth/api-keys'
import { post } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'

export const postSessionKey = post(
  '/ai_assistant/session-key',
  {
    access: features.view,
    summary: 'Create a token with which an MCP client can act as the caller for two hours.',
    isTool: false,
    runs: createSessionKey,
    errors: [400],
    response: z.object({ sessionToken: z.string(), expiresAt: z.string() }),
  },
  ({ run }) => run(createSessionKey, {}),
)
