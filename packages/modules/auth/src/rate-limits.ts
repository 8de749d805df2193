import { defineRateLimit, type RateLimit, type RequestFacts, wire } from '@plinth/core/http'
import { digestOf, knownDevice } from './known-device.ts'

const perAddress = ({ network }: RequestFacts) => network

/** What the caller says they are; null when they say nothing. */
function memberText(member: string, body: unknown): string | null {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[member] : undefined
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** A digest of what the caller says they are; skipped when they say nothing. */
const perNamed = (member: string) => (_request: RequestFacts, body: unknown) => {
  const value = memberText(member, body)
  return value && digestOf(value)
}

const perAddressAnd = (member: string) => (request: RequestFacts, body: unknown) => {
  const digest = perNamed(member)(request, body)
  return digest && `${request.network}:${digest}`
}

/** The token of the body; of browsers that follow the link, that of the cookie. */
const perAddressAndLogin = (request: RequestFacts, body: unknown) => {
  const token = memberText('refreshToken', body) ?? request.cookie(wire.sessionCookie)
  return token ? `${request.network}:${digestOf(token)}` : null
}

const perKnownDevice = (request: RequestFacts, body: unknown) => {
  const email = memberText('email', body)
  return email && knownDevice(request, email)
}

/** All known devices of an address: whoever has many has no more guesses. */
const perKnownDevices = (request: RequestFacts, body: unknown) =>
  perKnownDevice(request, body) === null ? null : perNamed('email')(request, body)

/** A known device is counted by itself. */
const unlessKnown = (key: RateLimit['key']) => (request: RequestFacts, body: unknown) =>
  perKnownDevice(request, body) === null ? key(request, body) : null

/** Limits whose counts the owner's login clears. `login-ip` is not among them: an own account must not buy more guesses. */
export const forgottenAtLogin = ['login', 'login-hour', 'login-account', 'login-device', 'login-devices'] as const

/** The published limits of the credential endpoints. The address is counted first. */
export const rateLimits = {
  login: [
    defineRateLimit({ name: 'login-ip', points: 20, window: 60, block: 60, key: perAddress }),
    defineRateLimit({ name: 'login', points: 5, window: 60, block: 60, key: unlessKnown(perAddressAnd('email')) }),
    // One address alone must not be able to use up what all of them have for an account (decision 44).
    defineRateLimit({
      name: 'login-hour',
      points: 25,
      window: 3_600,
      block: 900,
      key: unlessKnown(perAddressAnd('email')),
    }),
    defineRateLimit({
      name: 'login-account',
      points: 100,
      window: 3_600,
      block: 900,
      key: unlessKnown(perNamed('email')),
    }),
    defineRateLimit({ name: 'login-device', points: 10, window: 900, block: 900, key: perKnownDevice }),
    defineRateLimit({ name: 'login-devices', points: 50, window: 3_600, block: 900, key: perKnownDevices }),
  ],
  reset: [
    defineRateLimit({ name: 'reset-ip', points: 10, window: 60, block: 60, key: perAddress }),
    defineRateLimit({ name: 'reset', points: 3, window: 60, block: 60, key: perAddressAnd('email') }),
  ],
  confirm: [defineRateLimit({ name: 'reset-confirm', points: 5, window: 300, block: 0, key: perAddress })],
  refresh: [
    defineRateLimit({ name: 'refresh-ip', points: 60, window: 60, block: 60, key: perAddress }),
    defineRateLimit({ name: 'refresh', points: 15, window: 60, block: 60, key: perAddressAndLogin }),
  ],
  invite: [defineRateLimit({ name: 'resend-invite', points: 3, window: 300, block: 300, key: perAddress })],
} as const
