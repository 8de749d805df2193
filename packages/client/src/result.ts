/** Why a request failed: what the server responded, or that there was no response. */
export interface Failure {
  /** The HTTP status; 0 if no response arrived. */
  readonly status: number
  /** A sentence for people. */
  readonly error: string
  /** Further properties of the response, such as `details` or `requiredFeatures`. */
  readonly [member: string]: unknown
}

/** A value or a failure. Check `error` first; TypeScript then knows that `data` is there. */
export type Result<T> =
  | { readonly data: T; readonly error?: undefined; readonly response: Response }
  | { readonly data?: undefined; readonly error: Failure; readonly response: Response | undefined }

/** A failure where it cannot be returned as a value: inside iterators. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.error)
    this.failure = failure
  }
}

/** Reads a response to its end. */
export async function toResult<T>(responding: Promise<Response>): Promise<Result<T>> {
  let response: Response
  try {
    response = await responding
  } catch (error) {
    return { error: toFailure(0, error), response: undefined }
  }
  const body = await readBody(response)
  return response.ok ? { data: body as T, response } : { error: toFailure(response.status, body), response }
}

/** The failure that a body or a thrown error describes. */
export function toFailure(status: number, cause: unknown): Failure {
  if (cause instanceof Error) return { status, error: cause.message, cause }
  if (typeof cause !== 'object' || cause === null) return { status, error: String(cause || 'The request failed') }
  const { error, message, ...members } = cause as Readonly<Record<string, unknown>>
  return { ...members, status, error: String(error ?? message ?? 'The request failed') }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => '')
  if (text === '' && !response.headers.has('content-type')) return undefined
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
