/** Who may call from another origin. Off unless configured. */
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
      headers.get('access-control-request-headers') ?? 'authorization, content-type, x-api-key',
    ],
    ['access-control-expose-headers', [...ALWAYS_SHOWN, ...shown].join(', ')],
    ['access-control-max-age', '600'],
  ]
}

const ALWAYS_SHOWN = ['x-om-operation', 'x-request-id', 'idempotency-replayed', 'retry-after']
