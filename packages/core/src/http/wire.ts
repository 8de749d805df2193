import { z } from 'zod'
import { ALL_ORGANIZATIONS } from '../acl/grants.ts'
import { withoutNul } from '../data/text.ts'
import type { CookieAttributes } from '../define/context.ts'
import { parseIsoDate } from '../rules/dates.ts'

/** Spellings that published clients depend on, in one place. */
export const wire = {
  /** Every path is served under both (decision 1). */
  basePaths: ['', '/api'],
  /** Undo metadata of a write. */
  operationHeader: 'x-om-operation',
  requestIdHeader: 'x-request-id',
  /** The `updatedAt` of the copy that a write is based on. */
  expectedUpdatedAtHeader: 'x-om-ext-optimistic-lock-expected-updated-at',
  /** A write with it takes effect once (decision 22). */
  idempotencyKeyHeader: 'idempotency-key',
  /** The method of a request, in the place of that of its request line. */
  methodOverrideHeader: 'x-http-method-override',
  /** Carries the key of a program, beside `Authorization`. */
  apiKeyHeader: 'x-api-key',
  /** Marks an answer that was given before. */
  replayedHeader: 'idempotency-replayed',
  /** Cookies of the login. */
  accessCookie: 'auth_token',
  sessionCookie: 'session_token',
  localeCookie: 'locale',
  selectedTenantCookie: 'om_selected_tenant',
  selectedOrganizationCookie: 'om_selected_org',
  /** The value of the organization cookie that stands for all organizations. */
  allOrganizations: ALL_ORGANIZATIONS,
} as const

/** Page and size of a list. Values outside the range are clamped, as published clients rely on (decision 5). */
export const PageQuery = z.object({
  page: z.coerce
    .number()
    .catch(1)
    .transform((page) => Math.min(Math.max(1, Math.trunc(page) || 1), 1_000_000))
    .default(1),
  pageSize: z.coerce
    .number()
    .catch(50)
    .transform((size) => Math.min(Math.max(1, Math.trunc(size) || 50), 100))
    .default(50),
})

export type PageQuery = z.output<typeof PageQuery>

/** The schema of one page of `item`. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    totalPages: z.number().int(),
  })
}

/** `limit` and `offset` of a page. */
export const limits = ({ page, pageSize }: PageQuery) => ({ limit: pageSize, offset: (page - 1) * pageSize })

/** One page as it is answered. `totalPages` is 0 for an empty list unless `atLeast` says otherwise. */
export function paged<T>([items, total]: readonly [T[], number], { page, pageSize }: PageQuery, atLeast = 0) {
  return { items, total, page, pageSize, totalPages: Math.max(atLeast, Math.ceil(total / pageSize)) }
}

/** Whether the year is one that clients, JavaScript and the database spell alike. False for no date. */
export const hasPlainYear = (date: Date): boolean => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999

/**
 * A moment that a query names, in any form of ISO 8601 that dates are written in: a year, a month, a day, a time with or
 * without seconds and offset. Without an offset it is UTC, wherever the host is. Gives it as every answer spells times.
 */
export const Moment = z
  .string()
  .max(64)
  .regex(/^\d{4}/, 'Invalid date')
  .transform((text, { addIssue }) => {
    const date = new Date(parseIsoDate(text))
    if (hasPlainYear(date)) return date.toISOString()
    addIssue({ code: 'custom', message: 'Invalid date' })
    return z.NEVER
  })

/** The cookie of that name, decoded; undefined when absent or when its encoding is broken. */
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

/** A Set-Cookie value. The value is encoded, so that it cannot end the header or add attributes. */
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

/** Which other origins may call. Default: none. */
export interface Cors {
  /** Exact origins, `https://app.example.com`. */
  readonly origins: readonly string[]
  /** Whether cookies may be sent. */
  readonly credentials?: boolean
}

/** The headers that allow the request's origin, or none. `shown` are those of the answer that its pages may read. */
export function corsHeaders(
  { origins, credentials = false }: Cors,
  { headers, shown }: { headers: Headers; shown: readonly string[] },
): readonly (readonly [string, string])[] {
  const origin = headers.get('origin')
  if (origin === null || !origins.includes(origin)) return [['vary', 'Origin']]
  return [
    ['vary', 'Origin'],
    ['access-control-allow-origin', origin],
    ...(credentials ? ([['access-control-allow-credentials', 'true']] as const) : []),
    ['access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    [
      'access-control-allow-headers',
      headers.get('access-control-request-headers') ?? `authorization, content-type, ${wire.apiKeyHeader}`,
    ],
    ['access-control-expose-headers', [...ALWAYS_SHOWN, ...shown].join(', ')],
    ['access-control-max-age', '600'],
  ]
}

const ALWAYS_SHOWN = [wire.operationHeader, wire.requestIdHeader, wire.replayedHeader, 'retry-after']
