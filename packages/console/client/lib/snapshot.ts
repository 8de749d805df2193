import { ApiError, get, type Query } from './api.ts'
import type { Values } from './merge.ts'

/** A record as it was read: what a form begins with, and what a write says that it has seen. */
export interface Snapshot<T = unknown> {
  readonly row: T
  readonly values: Values
  /** Its `updatedAt`; null if nothing is stored yet. */
  readonly version: string | null
  /** Names the record in this tab. */
  readonly key: string
  /** Reads the record again; null if it is gone. */
  readonly again: () => Promise<Snapshot<T> | null>
}

/** Where a record is read. */
export interface Source<T> {
  readonly path: string
  readonly query?: Query
  /** The record in the answer. */
  readonly pick: (answer: never) => T | undefined
  /** What is edited of it. Default: all members. */
  readonly toValues?: (row: T) => object
}

/** A record that was read from a route, which is read there again if it has changed by the time of a write. */
export function snapshotOf<T extends object>(row: T, source: Source<T>): Snapshot<T> {
  const { path, query, pick, toValues } = source
  const { id = '', updatedAt } = row as { readonly id?: string; readonly updatedAt?: string | null }
  return {
    row,
    values: (toValues ? toValues(row) : row) as Values,
    version: updatedAt ?? null,
    key: `${path} ${JSON.stringify(query ?? {})} ${id}`,
    async again() {
      for (let page = 1; ; page++) {
        const answer = await get<{ readonly totalPages?: number }>(path, page === 1 ? query : { ...query, page })
        const found = pick(answer as never)
        if (found) return snapshotOf(found, source)
        if (page >= (answer.totalPages ?? 1)) return null
      }
    },
  }
}

/** The same record for a form that edits other values of it. */
export function withValues<T>(seen: Snapshot<T>, toValues: (row: T) => object): Snapshot<T> {
  const again = async () => {
    const now = await seen.again()
    return now && withValues(now, toValues)
  }
  return { ...seen, values: toValues(seen.row) as Values, again }
}

/** The only record of a list. */
export const first = <T>({ items }: { readonly items: readonly T[] }): T | undefined => items[0]

/** The record of a list that has the id. */
export const byId =
  <T extends { readonly id: string }>(id: string) =>
  ({ items }: { readonly items: readonly T[] }): T | undefined =>
    items.find((one) => one.id === id)

/** The answer itself. */
export const whole = <T>(answer: T): T => answer

/** Whether a write was refused because the record has changed since it was read. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.body['code'] === 'optimistic_lock_conflict'

/** How often a change is made to what others have changed meanwhile. */
const ATTEMPTS = 4

/**
 * Writes what a click changes. If others have changed the record since it was read, the same change is made to what it is now.
 * `write` gets the record and its version, and throws if the change no longer makes sense.
 */
export async function change<T, R>(seen: Snapshot<T>, write: (now: Snapshot<T>) => Promise<R>): Promise<R> {
  let now = seen
  for (let attempt = 1; ; attempt++) {
    try {
      // What was not stored has no version that could be compared.
      if (now.version === null) now = (await now.again()) ?? now
      return await write(now)
    } catch (error) {
      if (!isOutdated(error) || attempt === ATTEMPTS) throw error
      const next = await now.again()
      if (!next) throw error
      now = next
    }
  }
}
