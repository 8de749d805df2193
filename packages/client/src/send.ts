import type { Sessions } from './session.ts'

export interface SendOptions {
  readonly fetch: (request: Request) => Promise<Response>
  readonly sessions: Sessions
  readonly apiKey: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** How often a request is repeated if it gets no response, or a response that asks to retry. */
  readonly retries: number
}

/**
 * Sends a request with credentials. Writes carry an idempotency key, so that they can be repeated if the response was lost and
 * still take effect only once. After a 401, the access token is exchanged and the request repeated.
 */
export async function send(options: SendOptions, request: Request): Promise<Response> {
  const { sessions, headers } = options
  for (const [name, value] of Object.entries(headers)) if (!request.headers.has(name)) request.headers.set(name, value)
  if (isWrite(request) && !isStream(request) && !request.headers.has(IDEMPOTENCY))
    request.headers.set(IDEMPOTENCY, crypto.randomUUID())
  const token = options.apiKey === undefined ? await sessions.token() : null
  const response = await sendOften(options, withCredentials(options, request, token))
  const isExpired = response.status === 401 && options.apiKey === undefined && !request.headers.has('authorization')
  if (!isExpired || isStream(request) || !(await sessions.refresh())) return response
  await response.body?.cancel()
  return sendOften(options, withCredentials(options, request, await sessions.token()))
}

const IDEMPOTENCY = 'idempotency-key'

const isWrite = ({ method }: Request) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** The bytes of a file are not kept for a second attempt, because its upload can be resumed. */
const isStream = ({ headers }: Request) => headers.get('content-type') === 'application/offset+octet-stream'

function withCredentials({ apiKey }: SendOptions, request: Request, token: string | null): Request {
  const copy = isStream(request) ? request : request.clone()
  if (apiKey !== undefined) copy.headers.set('x-api-key', apiKey)
  else if (token !== null && !copy.headers.has('authorization')) copy.headers.set('authorization', `Bearer ${token}`)
  return copy
}

/** Milliseconds before the first repetition; each further one waits twice as long. */
const PAUSE = 200
/** Maximum milliseconds that a server may ask to wait. */
const LONGEST_PAUSE = 10_000

async function sendOften({ fetch, retries }: SendOptions, request: Request): Promise<Response> {
  const isRepeatable = !isStream(request) && (!isWrite(request) || request.headers.has(IDEMPOTENCY))
  for (let attempt = 0; ; attempt++) {
    const isLast = !isRepeatable || attempt >= retries
    try {
      const response = await fetch(isLast ? request : request.clone())
      if (isLast || !TRY_AGAIN.has(response.status)) return response
      const asked = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000
      if (asked > LONGEST_PAUSE) return response
      await response.body?.cancel()
      await pause(Number.isNaN(asked) ? PAUSE * 2 ** attempt : asked, request.signal)
    } catch (error) {
      if (isLast || request.signal.aborted) throw error
      await pause(PAUSE * 2 ** attempt, request.signal)
    }
  }
}

const TRY_AGAIN = new Set([429, 502, 503, 504])

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      },
      { once: true },
    )
  })
