/** Names for prepared statements: the first `limit` texts get one, so that generated SQL cannot fill the server. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= this.#limit) return known
    const name = `plinth_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
