import { exactKeys, halvesOf, isMisspelt, type Reason, REASONS, type Traits } from './likeness.ts'

/** What a row looks like: a record, or an earlier row. */
export interface Match {
  readonly row: number
  readonly recordId: string | null
  readonly otherRow: number | null
  readonly reason: Reason
}

/** Maximum number of rows that are compared; further ones are not. */
const MAX_COMPARED_ROWS = 100_000

/** Maximum number of names with the same half that are compared. */
const MOST_ALIKE = 10

interface NamedRow {
  readonly row: number
  readonly name: string
}

/**
 * The new rows of a file, by what they can be compared by. Each record is looked up once, so that the work grows with the number of
 * rows plus that of records, and not with their product.
 */
export class NewRows {
  readonly #byKey = new Map<string, number[]>()
  readonly #byHalf = { start: new Map<string, NamedRow[]>(), end: new Map<string, NamedRow[]>() }
  readonly #matches = new Map<number, Match>()
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** Adds a row, and compares it with those before it. */
  add(row: number, traits: Traits): void {
    const keys = exactKeys(traits)
    if (keys.length === 0 || this.#count === MAX_COMPARED_ROWS) return
    this.#count++
    for (const [reason, key] of keys) {
      const [first] = this.#byKey.get(key) ?? []
      if (first !== undefined) this.#note({ row, recordId: null, otherRow: first, reason })
    }
    const { name } = traits
    if (name !== undefined && !this.#matches.has(row)) {
      const misspelt = this.#misspelt(name)[0]
      if (misspelt !== undefined) this.#note({ row, recordId: null, otherRow: misspelt, reason: 'spelling' })
    }
    for (const [, key] of keys) push(this.#byKey, key, row)
    if (name === undefined) return
    for (const [end, half] of halvesOf(name)) {
      const known = this.#byHalf[end]
      if ((known.get(half)?.length ?? 0) < MOST_ALIKE) push(known, half, { row, name })
    }
  }

  /** Compares a record with all rows. */
  compare(recordId: string, traits: Traits): void {
    for (const [reason, key] of exactKeys(traits)) {
      for (const row of this.#byKey.get(key) ?? []) this.#note({ row, recordId, otherRow: null, reason })
      // Another record with the same would be no better.
      this.#byKey.delete(key)
    }
    if (traits.name !== undefined)
      for (const row of this.#misspelt(traits.name)) this.#note({ row, recordId, otherRow: null, reason: 'spelling' })
  }

  /** The best match of each row that has one, in the order of the rows. */
  get matches(): readonly Match[] {
    return [...this.#matches.values()].sort((one, other) => one.row - other.row)
  }

  #misspelt(name: string): readonly number[] {
    const rows: number[] = []
    for (const [end, half] of halvesOf(name, true))
      for (const one of this.#byHalf[end].get(half) ?? [])
        if (one.name !== name && isMisspelt(one.name, name)) rows.push(one.row)
    return rows
  }

  #note(match: Match): void {
    const known = this.#matches.get(match.row)
    if (!known || rankOf(match) < rankOf(known)) this.#matches.set(match.row, match)
  }
}

/** A record is better than another row, and a surer reason is better than another one. */
const rankOf = ({ recordId, reason }: Match) => REASONS.indexOf(reason) + (recordId === null ? REASONS.length : 0)

function push<T>(rows: Map<string, T[]>, key: string, row: T): void {
  const known = rows.get(key)
  if (known) known.push(row)
  else rows.set(key, [row])
}
