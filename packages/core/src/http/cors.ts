/** Who may call from another origin. Off unless configured. */
export interface Cors {
  /** Exact origins, `https://app.example.com`. */
  readonly origins: readonly string[]
  /** Whether cookies may be sent. */
  readonly credentials?: boolean
}

/** The headers that allow the request's origin, or none. */
export function corsHeaders(
  { origins, credentials = false }: Cors,
  headers: Headers,
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
    ['access-control-expose-headers', 'x-om-operation, x-request-id, idempotency-replayed, retry-after'],
    ['access-control-max-age', '600'],
  ]
}
