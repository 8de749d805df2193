import type { Caller } from '../define/access.ts'
import type { RequestInfo } from './request-info.ts'
import type { Logger } from '../define/logger.ts'

/** A completed request, for logs and metrics. */
export interface Finished {
  readonly facts: RequestInfo
  readonly route: string
  readonly status: number
  readonly caller: Caller | null
  readonly milliseconds: number
  /** Set for statuses of 500 and above. */
  readonly error?: unknown
}

/** Logs server errors, and calls `onFinished`. */
export function finish(
  { log, onFinished }: { readonly log: Logger; readonly onFinished: ((answer: Finished) => void) | undefined },
  answer: Finished,
): void {
  const { error: err, facts, route } = answer
  if (err) log.error({ err, requestId: facts.requestId, route }, 'request failed')
  onFinished?.(answer)
}
