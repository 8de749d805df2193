import { createHash } from 'node:crypto'
import { defineRateLimit, type RequestFacts } from '@plinth/core'

const perAddress = ({ ip }: RequestFacts) => ip

/** The address and a digest of what the caller says they are; skipped when they say nothing. */
const perAddressAnd =
  (member: string) =>
  ({ ip }: RequestFacts, body: unknown) => {
    const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[member] : undefined
    if (typeof value !== 'string' || value.trim() === '') return null
    return `${ip}:${createHash('sha256').update(value.trim().toLowerCase()).digest('hex')}`
  }

/** The published limits of the credential endpoints (section 3). The address is counted first. */
export const rateLimits = {
  login: [
    defineRateLimit({ name: 'login-ip', points: 20, window: 60, block: 60, key: perAddress }),
    defineRateLimit({ name: 'login', points: 5, window: 60, block: 60, key: perAddressAnd('email') }),
  ],
  reset: [
    defineRateLimit({ name: 'reset-ip', points: 10, window: 60, block: 60, key: perAddress }),
    defineRateLimit({ name: 'reset', points: 3, window: 60, block: 60, key: perAddressAnd('email') }),
  ],
  confirm: [defineRateLimit({ name: 'reset-confirm', points: 5, window: 300, block: 0, key: perAddress })],
  refresh: [
    defineRateLimit({ name: 'refresh-ip', points: 60, window: 60, block: 60, key: perAddress }),
    defineRateLimit({ name: 'refresh', points: 15, window: 60, block: 60, key: perAddressAnd('refreshToken') }),
  ],
  invite: [defineRateLimit({ name: 'resend-invite', points: 3, window: 300, block: 300, key: perAddress })],
} as const
