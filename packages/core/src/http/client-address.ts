import { isIPv6 } from 'node:net'

/**
 * The client's address: the socket's own unless `trustedProxies` says how many proxies to believe, then that entry of
 * X-Forwarded-For counted from the right (decision 30).
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
  const entry = forwarded.at(-trustedProxies) ?? forwarded[0]
  return entry && entry.length <= 64 ? entry : socket
}

/**
 * The network that an address is counted under: of IPv6 the first 64 bits, for that much every customer is given; other
 * addresses whole.
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
