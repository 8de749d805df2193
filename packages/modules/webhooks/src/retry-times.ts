const [MINUTE, HOUR] = [60_000, 3_600_000]

/** Milliseconds between attempts: ten attempts in about three days. */
const PAUSES = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 1 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 20 * HOUR, 29 * HOUR]

/** The longest pause that a receiver can ask for. */
const MAX_PAUSE = 72 * HOUR

/**
 * When to try again after so many attempts: later by up to a fifth, so that receivers are not called by all at once, and not before the
 * receiver's `Retry-After`. Null after the last attempt.
 */
export function nextAttempt(
  attempts: number,
  { now, retryAfter, random = Math.random }: { now: Date; retryAfter: string | undefined; random?: () => number },
): Date | null {
  const pause = PAUSES[attempts - 1]
  if (pause === undefined) return null
  const asked = Math.min(readRetryAfter(retryAfter, now), MAX_PAUSE)
  return new Date(now.getTime() + Math.max(pause * (1 + random() / 5), asked))
}

/** Milliseconds of a `Retry-After` header: seconds, or a date. Anything else is 0. */
function readRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime())
}
