import { createHash } from 'node:crypto'
import type { RequestFacts } from '@plinth/core/http'
import { randomToken } from '@plinth/core/security'

/** The cookie that identifies a browser, and the addresses that have signed in from it. */
const COOKIE = 'om_device'
const MAX_ADDRESSES = 5
const DAYS = 180

/** The digest by which an address is counted, whether or not an account exists. */
export const digestOf = (text: string) => createHash('sha256').update(text.trim().toLowerCase()).digest('hex')

/**
 * The key for counting failed logins of a browser that has signed in with this address before; null for any other browser. Known
 * browsers have a separate quota, so that strangers who exhaust an account's quota do not lock out its owner (decision: Changed
 * addresses and failed sign-ins).
 */
export function knownDevice(request: RequestFacts, email: string): string | null {
  const { device, addresses } = readDevice(request)
  const digest = digestOf(email)
  return addresses.includes(digest) ? `${device}:${digest}` : null
}

/** Sets the cookie of a known browser after a login. */
export function rememberDevice(request: RequestFacts, email: string): void {
  const { device, addresses } = readDevice(request)
  const digest = digestOf(email)
  const newest = [digest, ...addresses.filter((other) => other !== digest)].slice(0, MAX_ADDRESSES)
  const attributes = { httpOnly: true, sameSite: 'lax', maxAge: DAYS * 86_400 } as const
  request.setSignedCookie(COOKIE, [device, ...newest].join(':'), attributes)
}

/** Identifies the browser of a request: at random if it has no cookie yet, but the same for the whole request. */
export const deviceOf = (request: RequestFacts): string => readDevice(request).device

const newDevices = new WeakMap<RequestFacts, string>()

function readDevice(request: RequestFacts) {
  const [device = '', ...addresses] = request.signedCookie(COOKIE)?.split(':') ?? []
  if (device !== '') return { device, addresses }
  let created = newDevices.get(request)
  if (created === undefined) newDevices.set(request, (created = randomToken(16)))
  return { device: created, addresses }
}
