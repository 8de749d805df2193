import { defineRateLimit } from '@plinth/core/http'

/** Requests for tokens by IP address. */
export const tokenRequests = defineRateLimit({
  name: 'oauth-token',
  points: 60,
  window: 60,
  block: 60,
  key: ({ network }) => network,
})

/** Invalid keys by IP address: 30 per minute, then a minute of rejection (decision: Client address). */
export const wrongKeys = defineRateLimit({
  name: 'api-key',
  points: 30,
  window: 60,
  block: 60,
  key: ({ network }) => network,
})
