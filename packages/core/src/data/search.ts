import { type InferEntity, p, wrap } from '@mikro-orm/core'
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { brokenSetup } from '../errors.ts'
import type { AnyEntity } from './orm.ts'
import { contains } from './text.ts'
import type { Sql } from './statements.ts'

/** Which properties of an entity are searched. Its migration says `plinth.searchable('<table>', '{<columns>}')`. */
export interface Searchable {
  readonly entity: AnyEntity
  readonly properties: readonly string[]
}

/** Names of the properties that hold text. */
type TextProperty<Entity> = {
  [Name in keyof Entity & string]: NonNullable<Entity[Name]> extends string ? Name : never
}[keyof Entity & string]

/**
 * Declares that rows are found by what these properties say, in their first 2,000 characters together: every word of a
 * search has to be part of a word, whatever its case and accents. List it in the module's `searches`.
 *
 * @example
 * export const ticketSearch = searchable(Ticket, ['title', 'body'])
 */
export function searchable<const Entity extends AnyEntity>(
  entity: Entity,
  properties: readonly TextProperty<InferEntity<Entity>>[],
): Searchable {
  return Object.freeze({ entity, properties })
}

/** Whether something is what `searchable` made. */
export const isSearchable = (value: unknown): value is Searchable =>
  typeof value === 'object' && value !== null && 'entity' in value && !('languages' in value)

/** What is asked of which rows, under their alias in `from`. A blank text is no search, so leave the condition out. */
export interface Search {
  readonly in: Searchable
  readonly alias: string
  readonly text: string
}

/** The rows that a search finds, as a condition of a query in the caller's scope; none when the text has no words. */
export function isFoundBy({ in: { entity }, alias, text }: Search): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${alias}.id`)} = any ((select ${functionOf(entity)}(${text}))::uuid[])`
}

/**
 * The same for a list that shows the first of many: where the words are common, the condition leaves the index alone, so
 * that the list finds its page in its own order. Costs a statement.
 */
export async function isFoundInOrder(db: Sql, search: Search): Promise<RawBuilder<SqlBool>> {
  const { alias, text } = search
  const { entity, properties } = search.in
  const { rows } = await sql<{ ids: readonly string[] | null }>`
    select ${functionOf(entity)}(${text}, cautious => true) as ids`.execute(db)
  const ids = rows[0]?.ids ?? null
  if (ids !== null) return sql`${sql.ref(`${alias}.id`)} = any (${ids}::uuid[])`
  const texts = properties.map((property) => sql`coalesce(${sql.ref(`${alias}.${property}`)}, '')`)
  return sql`plinth.search_matches(left(${sql.join(texts, sql` || ' ' || `)}, 2000), (select plinth.search_patterns(plinth.search_words(${text}))))`
}

const functionOf = ({ meta: { tableName } }: AnyEntity) => sql.id('plinth', `search_${tableName}`)

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

/** What a search asks for: more words than these do not count. */
export function wordsOf(search: string): readonly string[] {
  const words = search.split(/\s+/u)
  return words.filter((word) => word !== '').slice(0, MAX_WORDS)
}

/** The rows in whose search text every word occurs. */
export function isInSearchText(column: string, search: string): Expression<SqlBool> {
  const each = wordsOf(fold(search)).map((word) => sql<SqlBool>`${sql.ref(column)} like ${contains(word)}`)
  return each.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(each, sql` and `)})`
}

/** Languages whose words are stemmed: what PostgreSQL brings, and Polish. */
export type Language = 'english' | 'german' | 'spanish' | 'polish' | 'french' | 'italian' | 'portuguese' | 'dutch'

/** Long texts of an entity. Its migration says `plinth.full_text('<table>', '{<columns>}', '{<languages>}')`. */
export interface FullText {
  readonly entity: AnyEntity
  readonly properties: readonly string[]
  readonly languages: readonly Language[]
}

/**
 * Declares that rows are found by the words of long texts, ranked: a word is found as it begins, and in its other forms
 * in any of the languages. List it in the module's `searches`.
 *
 * @example
 * export const contractTexts = fullText(Contract, ['title', 'content'], { languages: ['english', 'german'] })
 */
export function fullText<const Entity extends AnyEntity>(
  entity: Entity,
  properties: readonly TextProperty<InferEntity<Entity>>[],
  { languages }: { readonly languages: readonly [Language, ...Language[]] },
): FullText {
  return Object.freeze({ entity, properties, languages })
}

/** What is asked of which texts. */
export interface TextSearch {
  readonly in: FullText
  readonly text: string
}

/** A row that has every word, and how well it fits: higher is better. */
export interface TextMatch {
  readonly id: string
  readonly rank: number
}

/**
 * The rows of the caller's scope in which every word of a text occurs, as a table to join; 10,000 at most.
 *
 * @example
 * from(Contract, 'c').innerJoin(textMatches({ in: contractTexts, text }).as('m'), 'm.id', 'c.id')
 *   .select(['c.id', snippetOf({ in: contractTexts, text }, 'c.content').as('snippet')]).orderBy('m.rank', 'desc')
 */
export function textMatches({ in: { entity }, text }: TextSearch): RawBuilder<TextMatch> {
  return sql<TextMatch>`(select * from ${sql.id('plinth', `find_${entity.meta.tableName}`)}(${text}))`
}

/** Some 240 characters of a column around the first word that was searched, as plain text: escape it before showing it. */
export function snippetOf({ in: { languages }, text }: TextSearch, column: string): RawBuilder<string> {
  // The pattern is made once for all rows.
  const pattern = sql`(select plinth.word_pattern(${text}, ${languages}::text[]))`
  return sql<string>`plinth.excerpt(coalesce(${sql.ref(column)}, ''), ${pattern})`
}
