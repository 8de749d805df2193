import { withoutNul } from '../data/query/storable-text.ts'
import type { CookieAttributes } from '../define/context.ts'

/** The decoded value of a cookie; undefined if it is absent or its encoding is invalid. */
export function readCookie(header: string | null, name: string): string | undefined {
  if (!header) return undefined
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue
    const value = pair.slice(equals + 1).trim()
    try {
      const isQuoted = value.startsWith('"') && value.endsWith('"') && value.length > 1
      return withoutNul(decodeURIComponent(isQuoted ? value.slice(1, -1) : value))
    } catch {
      return undefined
    }
  }
  return undefined
}

/** A Set-Cookie header. The value is encoded, so that it cannot end the header or add attributes. */
export function toSetCookie(name: string, value: string, attributes: CookieAttributes & { secure: boolean }): string {
  const { httpOnly, sameSite, maxAge, expires, secure } = attributes
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/']
  if (maxAge !== undefined) parts.push(`Max-Age=${Math.trunc(maxAge)}`)
  if (expires) parts.push(`Expires=${expires.toUTCString()}`)
  if (httpOnly) parts.push('HttpOnly')
  if (sameSite) parts.push(`SameSite=${sameSite[0]?.toUpperCase()}${sameSite.slice(1)}`)
  if (secure) parts.push('Secure')
  return parts.join('; ')
}
