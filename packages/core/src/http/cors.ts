import { wire } from './wire.ts'

/** The other origins that may call the API. Default: none. */
export interface Cors {
  /** Exact origins, such as `https://app.example.com`. */
  readonly origins: readonly string[]
  /** Whether cookies may be sent. */
  readonly credentials?: boolean
}

/**
 * The CORS headers for the request's origin; none if it is not allowed. `shown` are the response headers exposed to its scripts.
 */
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

const ALWAYS_SHOWN = [
  wire.operationHeader,
  wire.requestIdHeader,
  wire.replayedHeader,
  'retry-after',
  'ratelimit-policy',
  'ratelimit',
]
