import { sql } from '@plinth/core'

/**
 * Text as it is searched and sorted: without case, accents and other spellings of the same, so that `strasse` finds
 * `Straße` and `creme` finds `Crème`, whatever the database makes of letters.
 */
export function fold(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '')
  return bare.toUpperCase().toLowerCase().normalize('NFC')
}

/** What a row is found by. */
export const toSearchText = (...texts: readonly (string | null | undefined)[]): string =>
  fold(texts.filter((text) => text).join(' '))

const MAX_WORDS = 8

/** Rows of `alias` in which every word of the search occurs. */
export function matches(alias: string, search: string) {
  const words = fold(search.replaceAll('\0', '\uFFFD'))
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
  const column = sql.ref(`${alias}.search_text`)
  const each = words.map((word) => sql`${column} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  return each.length === 0 ? sql`true` : sql`(${sql.join(each, sql` and `)})`
}
