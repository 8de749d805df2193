import type { InferEntity } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import type { AnyEntity } from './orm.ts'
import type { TextProperty } from './search.ts'

/** Languages with stemming: those that PostgreSQL supports, and Polish. */
export type Language = 'english' | 'german' | 'spanish' | 'polish' | 'french' | 'italian' | 'portuguese' | 'dutch'

/** The long texts of an entity. Its migration calls `plinth.full_text('<table>', '{<columns>}', '{<languages>}')`. */
export interface FullText {
  readonly entity: AnyEntity
  readonly properties: readonly string[]
  readonly languages: readonly Language[]
}

/**
 * Makes rows searchable by the words of long texts, with ranking. Words match by prefix, and in their inflected forms in each of
 * the languages. List it in the module's `searches`.
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

/** A search text, and the texts to search. */
export interface TextSearch {
  readonly in: FullText
  readonly text: string
}

/** A row that contains every word, and its rank: higher is better. */
export interface TextMatch {
  readonly id: string
  readonly rank: number
}

/**
 * The rows in the caller's scope that contain every word of a text, as a table to join; 10,000 at most.
 *
 * @example
 * from(Contract, 'c').innerJoin(textMatches({ in: contractTexts, text }).as('m'), 'm.id', 'c.id')
 *   .select(['c.id', snippetOf({ in: contractTexts, text }, 'c.content').as('snippet')]).orderBy('m.rank', 'desc')
 */
export function textMatches({ in: { entity }, text }: TextSearch): RawBuilder<TextMatch> {
  return sql<TextMatch>`(select * from ${sql.id('plinth', `find_${entity.meta.tableName}`)}(${text}))`
}

/** About 240 characters of a column around the first match, as plain text: escape it before displaying it. */
export function snippetOf({ in: { languages }, text }: TextSearch, column: string): RawBuilder<string> {
  // A sub-select, so that the pattern is computed once for all rows.
  const pattern = sql`(select plinth.word_pattern(${text}, ${languages}::text[]))`
  return sql<string>`plinth.excerpt(coalesce(${sql.ref(column)}, ''), ${pattern})`
}
