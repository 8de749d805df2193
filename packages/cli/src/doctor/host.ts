import { failed, ok, type Result, skipped } from './finding.ts'

/** Whether a running host is ready. */
export async function checkHost(url?: string): Promise<Result> {
  if (url === undefined) return skipped('use --url to name a running host')
  if (!URL.canParse('/readyz', url))
    return failed(`${url} is not a valid URL`, 'Name it with its scheme: https://app.example.com')
  try {
    const { status } = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(10_000), redirect: 'manual' })
    if (status === 200) return ok(`${url} is ready`)
    return failed(`${url}/readyz answers ${status}`, 'Look at the log of the host; 503 means that it has no database')
  } catch (error) {
    const { cause, message } = error as Error
    return failed(`${url} does not answer: ${cause instanceof Error ? cause.message : message}`, 'Start the host')
  }
}
