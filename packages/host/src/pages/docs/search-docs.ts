import type { Operation } from './api-document.ts'
import type { Heading, Section } from './markdown.ts'

/** What is listed of a guide. */
export interface GuideLink {
  readonly page: { readonly title: string }
  /** Its address. */
  readonly href: string
}

/** What is listed of an operation. */
export type OperationLink = Pick<Operation, 'id' | 'method' | 'path' | 'tag' | 'summary'>

/** A guide with its text; without sections if the text could not be read. */
export interface Searched<G extends GuideLink = GuideLink> {
  readonly guide: G
  readonly sections: readonly Section[]
}

/** A guide with what was found in it. */
export interface FoundGuide<G extends GuideLink = GuideLink> {
  readonly guide: G
  /** Its parts with all the words. */
  readonly headings: readonly Heading[]
}

/** Characters of a search that are used. */
const MOST_CHARACTERS = 200
/** Words of a search that are used. */
const MOST_WORDS = 8
/** Parts of a guide that are shown. */
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
export const searchOperations = <O extends OperationLink>(
  operations: Iterable<O>,
  words: readonly string[],
): readonly O[] =>
  [...operations].filter(({ tag, method, path, summary, id }) =>
    hasAll([tag, method, path, summary, id].join(' ').toLowerCase(), words),
  )

/** The guides in which every word is found, best first: in the title, in a heading, in one part, anywhere. */
export function searchGuides<G extends GuideLink>(
  guides: readonly Searched<G>[],
  words: readonly string[],
): readonly FoundGuide<G>[] {
  if (words.length === 0) return guides.map(({ guide }) => ({ guide, headings: [] }))
  const found = guides.map(({ guide, sections }) => {
    const titled = sections.filter(({ text }) => isIn(text, words))
    const told = sections.filter((section) => !titled.includes(section) && hasAll(section.lower, words))
    const headings = [...titled, ...told].filter(({ depth }) => depth > 1).slice(0, MOST_HEADINGS)
    const isAnywhere = words.every((word) => sections.some(({ lower }) => lower.includes(word)))
    const ranks = [isIn(guide.page.title, words), titled.length > 0, told.length > 0, isAnywhere]
    return { guide, headings, rank: ranks.indexOf(true) }
  })
  return found.filter(({ rank }) => rank >= 0).sort((a, b) => a.rank - b.rank)
}

const isIn = (text: string, words: readonly string[]) => hasAll(text.toLowerCase(), words)

const hasAll = (text: string, words: readonly string[]) => words.every((word) => text.includes(word))
