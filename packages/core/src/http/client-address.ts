import { isIP, isIPv6 } from 'node:net'

/**
 * The client's address: that of the socket, unless `trustedProxies` says how many proxies to trust; then that entry of
 * X-Forwarded-For, counted from the right (decision: Trusted proxies). An entry that is not an address is ignored.
 */
export function clientAddress(headers: Headers, socketAddress: string | undefined, trustedProxies: number): string {
  const socket = socketAddress || 'unknown'
  if (trustedProxies <= 0) return socket
  const forwarded =
    headers
      .get('x-forwarded-for')
      ?.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean) ?? []
  const entry = forwarded.at(-trustedProxies) ?? forwarded[0] ?? ''
  return addressIn(entry) ?? socket
}

/** Some proxies append the port, which differs for each connection: `203.0.113.7:51422`, `[2001:db8::1]:443`. */
function addressIn(entry: string): string | undefined {
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
  return isIP(address) ? address : undefined
}

/**
 * The network that an address is counted under: the first 64 bits of IPv6 addresses, since every customer is assigned at least
 * that much; other addresses in full.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [first = [], last = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
