import { sql, type SqlBool } from '@plinth/core'

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

/** Rows of a list in which every word of the search occurs. */
export function matches(search: string) {
  const words = fold(search.replaceAll('\0', '\uFFFD'))
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
  const column = sql.ref('row.searchText')
  const each = words.map((word) => sql<SqlBool>`${column} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  return each.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(each, sql` and `)})`
}
