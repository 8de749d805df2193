import { createMarkupParser, TooDeepError } from '../texts/markup-parser.ts'
import { ReadingError, type ReadingTask, type TextSink } from './task.ts'
import { Parts } from './zip.ts'

/**
 * Reads OOXML and OpenDocument files by streaming the text of their XML parts while they are decompressed. No tree is built,
 * entities declared in a document are not expanded, links are not followed, and embedded archives are not opened.
 */
export async function readOffice(bytes: Buffer, { limits }: ReadingTask, sink: TextSink): Promise<void> {
  const parts = await Parts.open(bytes, limits.inflatedSize)
  const slides = parts.names(/^ppt\/slides\/slide\d+\.xml$/)
  const sheets = parts.names(/^xl\/worksheets\/sheet\d+\.xml$/)
  const texts = parts.names(/^(word\/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml|content\.xml)$/)
  if (sheets.length > 0) await readSheets(parts, sheets, sink)
  for (const [index, name] of slides.entries()) {
    await parse(parts, name, new OfficeText(sink))
    sink.page(index + 1, slides.length)
  }
  for (const name of texts) await parse(parts, name, name === 'content.xml' ? new OpenText(sink) : new OfficeText(sink))
  if (slides.length + sheets.length + texts.length === 0) throw new ReadingError('broken')
}

interface XmlHandler {
  onopentag?(name: string, attributes: Record<string, string>): void
  onclosetag?(name: string): void
  ontext?(text: string): void
}

async function parse(parts: Parts, name: string, handler: XmlHandler): Promise<void> {
  const parser = await createMarkupParser(handler, { isXml: true })
  try {
    for await (const text of parts.read(name)) parser.write(text)
    parser.end()
  } catch (error) {
    throw error instanceof TooDeepError ? new ReadingError('too_large') : error
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** OOXML: words are in `t`, paragraphs are `p`. */
class OfficeText implements XmlHandler {
  readonly #sink: TextSink
  #isText = false

  constructor(sink: TextSink) {
    this.#sink = sink
  }

  onopentag(name: string): void {
    const local = localName(name)
    this.#isText = local === 't'
    if (local === 'tab') this.#sink.text('\t')
    if (local === 'br') this.#sink.text('\n')
  }

  onclosetag(name: string): void {
    this.#isText = false
    if (localName(name) === 'p') this.#sink.text('\n')
  }

  ontext(text: string): void {
    if (this.#isText) this.#sink.text(text)
  }
}

/** OpenDocument: words are in paragraphs, headings, and the spans in them. */
class OpenText implements XmlHandler {
  readonly #sink: TextSink
  #depth = 0

  constructor(sink: TextSink) {
    this.#sink = sink
  }

  onopentag(name: string): void {
    if (isParagraph(name)) this.#depth++
    if (name === 'text:s') this.#sink.text(' ')
    if (name === 'text:tab') this.#sink.text('\t')
    if (name === 'text:line-break') this.#sink.text('\n')
  }

  onclosetag(name: string): void {
    if (!isParagraph(name)) return
    this.#depth--
    this.#sink.text('\n')
  }

  ontext(text: string): void {
    if (this.#depth > 0) this.#sink.text(text)
  }
}

const isParagraph = (name: string) => name === 'text:p' || name === 'text:h'

/** Spreadsheets: one line per row, with tabs between cells. Strings shared by cells are in a separate part. */
async function readSheets(parts: Parts, sheets: readonly string[], sink: TextSink): Promise<void> {
  const shared: string[] = []
  let text = ''
  await parse(parts, 'xl/sharedStrings.xml', {
    ontext: (more) => void (text += more),
    onclosetag(name) {
      if (localName(name) !== 'si') return
      shared.push(text.trim())
      text = ''
    },
  })
  for (const [index, name] of sheets.entries()) {
    let isShared = false
    let value = ''
    await parse(parts, name, {
      onopentag(tag, { t: type }) {
        if (localName(tag) === 'c') isShared = type === 's'
        if (VALUES.has(localName(tag))) value = ''
      },
      ontext: (more) => void (value += more),
      onclosetag(tag) {
        const local = localName(tag)
        if (VALUES.has(local)) sink.text(`${isShared ? (shared[Number(value)] ?? '') : value}\t`)
        if (local === 'row') sink.text('\n')
        value = ''
      },
    })
    sink.page(index + 1, sheets.length)
  }
}

/** A cell's value and its inline text. */
const VALUES = new Set(['v', 't'])
