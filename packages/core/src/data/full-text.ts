import type { InferEntity } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import type { AnyEntity } from './orm.ts'
import { cleanText, type TextProperty } from './search.ts'

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
  return sql<TextMatch>`(select * from ${sql.id('plinth', `find_${entity.meta.tableName}`)}(${cleanText(text)}))`
}

/** Some 240 characters of a column around the first word that was searched, as plain text: escape it before showing it. */
export function snippetOf({ in: { languages }, text }: TextSearch, column: string): RawBuilder<string> {
  return sql<string>`plinth.snippet(coalesce(${sql.ref(column)}, ''), ${cleanText(text)}, ${languages}::text[])`
}
