import { createHash } from 'node:crypto'
import type { RequestFacts } from '@plinth/core/http'
import { randomToken } from '@plinth/core/security'

/** Which browser this is, and with which addresses it has signed in before. */
const COOKIE = 'om_device'
const MAX_ADDRESSES = 5
const DAYS = 180

/** What stands for an address where it is counted; whether there is such an account is not asked. */
export const digestOf = (text: string) => createHash('sha256').update(text.trim().toLowerCase()).digest('hex')

/**
 * What counts the failed logins of a browser that has signed in with this address before; null for any other. It has an
 * allowance of its own, so that strangers who use up an account's do not lock its owner out (decision 44).
 */
export function knownDevice(request: RequestFacts, email: string): string | null {
  const { device, addresses } = readDevice(request)
  const digest = digestOf(email)
  return addresses.includes(digest) ? `${device}:${digest}` : null
}

/** Sets the cookie of a known browser, after a login. */
export function rememberDevice(request: RequestFacts, email: string): void {
  const { device, addresses } = readDevice(request)
  const digest = digestOf(email)
  const newest = [digest, ...addresses.filter((other) => other !== digest)].slice(0, MAX_ADDRESSES)
  const attributes = { httpOnly: true, sameSite: 'lax', maxAge: DAYS * 86_400 } as const
  request.setSignedCookie(COOKIE, [device, ...newest].join(':'), attributes)
}

function readDevice(request: RequestFacts) {
  const [device = '', ...addresses] = request.signedCookie(COOKIE)?.split(':') ?? []
  return { device: device || randomToken(16), addresses }
}
