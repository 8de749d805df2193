import type { Operation } from './api-document.ts'
import { type Guide, type GuideText, readGuide } from './guides.ts'
import type { Heading } from './markdown.ts'

/** A guide with what was found in it. */
export interface FoundGuide {
  readonly guide: Guide
  /** Its headings with all the words. */
  readonly headings: readonly Heading[]
}

/** Characters of a search that are used. */
const MOST_CHARACTERS = 200
/** Words of a search that are used. */
const MOST_WORDS = 8
/** Headings of a guide that are shown. */
const MOST_HEADINGS = 5

/** The words of a search, in small letters. */
export const wordsOf = (search: string): readonly string[] =>
  search
    .slice(0, MOST_CHARACTERS)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)

/** The operations in which every word is found: in the tag, method, path, summary or id. */
export const searchOperations = (operations: Iterable<Operation>, words: readonly string[]): readonly Operation[] =>
  [...operations].filter(({ tag, method, path, summary, id }) =>
    hasAll([tag, method, path, summary, id].join(' ').toLowerCase(), words),
  )

/** The guides in which every word is found; those with the words in their title or in a heading come first. */
export async function searchGuides(guides: readonly Guide[], words: readonly string[]): Promise<readonly FoundGuide[]> {
  if (words.length === 0) return guides.map((guide) => ({ guide, headings: [] }))
  const found = await Promise.all(
    guides.map(async (guide) => {
      const text = await readGuide(guide).catch(() => undefined)
      const rank = text ? rankOf(guide, text, words) : 0
      const headings = text?.headings.filter((heading) => heading.depth > 1 && isIn(heading.text, words)) ?? []
      return { guide, rank, headings: headings.slice(0, MOST_HEADINGS) }
    }),
  )
  return found.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank)
}

function rankOf({ page }: Guide, { headings, lower }: GuideText, words: readonly string[]): number {
  if (isIn(page.title, words)) return 3
  if (headings.some(({ text }) => isIn(text, words))) return 2
  return hasAll(lower, words) ? 1 : 0
}

const isIn = (text: string, words: readonly string[]) => hasAll(text.toLowerCase(), words)

const hasAll = (text: string, words: readonly string[]) => words.every((word) => text.includes(word))
