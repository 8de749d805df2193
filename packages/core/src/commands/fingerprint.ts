import { createHash } from 'node:crypto'

/** What two runs of one command may differ in, and what they may not. */
interface Named {
  /** Ids that the run has made up. */
  readonly newIds: readonly string[]
  /** What was there before: instants that it names are none of the clock. */
  readonly known: unknown
}

/**
 * A hash of what a command did that is the same whenever it does the same, in whatever order: a database that deletes
 * many rows chooses one. New ids count by their order, and an instant that neither the input nor the rows before name
 * comes from the clock and counts as one.
 */
export function fingerprintOf(done: readonly unknown[], { newIds, known }: Named): string {
  const places = new Map([...new Set(newIds)].map((id, place) => [id, `new ${place}`]))
  const named = new Set([...JSON.stringify(known ?? null).matchAll(INSTANT)].map(([instant]) => toTime(instant)))
  const texts = done.map((part) =>
    JSON.stringify(part)
      .replace(ID, (id) => places.get(id) ?? id)
      .replace(INSTANT, (instant) => (named.has(toTime(instant)) ? instant : 'now')),
  )
  return createHash('sha256').update(JSON.stringify(texts.toSorted())).digest('base64url')
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** As JSON and as the database write it. */
const INSTANT = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?/g

/** The same for both spellings. */
const toTime = (instant: string) => Date.parse(instant.replace(/([+-]\d{2})$/, '$1:00')) || instant
