import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { settings } from '../settings.ts'

const Payload = z.object({ event: z.string(), payload: z.unknown() })

/** Emits an event that a rule has requested, if the host lets rules emit it. */
export const emitEvent = defineJob({
  id: 'business_rules.emit-event',
  payload: Payload,
  isRuled: true,
  run({ payload, inject, emit }) {
    const event = inject(settings).events.find(({ id }) => id === payload.event)
    if (event) emit(event, payload.payload)
  },
})
