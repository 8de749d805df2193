import { createHash } from 'node:crypto'
import { defineRateLimit, type RequestFacts } from '@plinth/core'

const perAddress = ({ ip }: RequestFacts) => ip

/** A digest of what the caller says they are; skipped when they say nothing. Whether it exists is not asked. */
const perNamed = (member: string) => (_request: RequestFacts, body: unknown) => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[member] : undefined
  if (typeof value !== 'string' || value.trim() === '') return null
  return createHash('sha256').update(value.trim().toLowerCase()).digest('hex')
}

const perAddressAnd = (member: string) => (request: RequestFacts, body: unknown) => {
  const named = perNamed(member)(request, body)
  return named && `${request.ip}:${named}`
}

/** Limits that a successful login forgets. */
export const forgottenAtLogin = ['login', 'login-hour', 'login-account'] as const

/** The published limits of the credential endpoints (section 3). The address is counted first. */
export const rateLimits = {
  login: [
    defineRateLimit({ name: 'login-ip', points: 20, window: 60, block: 60, key: perAddress }),
    defineRateLimit({ name: 'login', points: 5, window: 60, block: 60, key: perAddressAnd('email') }),
    // One address alone must not be able to use up what all of them have for an account (decision 44).
    defineRateLimit({ name: 'login-hour', points: 25, window: 3_600, block: 900, key: perAddressAnd('email') }),
    defineRateLimit({ name: 'login-account', points: 100, window: 3_600, block: 900, key: perNamed('email') }),
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
