import type { Query } from '../data/unit.ts'

/** The channel on which hosts tell each other what to forget. */
export const NOTICES = 'plinth'

/** A tag that every cache entry answers to. */
export const EVERYTHING = '*'

/** PostgreSQL takes 7,999 bytes a notice. */
const LIMIT = 7_900
/** More than this is not worth naming. */
const MANY = 20

/** The payloads that name all tags: as few as their sizes allow, or one that says "everything". */
export function toNotices(tags: Iterable<string>): string[] {
  const notices: string[][] = [[]]
  let size = 2
  for (const tag of tags) {
    const length = Buffer.byteLength(JSON.stringify(tag)) + 1
    if (length > LIMIT) return [JSON.stringify([EVERYTHING])]
    size += length
    if (size > LIMIT) {
      if (notices.length === MANY) return [JSON.stringify([EVERYTHING])]
      notices.push([])
      size = 2 + length
    }
    notices.at(-1)?.push(tag)
  }
  return notices.map((notice) => JSON.stringify(notice))
}

/** The tags of a notice; a payload that is none of ours makes everything stale. */
export function fromNotice(payload: string | undefined): readonly string[] {
  try {
    const tags: unknown = JSON.parse(payload ?? '')
    if (Array.isArray(tags)) return tags.filter((tag) => typeof tag === 'string')
  } catch {}
  return [EVERYTHING]
}

/** The statement that sends the notices. */
export function sendNotices(tags: Iterable<string>): Query & { readonly values: unknown[] } {
  return {
    text: 'select pg_notify($1, notice) from unnest($2::text[]) notice',
    values: [NOTICES, toNotices(tags)],
  }
}
