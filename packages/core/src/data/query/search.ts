import { type InferEntity, p, wrap } from '@mikro-orm/core'
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { brokenSetup } from '../../errors.ts'
import { contains } from './like.ts'
import type { AnyEntity } from './orm.ts'
import type { Sql } from './sql.ts'

/** The properties of an entity that are searched. Its migration calls `plinth.searchable('<table>', '{<columns>}')`. */
export interface Searchable {
  readonly entity: AnyEntity
  readonly properties: readonly string[]
}

/** Names of text properties. */
export type TextProperty<Entity> = {
  [Name in keyof Entity & string]: NonNullable<Entity[Name]> extends string ? Name : never
}[keyof Entity & string]

/**
 * Makes rows searchable by these properties, in the first 2,000 characters of all of them together: every search word must be
 * part of a word, ignoring case and accents. List it in the module's `searches`.
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

/** Whether a value was created by `searchable`. */
export const isSearchable = (value: unknown): value is Searchable =>
  typeof value === 'object' && value !== null && 'entity' in value && !('languages' in value)

/** The search text, and the alias of the rows in `from`. A blank text is not a search, so omit the condition. */
export interface Search {
  readonly in: Searchable
  readonly alias: string
  readonly text: string
}

/** The rows that match a search, as a condition of a query in the caller's scope; none if the text contains no words. */
export function isFoundBy({ in: { entity }, alias, text }: Search): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${alias}.id`)} = any ((select ${functionOf(entity)}(${text}))::uuid[])`
}

/**
 * Like `isFoundBy`, for a list that shows the first of many matches: if the words are common, the condition does not use
 * the search index, so that the list reads its page in its own order. Costs one more statement.
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
 * A property to search and sort rows by: these properties without case, accents and other spelling variants, so that `strasse`
 * finds `Straße`, independent of the collation of the database. It is filled in automatically, by default from every `string`
 * property. `from.update` fills it in if it sets all of these properties to values; if it sets only some of them, or
 * expressions, it throws unless it sets the search text as well. A list uses `search: 'searchText'` and `sort: { name:
 * 'searchText' }`.
 *
 * @example
 * properties: { name: p.string(), sku: p.string().nullable(), searchText: searchText() }
 */
export function searchText(...names: readonly string[]) {
  const fill = (row: object) =>
    toSearchText((names.length > 0 ? names : textsOf(wrap(row, true).__meta)).map((name) => textOf(row, name)))
  sources.set(fill, names)
  return p.text().onCreate(fill).onUpdate(fill)
}

/** The properties passed to each `searchText`, by the function that computes it; empty for all of them. */
const sources = new WeakMap<object, readonly string[]>()

/** Whether a function computes a search text. */
export const isSearchText = (fill: object): boolean => sources.has(fill)

/** The properties that a search text is made of; undefined for any other property. */
export function sourcesOf(
  { onUpdate }: { readonly onUpdate?: unknown },
  meta: TextMeta,
): readonly string[] | undefined {
  const names = typeof onUpdate === 'function' ? sources.get(onUpdate) : undefined
  return names?.length === 0 ? textsOf(meta) : names
}

/** The search text of the values of these properties. */
export const toSearchText = (texts: readonly string[]): string => fold(texts.filter((text) => text !== '').join(' '))

type TextMeta = { readonly props: readonly { readonly name: string; readonly columnTypes?: readonly string[] }[] }

const textsOf = ({ props }: TextMeta): readonly string[] =>
  props.filter(({ columnTypes }) => columnTypes?.[0]?.startsWith('varchar')).map(({ name }) => name)

function textOf(row: object, name: string): string {
  if (!Object.hasOwn(wrap(row, true).__meta.properties, name))
    throw brokenSetup(`A search text is composed of '${name}', which is not a property of its entity`)
  return String((row as Readonly<Record<string, unknown>>)[name] ?? '')
}

/** Normalizes text: without case, accents and spelling variants. */
function fold(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '')
  return bare.toUpperCase().toLowerCase().normalize('NFC')
}

const MAX_WORDS = 8

/** The words of a search; words beyond the limit are ignored. */
export function wordsOf(search: string): readonly string[] {
  const words = search.split(/\s+/u)
  return words.filter((word) => word !== '').slice(0, MAX_WORDS)
}

/** The rows whose search text contains every word. */
export function isInSearchText(column: string, search: string): Expression<SqlBool> {
  const each = wordsOf(fold(search)).map((word) => sql<SqlBool>`${sql.ref(column)} like ${contains(word)}`)
  return each.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(each, sql` and `)})`
}
