import { p, wrap } from '@mikro-orm/core'
import { type Expression, sql, type SqlBool } from 'kysely'
import { brokenSetup } from '../errors.ts'
import { contains } from './predicates.ts'

/**
 * A property that holds what a row is found and sorted by: these properties without case, accents and other spellings of
 * the same, so that `strasse` finds `Straße`, whatever the database makes of letters. It fills itself. Every `string`
 * property by default. A list says `search: 'searchText'` and `sort: { name: 'searchText' }`.
 *
 * @example
 * properties: { name: p.string(), sku: p.string().nullable(), searchText: searchText() }
 */
export function searchText(...names: readonly string[]) {
  const fill = (row: object) => {
    const texts = (names.length > 0 ? names : namesOf(row)).map((name) => textOf(row, name))
    return fold(texts.filter((text) => text !== '').join(' '))
  }
  return p.text().onCreate(fill).onUpdate(fill)
}

function namesOf(row: object): readonly string[] {
  const { props } = wrap(row, true).__meta
  return props.filter(({ columnTypes }) => columnTypes?.[0]?.startsWith('varchar')).map(({ name }) => name)
}

function textOf(row: object, name: string): string {
  if (!Object.hasOwn(wrap(row, true).__meta.properties, name))
    throw brokenSetup(`A search text is made of '${name}', which is no property of its entity`)
  return String((row as Readonly<Record<string, unknown>>)[name] ?? '')
}

/** Text without case, accents and other spellings of the same. */
function fold(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '')
  return bare.toUpperCase().toLowerCase().normalize('NFC')
}

const MAX_WORDS = 8

/** What a search asks for: PostgreSQL's text has no NUL, and more words than these do not count. */
export function wordsOf(search: string): readonly string[] {
  const words = search.replaceAll('\0', '\uFFFD').split(/\s+/u)
  return words.filter((word) => word !== '').slice(0, MAX_WORDS)
}

/** The rows in whose search text every word occurs. */
export function isInSearchText(column: string, search: string): Expression<SqlBool> {
  const each = wordsOf(fold(search)).map((word) => sql<SqlBool>`${sql.ref(column)} like ${contains(word)}`)
  return each.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(each, sql` and `)})`
}
