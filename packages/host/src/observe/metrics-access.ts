import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'

/** Access settings of `/metrics`. */
export interface MetricsAccess {
  /** Grants access from anywhere if sent as `Authorization: Bearer`. */
  readonly token?: string | undefined
  /** Whether everybody has access. */
  readonly isOpen?: boolean
}

/** The request: `ip` is the address of the socket, never one from a header. */
export interface Scrape {
  readonly ip?: string | undefined
  readonly headers: Headers
}

/**
 * Returns an error response for callers without access, and `undefined` for those with access: on this machine, or with the
 * token. Metrics reveal the usage and the number of users, so they are not public.
 */
export function refuseScrape({ ip, headers }: Scrape, { token, isOpen = false }: MetricsAccess): Response | undefined {
  if (isOpen || isOnThisMachine(ip, headers)) return undefined
  if (token === undefined) return Response.json({ error: 'Metrics are for this machine only' }, { status: 403 })
  if (isSame(headers.get('authorization') ?? '', `Bearer ${token}`)) return undefined
  const challenge = { 'www-authenticate': 'Bearer' }
  return Response.json({ error: 'Metrics ask for a token' }, { status: 401, headers: challenge })
}

/** A request forwarded by a proxy on this machine comes from elsewhere, however many proxies are trusted. */
function isOnThisMachine(ip: string | undefined, headers: Headers): boolean {
  if (FORWARDED.some((name) => headers.has(name))) return false
  const version = isIP(ip ?? '')
  return version > 0 && loopback.check(ip!, version === 6 ? 'ipv6' : 'ipv4')
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Also matches IPv4 addresses in IPv6 notation. */
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Compares in constant time. */
const isSame = (sent: string, expected: string) => timingSafeEqual(digest(sent), digest(expected))
const digest = (text: string) => createHash('sha256').update(text).digest()
