import { toPlatformError } from '../data/connection/database-errors.ts'
import { PlatformError } from '../errors.ts'

/** An error as sent to the client: JSON `{error}`, never SQL, a stack trace or an internal name (decision: Errors). */
interface ErrorAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** Set for statuses of 500 and more: the error to log, with its cause. */
  readonly failure?: unknown
}

/** Converts a thrown error to a response. */
export function toErrorAnswer(thrown: unknown): ErrorAnswer {
  const error = toPlatformError(thrown)
  if (error instanceof PlatformError && error.code !== 'broken_setup') {
    const { status, message, body, headers } = error
    return { status, body: { error: message, ...body }, headers, ...(status >= 500 && { failure: error }) }
  }
  return {
    status: 500,
    body: { error: 'Internal server error', message: 'Something went wrong. Please try again later.' },
    headers: {},
    failure: error,
  }
}
