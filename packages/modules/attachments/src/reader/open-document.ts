import { createMarkupParser, TooDeepError } from '../formats/markup-parser.ts'
import { HidingStyles } from './hiding-styles.ts'
import type { OfficeFile } from './office-file.ts'
import { Prose } from './paragraphs.ts'
import { ReadingError, type TextSink } from './task.ts'
import { parse, Skipping, type XmlHandler } from './xml.ts'
import type { Parts } from './zip.ts'

const CONTENT = 'content.xml'
const STYLES = 'styles.xml'
/** The objects within a document, such as charts. */
const OBJECTS = /^object \d+\/content\.xml$/

/** Reads the content of an OpenDocument file, and the headers and footers of its pages. */
export async function readOpenDocument({ parts, limits, sink }: OfficeFile): Promise<void> {
  if (await isEncrypted(parts)) throw new ReadingError('encrypted')
  const hiding = new HidingStyles()
  await parse(parts, STYLES, new StyleReader(hiding))
  const content = new OpenText(new Prose(sink, limits))
  await parse(parts, CONTENT, shown(content, hiding.copy()))
  for (const name of parts.names(OBJECTS))
    await parse(parts, name, withoutNumbers(new OpenText(new Prose(sink, limits))))
  if (!content.isText) return
  const styles = shown(new OpenText(new Prose(sink, limits)), hiding)
  let depth = 0
  await parse(parts, STYLES, {
    onopentag(name, attributes) {
      if (MARGINS.test(name)) depth++
      if (depth > 0) styles.onopentag(name, attributes)
    },
    onclosetag(name) {
      if (depth > 0) styles.onclosetag(name)
      if (MARGINS.test(name)) depth--
    },
    ontext(text) {
      if (depth > 0) styles.ontext(text)
    },
  })
}

/** Reads a document that consists of one XML file; of one that is nested too deeply, what precedes that. */
export async function readFlatDocument(source: string, sink: TextSink): Promise<void> {
  const content = shown(new OpenText(new Prose(sink, { textLength: source.length })), new HidingStyles())
  let hasMargins = true
  const isMargin = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'office:document') hasMargins = attributes['office:mimetype']?.endsWith('.text') ?? true
    return name === 'office:master-styles' && !hasMargins
  }
  const parser = await createMarkupParser(new Skipping(content, isMargin), { isXml: true })
  try {
    parser.end(source)
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error
  }
}

export const isOpenDocument = (parts: Parts): boolean => parts.has(CONTENT)

/** Headers and footers of the pages of a text document. Those of sheets contain page numbers unless somebody changes them. */
const MARGINS = /^style:(header|footer)(-left|-first)?$/

export async function isEncrypted(parts: Parts): Promise<boolean> {
  let found = false
  await parse(parts, 'META-INF/manifest.xml', {
    onopentag: (name) => void (found ||= name === 'manifest:encryption-data'),
  })
  return found
}

/**
 * Elements whose text nobody sees on the page: what tracked changes have deleted, the readings above words, the numbers of notes
 * within words, and content for machines.
 */
const UNSEEN = new Set([
  'text:tracked-changes',
  'table:tracked-changes',
  'table:content-validations',
  'text:note-citation',
  'text:ruby-text',
  'text:hidden-text',
  'text:hidden-paragraph',
  'text:script',
  'loext:sender-initials',
  'office:forms',
  'office:binary-data',
])

/** Leaves out what is not seen, including texts, sheets and slides in a style that hides them. */
function shown(inner: Required<XmlHandler>, hiding: HidingStyles): Skipping {
  const styles = new StyleReader(hiding)
  let isAnyHidden = false
  return new Skipping(inner, (name, attributes) => {
    styles.onopentag(name, attributes)
    if (UNSEEN.has(name)) return true
    if (name === 'text:section') return attributes['text:display'] === 'none'
    if (name === 'office:body') isAnyHidden = hiding.some
    const style = isAnyHidden && styleOf(name, attributes)
    return style !== false && hiding.has(style)
  })
}

function styleOf(name: string, attributes: Readonly<Record<string, string>>): string | false {
  if (name === 'table:table') return styleKey('table', attributes['table:style-name'])
  if (name === 'draw:page') return styleKey('drawing-page', attributes['draw:style-name'])
  if (!name.startsWith('text:')) return false
  return styleKey(isParagraph(name) ? 'paragraph' : 'text', attributes['text:style-name'])
}

/** Leaves out the numbers that a chart is drawn from. */
function withoutNumbers(inner: Required<XmlHandler>): Skipping {
  let isChart = false
  return new Skipping(inner, (name, attributes) => {
    if (name === 'office:chart') isChart = true
    return UNSEEN.has(name) || (isChart && isCell(name) && attributes['office:value-type'] === 'float')
  })
}

/** Notes the styles that hide texts, sheets or slides. Their properties follow them. */
class StyleReader implements XmlHandler {
  readonly #hiding: HidingStyles
  #id = ''
  #parent = ''

  constructor(hiding: HidingStyles) {
    this.#hiding = hiding
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'style:style') {
      const family = attributes['style:family']
      this.#id = styleKey(family, attributes['style:name'])
      this.#parent = styleKey(family, attributes['style:parent-style-name'])
      this.#note(undefined)
    }
    if (name === 'style:text-properties' && attributes['text:display'] !== undefined)
      this.#note(attributes['text:display'] === 'none')
    if (name === 'style:table-properties' && attributes['table:display'] === 'false') this.#note(true)
    if (name === 'style:drawing-page-properties' && attributes['presentation:visibility'] === 'hidden') this.#note(true)
  }

  #note(isHiding: boolean | undefined): void {
    if (this.#id !== '') this.#hiding.set(this.#id, { parent: this.#parent, isHiding })
  }
}

/** Styles of paragraphs and of words may have the same name. */
const styleKey = (family: string | undefined, name: string | undefined) => `${family} ${name}`

/** Maximum number of blanks in a row. */
const MAX_BLANKS = 100

/**
 * Words are in paragraphs, headings, and the elements in them that belong to text; names and dates of comments, titles of pictures
 * and the like have other prefixes. A row of a sheet is a line, with a tab after each cell.
 */
class OpenText implements Required<XmlHandler> {
  readonly #prose: Prose
  readonly #open: string[] = []
  /** The paragraphs of their own that are open, as numbers of open elements, and whether a blank preceded each. */
  readonly #paragraphs: { readonly depth: number; readonly wasBlank: boolean }[] = []
  /** Whether it is a text document. */
  isText = false
  #isSheet = false
  /** Whether the current cell, and the current row, has said something. */
  #hasText = false
  #hasCells = false
  /** Blanks in a row count as one, and none begins a paragraph. */
  #isBlank = true

  constructor(prose: Prose) {
    this.#prose = prose
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const outer = this.#open.at(-1)
    if (name === 'office:text') this.isText = true
    if (name === 'office:spreadsheet') this.#isSheet = true
    if (name === 'table:table-row' && this.#isSheet) {
      this.#prose.begin()
      this.#hasCells = false
    } else if (isParagraph(name)) {
      if (this.#isSheet && isCell(outer)) {
        if (this.#hasText) this.#prose.text('\n')
        this.#hasText = true
      } else {
        this.#paragraphs.push({ depth: this.#open.length, wasBlank: this.#isBlank })
        this.#prose.begin()
      }
      this.#isBlank = true
    }
    if (name === 'text:s') this.#say(' '.repeat(Math.min(MAX_BLANKS, Math.max(1, Number(attributes['text:c']) || 1))))
    if (name === 'text:tab') this.#say('\t')
    if (name === 'text:line-break') this.#say('\n')
    this.#open.push(name)
  }

  onclosetag(name: string): void {
    this.#open.pop()
    const paragraph = this.#paragraphs.at(-1)
    if (paragraph?.depth === this.#open.length) {
      this.#paragraphs.pop()
      this.#prose.end('\n')
      this.#isBlank = paragraph.wasBlank
    }
    if (!this.#isSheet) return
    if (isCell(name) && this.#hasText) {
      this.#prose.text('\t')
      this.#hasCells = true
      this.#hasText = false
    }
    if (name === 'table:table-row') this.#prose.end(this.#hasCells ? '\n' : '')
  }

  ontext(text: string): void {
    if (!this.#prose.isOpen || !IN_TEXT.test(this.#open.at(-1) ?? '')) return
    const joined = LOOSE.test(text) ? text.replaceAll(/[\t\n\r ]+/g, ' ') : text
    this.#prose.text(this.#isBlank && joined.startsWith(' ') ? joined.slice(1) : joined)
    this.#isBlank = joined.endsWith(' ')
  }

  #say(text: string): void {
    if (!this.#prose.isOpen) return
    this.#prose.text(text)
    this.#isBlank = false
  }
}

/** Blanks that are not kept as they are. */
const LOOSE = /[\t\n\r]| {2}/
const IN_TEXT = /^(text|loext):/
const isParagraph = (name: string) => name === 'text:p' || name === 'text:h'
const isCell = (name: string | undefined) => name === 'table:table-cell' || name === 'table:covered-table-cell'
