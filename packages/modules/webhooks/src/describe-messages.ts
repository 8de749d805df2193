import type { Module } from '@plinth/core'
import type { DescribedWebhook } from '@plinth/core/http'
import { z } from 'zod'
import { findSubscribableEvents } from './subscribable-events.ts'
import { TEST_EVENT } from './test-event.ts'

/** The messages of all events, for the API document. */
export const describeMessages = (modules: readonly Module[]): readonly DescribedWebhook[] => [
  ...[...findSubscribableEvents(modules).values()].map(({ id, record, isDeletion }) => ({
    name: id,
    summary: `Sent to endpoints that have subscribed to \`${id}\`.`,
    body: z.object({
      type: z.literal(id),
      timestamp: z.iso.datetime().meta({ description: 'When it happened.' }),
      data: isDeletion ? z.object({ id: z.uuid() }) : record,
    }),
  })),
  {
    name: TEST_EVENT,
    summary: 'Sent by `POST /webhooks/endpoints/{id}/test`. The record is the endpoint.',
    body: z.object({ type: z.literal(TEST_EVENT), timestamp: z.iso.datetime(), data: z.object({ id: z.uuid() }) }),
  },
]
