import { get, list, notFound, post, view } from '@plinth/core'
import { texts } from '@plinth/core/http'
import { z } from 'zod'
import { replayDeliveries, resendDelivery, testEndpoint } from '../send-again.ts'
import { takePage } from '../commands/take-page.ts'
import { features } from '../contract.ts'
import { messageIdOf } from '../deliver.ts'
import { ownerOf } from '../endpoints.ts'
import { WebhookDelivery, WebhookEndpoint } from '../entities.ts'
import { readMessages } from '../read-messages.ts'

const DeliveryView = view(WebhookDelivery, [
  'id',
  'endpointId',
  'event',
  'status',
  'attempts',
  'nextAttemptAt',
  'lastAttemptAt',
  'answerStatus',
  'answer',
  'error',
  'milliseconds',
  'createdAt',
]).extend({ recordId: z.uuid().nullable() })

/**
 * GET /webhooks/deliveries. What the owner of an endpoint may not read is not named. Whoever has policies sees those to their own endpoints,
 * because others are told of records that are hidden from them, and receivers answer with what they were told.
 */
export const listDeliveries = list('/webhooks/deliveries', WebhookDelivery, {
  access: features.view,
  summary: 'List what was sent to webhook endpoints, or will be, without its contents.',
  select: DeliveryView,
  where: ({ eb, from, actor }) =>
    actor.layers
      ? [eb('row.endpointId', 'in', from(WebhookEndpoint, 'e').select('e.id').where('e.ownerId', '=', ownerOf(actor)))]
      : [],
  resolve: async ({ inject, locale }, { status, recordId, error }) => ({
    recordId: status === 'skipped' ? null : recordId,
    error: error && inject(texts).message((await locale()).language, error),
  }),
  sort: ['createdAt'],
  defaultSort: { field: 'createdAt', dir: 'desc' },
  filter: ['endpointId', 'status'],
})

const params = z.object({ id: z.uuid() })

/** POST /webhooks/deliveries/{id}/resend */
export const postResend = post('/webhooks/deliveries/{id}/resend', resendDelivery, {
  summary: 'Send an event to a webhook endpoint again, with the same id.',
  params,
  status: 202,
  errors: [404, 409],
})

/** POST /webhooks/endpoints/{id}/replay */
export const postReplay = post('/webhooks/endpoints/{id}/replay', replayDeliveries, {
  summary: 'Send the events of a period to a webhook endpoint again, with the same ids.',
  params,
  status: 202,
  errors: [404, 409],
})

/** POST /webhooks/endpoints/{id}/test */
export const postTest = post('/webhooks/endpoints/{id}/test', testEndpoint, {
  summary: 'Send a test event to a webhook endpoint. The list of deliveries shows what it answered.',
  params,
  status: 202,
  errors: [404, 409],
})

/** The most events of an answer. */
const MOST = 100

/** GET /webhooks/events: the same events, for receivers that cannot be reached. */
export const pullEvents = get(
  '/webhooks/events',
  {
    operation: 'pullEvents',
    access: features.view,
    summary:
      'Get the events of a webhook endpoint after a cursor, with their records as the caller may read them now. For receivers that cannot be reached.',
    query: z.object({
      endpointId: z.uuid().toLowerCase(),
      cursor: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional()
        .meta({ description: '`cursor` of the previous answer. Default: from the oldest event that is kept.' }),
      limit: z.coerce.number().int().min(1).max(MOST).default(MOST),
    }),
    response: z.object({
      items: z.array(
        z.object({ id: z.string(), type: z.string(), timestamp: z.string(), data: z.record(z.string(), z.unknown()) }),
      ),
      cursor: z.string().meta({ description: 'For the next request, also if there are no more events yet.' }),
      hasMore: z.boolean(),
    }),
    errors: [404],
  },
  async (ctx) => {
    const { query, from, run, actor, scope } = ctx
    const { endpointId, cursor = '0', limit } = query
    const endpoint = await from(WebhookEndpoint, 'e')
      .select('e.condition')
      .where('e.id', '=', endpointId)
      .executeTakeFirst()
    if (!endpoint) throw notFound('Webhook endpoint')
    const { events } = await run(takePage, { endpointId, after: Number(cursor), limit })
    const { condition } = endpoint
    const readings = await readMessages(
      ctx,
      events.map((event) => ({ ...event, condition })),
      { actor, scope },
    )
    const items = readings.flatMap((reading, place) => {
      if (reading instanceof Error) throw reading
      return typeof reading === 'string' ? [] : [{ id: messageIdOf(events[place]!.id), ...reading.message }]
    })
    return { items, cursor: String(events.at(-1)?.position ?? cursor), hasMore: events.length === limit }
  },
)
