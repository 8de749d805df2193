import { get } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { webhookKeysOf } from '../outbound/signature.ts'

/** GET /business_rules/webhook-key: the key with which receivers verify the signatures of the tenant's webhooks. */
export const readWebhookKey = get(
  '/business_rules/webhook-key',
  {
    access: features.manage,
    isTool: false,
    summary: 'Get the key with which receivers verify the signatures of webhooks.',
    response: z.object({ algorithm: z.literal('HMAC-SHA256'), key: z.string() }),
  },
  (ctx) => ({ algorithm: 'HMAC-SHA256' as const, key: webhookKeysOf(ctx)[0] }),
)
