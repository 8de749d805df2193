import type pg from 'pg'
import { serverTrouble } from './database-errors.ts'

/** Milliseconds without an error after which a disk that takes a write again is trusted: it may be full with the next one. */
const CALM = 5_000

/** Why the server of a pool could not do its work, from the first such error until it works again. */
export class Trouble {
  #seen: { readonly sentence: string; readonly isOfDisk: boolean; readonly at: number } | undefined

  note(error: unknown): void {
    const sentence = serverTrouble(error)
    if (sentence === undefined) return
    this.#seen = { sentence, isOfDisk: /^(53100|58)/.test((error as pg.DatabaseError).code!), at: performance.now() }
  }

  /** The trouble that lasts, in a sentence; null if there is none. `probe` does what failed before. */
  async lasts(probe: () => Promise<unknown>): Promise<string | null> {
    if (!this.#seen) return null
    try {
      await probe()
    } catch (error) {
      this.note(error)
      return this.#seen.sentence
    }
    if (this.#seen.isOfDisk && performance.now() - this.#seen.at < CALM) return this.#seen.sentence
    this.#seen = undefined
    return null
  }
}

/** Notes the errors of all statements on a connection. */
export function watchTrouble(client: pg.PoolClient, trouble: Trouble): void {
  client.connection.on('errorMessage', (error: unknown) => trouble.note(error))
}
