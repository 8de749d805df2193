import { defineRateLimit, type RateLimit, type RequestFacts, wire } from '@plinth/core/http'
import { digestOf, knownDevice } from './known-device.ts'

const perAddress = ({ network }: RequestFacts) => network

/** The identifier that a request contains, for example an email address; null if there is none. */
function memberText(member: string, body: unknown): string | null {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[member] : undefined
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** A digest of the identifier in the request; not counted if there is none. */
const perNamed = (member: string) => (_request: RequestFacts, body: unknown) => {
  const value = memberText(member, body)
  return value && digestOf(value)
}

const perAddressAnd = (member: string) => (request: RequestFacts, body: unknown) => {
  const digest = perNamed(member)(request, body)
  return digest && `${request.network}:${digest}`
}

/** The token of the body or, for browsers that follow the link, of the cookie. */
const perAddressAndLogin = (request: RequestFacts, body: unknown) => {
  const token = memberText('refreshToken', body) ?? request.cookie(wire.sessionCookie)
  return token ? `${request.network}:${digestOf(token)}` : null
}

const perKnownDevice = (request: RequestFacts, body: unknown) => {
  const email = memberText('email', body)
  return email && knownDevice(request, email)
}

/** Counts all known devices of an address together, so that having many does not allow more guesses. */
const perKnownDevices = (request: RequestFacts, body: unknown) =>
  perKnownDevice(request, body) === null ? null : perNamed('email')(request, body)

/** Skips known devices, which are counted separately. */
const unlessKnown = (key: RateLimit['key']) => (request: RequestFacts, body: unknown) =>
  perKnownDevice(request, body) === null ? key(request, body) : null

/** Limits that a login of the owner resets. `login-ip` is not among them: having an account must not allow more guesses. */
export const forgottenAtLogin = ['login', 'login-hour', 'login-account', 'login-device', 'login-devices'] as const

/** The published rate limits of the credential endpoints. The IP address is counted first. */
export const rateLimits = {
  login: [
    defineRateLimit({ name: 'login-ip', points: 20, window: 60, block: 60, key: perAddress }),
    defineRateLimit({ name: 'login', points: 5, window: 60, block: 60, key: unlessKnown(perAddressAnd('email')) }),
    // A single IP address must not be able to exhaust the quota of an account for all others (decision: Changed addresses and
    // failed sign-ins).
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
  factor: [defineRateLimit({ name: 'factor-ip', points: 30, window: 60, block: 60, key: perAddress })],
  invite: [defineRateLimit({ name: 'resend-invite', points: 3, window: 300, block: 300, key: perAddress })],
} as const
