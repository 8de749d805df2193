import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from './database-errors.ts'

/** Milliseconds before each further attempt. */
const WAITS = [1_000, 2_000, 4_000]

/**
 * Reads one page of a long response. The response has begun, so a page that is refused for lack of capacity (503) cannot be
 * reported to the client; it is read again after 1, 2 and 4 seconds. Throws the error of the last attempt, and any other error
 * immediately.
 */
export async function retryUnavailable<Page>(read: () => Promise<Page>): Promise<Page> {
  for (const wait of WAITS) {
    try {
      return await read()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await sleep(wait)
    }
  }
  return read()
}
