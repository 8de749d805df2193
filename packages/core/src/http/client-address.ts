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
