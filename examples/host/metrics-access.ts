import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'

/** What the host was told about `/metrics`. */
export interface MetricsAccess {
  /** Whoever sends it as `Authorization: Bearer` may read from anywhere. */
  readonly token?: string | undefined
  /** Whether everybody may read. */
  readonly isOpen?: boolean
}

/** Who asks: `ip` is the address of the socket, never one that a header claims. */
export interface Scrape {
  readonly ip?: string | undefined
  readonly headers: Headers
}

/**
 * Answers a caller that may not read the metrics, and `undefined` to one that may: on this machine, or with the token.
 * They tell how much is used and by how many, which is nobody else's business.
 */
export function refuseScrape({ ip, headers }: Scrape, { token, isOpen = false }: MetricsAccess): Response | undefined {
  if (isOpen || isOnThisMachine(ip, headers)) return undefined
  if (token === undefined) return Response.json({ error: 'Metrics are for this machine only' }, { status: 403 })
  if (isSame(headers.get('authorization') ?? '', `Bearer ${token}`)) return undefined
  const challenge = { 'www-authenticate': 'Bearer' }
  return Response.json({ error: 'Metrics ask for a token' }, { status: 401, headers: challenge })
}

/** A request that a proxy of this machine passes on comes from elsewhere, however many proxies are trusted. */
function isOnThisMachine(ip: string | undefined, headers: Headers): boolean {
  if (FORWARDED.some((name) => headers.has(name))) return false
  const version = isIP(ip ?? '')
  return version > 0 && loopback.check(ip!, version === 6 ? 'ipv6' : 'ipv4')
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** It finds IPv4 addresses in IPv6 notation, too. */
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Takes as long for a token that begins right as for any other. */
const isSame = (sent: string, expected: string) => timingSafeEqual(digest(sent), digest(expected))
const digest = (text: string) => createHash('sha256').update(text).digest()
