import { readFile } from 'node:fs/promises'
import type { Module } from '@plinth/core'
import { type Page, pages } from '@plinth/points'
import { outlineOf, type Section } from './markdown.ts'

/** A page of a module, to be read by people. */
export interface Guide {
  readonly module: Module
  readonly page: Page
  /** Its address. */
  readonly href: string
}

/** The text of a guide. */
export interface GuideText {
  readonly markdown: string
  readonly sections: readonly Section[]
  /** Sources of images, as the text names them. */
  readonly images: readonly string[]
}

/** All guides of the modules. */
export const guidesOf = (modules: readonly Module[]): readonly Guide[] =>
  pages.from(modules).map(({ module, value: page }) => ({
    module,
    page,
    href: `/docs/guides/${encodeURIComponent(module.id)}/${encodeURIComponent(page.name)}`,
  }))

const texts = new WeakMap<Page, Promise<GuideText>>()

/** Reads a guide, once: texts come with the program. */
export function readGuide({ page }: Guide): Promise<GuideText> {
  const known = texts.get(page)
  if (known) return known
  const reading = read(page)
  texts.set(page, reading)
  // A file that could not be read is tried again.
  reading.catch(() => texts.delete(page))
  return reading
}

async function read({ title, text }: Page): Promise<GuideText> {
  const written = typeof text === 'string' ? text : await readFile(text, 'utf8')
  const markdown = /^\s*(<!--.*?-->\s*)*# /s.test(written) ? written : `# ${title}\n\n${written}`
  return { markdown, ...outlineOf(markdown) }
}

/** The address of the page that a link of a guide leads to, if it is one of `readable`. */
export function linkFrom({ page }: Guide, href: string, readable: readonly Guide[]): string | undefined {
  if (href.startsWith('#')) return href
  if (href.startsWith('/')) return href.startsWith('//') ? undefined : href
  const target = resolve(page, href)
  if (!target) return undefined
  const { hash } = target
  target.hash = ''
  const found = readable.find(({ page: { text } }) => typeof text !== 'string' && text.href === target.href)
  return found && found.href + hash
}

/** The file of an image of a guide: an image that the text names, below the folder of the text. */
export function imageFile({ page }: Guide, { images }: GuideText, source: string): URL | undefined {
  const file = images.includes(source) ? resolve(page, source) : undefined
  const folder = typeof page.text === 'string' ? undefined : new URL('.', page.text).href
  if (!file || !folder || !file.href.startsWith(folder)) return undefined
  return imageType(source) ? file : undefined
}

const TYPES = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['svg', 'image/svg+xml'],
])

/** The media type of an image, by its name. */
export const imageType = (source: string): string | undefined =>
  TYPES.get(source.slice(source.lastIndexOf('.') + 1).toLowerCase())

function resolve({ text }: Page, href: string): URL | undefined {
  if (typeof text === 'string' || /^[a-z][a-z0-9+.-]*:/i.test(href)) return undefined
  return URL.parse(href, text) ?? undefined
}
