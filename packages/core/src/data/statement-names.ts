import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Query } from './unit.ts'

/**
 * Names for prepared statements: the first `limit` texts get one, so that generated SQL cannot fill the server. A name
 * is a hash of its text: behind a pooler, hosts share connections, and what one of them prepared another one may meet.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The statement as `pg` takes it; one without values is sent as text. */
  prepare({ text, values = [] }: Query): pg.QueryConfig {
    const name = values.length > 0 ? this.nameOf(text) : undefined
    return { text, values: values as unknown[], ...(name !== undefined && { name }) }
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= this.#limit) return known
    const name = `plinth_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    this.#names.set(text, name)
    return name
  }
}
