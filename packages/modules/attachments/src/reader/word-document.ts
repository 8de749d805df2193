import type { OfficeFile } from './office-file.ts'
import { readProse } from './office-text.ts'
import { Prose } from './paragraphs.ts'
import { type Relationship, relationshipsOf } from './relationships.ts'

/** Parts of a text document besides its body, in the order in which they are read. */
const KINDS = ['diagramData', 'header', 'footer', 'footnotes', 'endnotes', 'comments']
/** Their usual names, for files that do not say which parts belong to the document. */
const USUAL = /^word\/(header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/

/** Reads the body of a text document, then its headers, footers, notes and comments. */
export async function readWordDocument({ parts, limits, sink }: OfficeFile, main = ''): Promise<void> {
  const others = await relationshipsOf(parts, main)
  const related = others.length > 0 ? inOrder(others) : parts.names(USUAL)
  for (const name of new Set([main, ...related]))
    await readProse(parts, name, { prose: new Prose(sink, limits), isSkipped: isLine })
}

const inOrder = (found: readonly Relationship[]) =>
  KINDS.flatMap((wanted) => found.filter(({ kind }) => kind === wanted).map(({ target }) => target))

/** The lines between a text and its notes. */
const isLine = (local: string, attributes: Readonly<Record<string, string>>) =>
  (local === 'footnote' || local === 'endnote') && /^(separator|continuation)/.test(attributes['w:type'] ?? '')
