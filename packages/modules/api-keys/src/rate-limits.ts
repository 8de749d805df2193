import { defineRateLimit } from '@plinth/core/http'

/** Keys that are not right, by address: 30 in a minute, then a minute of refusal (decision 17). */
export const wrongKeys = defineRateLimit({
  name: 'api-key',
  points: 30,
  window: 60,
  block: 60,
  key: ({ network }) => network,
})
