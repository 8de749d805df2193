import { get, post } from '@plinth/core'
import { z } from 'zod'
import { rotateSecret } from '../commands/rotate-secret.ts'
import { features } from '../contract.ts'
import { subscribableEvents } from '../subscribable-events.ts'

/** POST /webhooks/endpoints/{id}/secret */
export const postSecret = post('/webhooks/endpoints/{id}/secret', rotateSecret, {
  summary:
    'Give a webhook endpoint a new secret, which only this response contains. The former one signs as well for a while.',
  isTool: false,
  params: z.object({ id: z.uuid() }),
  errors: [404],
})

/** GET /webhooks/event-types */
export const listEventTypes = get(
  '/webhooks/event-types',
  {
    operation: 'listEventTypes',
    access: features.view,
    summary:
      'List the events that endpoints can subscribe to. The API document describes their messages in `webhooks`.',
    response: z.object({ items: z.array(z.object({ id: z.string() })) }),
  },
  (ctx) => ({ items: [...subscribableEvents(ctx).keys()].toSorted().map((id) => ({ id })) }),
)
