import { type Context, defineJob } from '@plinth/core'
import { eachTenant } from '@plinth/core/data'
import { z } from 'zod'
import { WebhookDelivery } from '../entities.ts'
import { disableOverloaded } from './disable-overloaded.ts'
import { sendDue } from './send-due.ts'

/** Sends what is due in a tenant. It is queued in the transactions that emit events. */
export const send = defineJob({
  id: 'webhooks.send',
  payload: z.object({}),
  retries: 20,
  concurrency: 8,
  timeout: 900,
  run: ({ actAs, scope: { tenantId }, signal }) =>
    // The job has the scope of whoever caused the event first, but sends those of the whole tenant.
    actAs({ actor: 'platform', reason: 'send webhooks', scope: { tenantId } }, (ctx: Context) => sendDue(ctx, signal)),
})

/** Every minute, sends what has to be tried again, and what a host that was killed has left; disables endpoints that fall behind. */
export const resume = defineJob({
  id: 'webhooks.resume',
  payload: z.object({}),
  schedule: '* * * * *',
  run: (ctx) =>
    eachTenant(
      ctx,
      {
        reason: 'send webhooks that are due',
        find: (from) =>
          from(WebhookDelivery, 'd')
            .select('d.tenantId')
            .distinct()
            .where('d.status', '=', 'pending')
            .where('d.nextAttemptAt', '<=', ctx.now().toISOString())
            .execute(),
      },
      async (own) => {
        await disableOverloaded(own)
        own.enqueue(send, {}, { key: own.scope.tenantId })
      },
    ),
})
