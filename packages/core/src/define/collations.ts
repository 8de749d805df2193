import { type RawBuilder, sql } from 'kysely'
import type { Locale } from './locales.ts'

/**
 * Languages whose names have an order of their own, by the collations of ICU that every PostgreSQL server has: in Spanish, ñ follows
 * n, and in Polish, ą follows a. The others share the root collation.
 */
const COLLATIONS: ReadonlyMap<Locale, string> = new Map([
  ['es', 'es-x-icu'],
  ['pl', 'pl-x-icu'],
])

/** The order of all other languages. */
const ROOT = 'und-x-icu'

const collationOf = (language: Locale): string => COLLATIONS.get(language) ?? ROOT

/** The collations that lists are sorted by; an index serves the languages of one of them. */
export const collations: readonly string[] = [ROOT, ...COLLATIONS.values()]

/**
 * A text to sort by, in the order of a language. An index serves it if its column has the same collation:
 * `create index on tickets (tenant_id, title collate "und-x-icu", id)`.
 *
 * @example
 * const { language } = await locale()
 * from(Tag, 't').select('t.label').orderBy(inLanguage('t.label', language)).orderBy('t.id')
 */
export const inLanguage = (text: string | RawBuilder<unknown>, language: Locale): RawBuilder<string> =>
  sql`${typeof text === 'string' ? sql.ref(text) : text} collate ${sql.id(collationOf(language))}`

const collators = new Map(collations.map((name) => [name, new Intl.Collator(name.replace('-x-icu', ''))]))

/** Compares names as `inLanguage` sorts them, for lists that are sorted in memory. Languages with the same order share it. */
export const compareIn = (language: Locale): ((a: string, b: string) => number) =>
  collators.get(collationOf(language))!.compare
