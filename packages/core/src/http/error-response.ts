import { toPlatformError } from '../data/database-errors.ts'
import { PlatformError } from '../errors.ts'

/** What a failure looks like to the client: JSON `{error}`, never SQL, a stack or an internal name (decision 4). */
export interface ErrorAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** True for failures of ours, which belong into the log with their cause. */
  readonly unexpected: boolean
}

/** Turns whatever a handler threw into an answer. */
export function toErrorAnswer(thrown: unknown): ErrorAnswer {
  const error = toPlatformError(thrown)
  if (error instanceof PlatformError && error.code !== 'broken_setup') {
    const { status, message, body, headers } = error
    return { status, body: { error: message, ...body }, headers, unexpected: status >= 500 }
  }
  return {
    status: 500,
    body: { error: 'Internal server error', message: 'Something went wrong. Please try again later.' },
    headers: {},
    unexpected: true,
  }
}
