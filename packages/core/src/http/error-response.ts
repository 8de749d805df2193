import { toPlatformError } from '../data/database-errors.ts'
import { PlatformError } from '../errors.ts'

/** What a failure looks like to the client: JSON `{error}`, never SQL, a stack or an internal name (decision 4). */
export interface ErrorAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** Set for failures of ours, which belong into the log: what failed, with its cause. */
  readonly failure?: unknown
}

/** Turns whatever a handler threw into an answer. */
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
