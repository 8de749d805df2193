import type { OfficeFile } from './office-file.ts'
import { isChart, readChart } from './chart.ts'
import { hidingStylesOf } from './hiding-styles.ts'
import { readProse } from './office-text.ts'
import { Prose } from './paragraphs.ts'
import { type Relationship, relationshipsOf } from './relationships.ts'

/** Parts of a text document besides its body, in the order in which they are read. */
const KINDS = ['diagramData', 'chart', 'chartEx', 'header', 'footer', 'footnotes', 'endnotes', 'comments']
/** Their usual names, for files that do not say which parts belong to the document. */
const USUAL = /^word\/(header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/

/** Reads the body of a text document, then its headers, footers, notes and comments. */
export async function readWordDocument({ parts, limits, sink }: OfficeFile, main = ''): Promise<void> {
  const others = await relationshipsOf(parts, main)
  const styles = others.find(({ kind }) => kind === 'styles')?.target ?? 'word/styles.xml'
  const options = { prose: new Prose(sink, limits), isSkipped: isLine, hiding: await hidingStylesOf(parts, styles) }
  await readProse(parts, main, options)
  const related = others.length > 0 ? inOrder(others) : parts.names(USUAL).map((target) => ({ kind: '', target }))
  const read = new Set([main])
  for (const { kind, target } of related) {
    if (read.has(target)) continue
    read.add(target)
    if (isChart(kind)) await readChart(parts, target, options.prose)
    else await readProse(parts, target, options)
  }
}

const inOrder = (found: readonly Relationship[]) =>
  KINDS.flatMap((wanted) => found.filter(({ kind }) => kind === wanted))

/** The lines between a text and its notes. */
const isLine = (local: string, attributes: Readonly<Record<string, string>>) =>
  (local === 'footnote' || local === 'endnote') && /^(separator|continuation)/.test(attributes['w:type'] ?? '')
