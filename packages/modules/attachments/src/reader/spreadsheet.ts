import { isChart, readChart } from './chart.ts'
import { type CellFormat, formatsOf, toCellFormat } from './cell-formats.ts'
import type { OfficeFile } from './office-file.ts'
import { readProse, withoutIndent } from './office-text.ts'
import { Prose } from './paragraphs.ts'
import { type Relationship, relationshipId, relationshipsOf } from './relationships.ts'
import { SharedStrings } from './shared-strings.ts'
import { ReadingError, type TextSink } from './task.ts'
import { localName, parse, type XmlHandler } from './xml.ts'
import type { Parts } from './zip.ts'

/** What the cells of all sheets refer to. */
interface Workbook {
  readonly shared: SharedStrings
  /** By the number of a cell's style. */
  readonly formats: readonly (CellFormat | undefined)[]
}

/** A sheet of a workbook. */
interface Sheet {
  /** The name of the part with its cells. */
  readonly part: string
  /** What it is called. */
  readonly name: string
  readonly isHidden: boolean
}

/** What is needed to read the cells of a workbook. */
export interface OpenedWorkbook {
  /** In their order. */
  readonly sheets: readonly Sheet[]
  readonly shared: SharedStrings
  /** The format codes of styles, by their number. */
  readonly codes: readonly (string | undefined)[]
  readonly is1904: boolean
}

/** Opens a workbook. Throws if it has no sheet. */
export async function openWorkbook(parts: Parts, main: string): Promise<OpenedWorkbook> {
  const related = await relationshipsOf(parts, main)
  const { named, is1904 } = await readWorkbook(parts, main)
  const listed = new Map<string, Sheet>()
  for (const { id, ...sheet } of named) {
    const part = related.find((one) => one.id === id && one.kind === 'worksheet')?.target
    if (part !== undefined && !listed.has(part)) listed.set(part, { part, ...sheet })
  }
  const unlisted = () =>
    parts.names(/^xl\/worksheets\/sheet\d+\.xml$/).map((part) => ({ part, name: part, isHidden: false }))
  const sheets = listed.size > 0 ? [...listed.values()] : unlisted()
  if (sheets.length === 0) throw new ReadingError('broken')
  const targetOf = (kind: string) => related.find((one) => one.kind === kind)?.target
  const shared = await readShared(parts, targetOf('sharedStrings') ?? 'xl/sharedStrings.xml')
  const codes = await formatsOf(parts, targetOf('styles') ?? 'xl/styles.xml')
  return { sheets, shared, codes, is1904 }
}

/** The sheets that a person sees; all of them if all are hidden. */
export function shownSheets(sheets: readonly Sheet[]): readonly Sheet[] {
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  return shown.length > 0 ? shown : sheets
}

/** Reads visible sheets in the order of the workbook: a line for each row, with a tab after each cell. Comments and drawings follow. */
export async function readSpreadsheet({ parts, limits, sink }: OfficeFile, main = ''): Promise<void> {
  const { sheets, shared, codes: styles, is1904 } = await openWorkbook(parts, main)
  // Most styles differ in nothing but their looks.
  const byCode = new Map([...new Set(styles)].map((code) => [code, toCellFormat(code, { is1904 })]))
  const formats = styles.map((code) => byCode.get(code))
  const shown = shownSheets(sheets)
  for (const [index, { part: sheet }] of shown.entries()) {
    await parse(parts, sheet, cellsOf({ shared, formats }, sink))
    const prose = new Prose(sink, limits)
    for (const { kind, target } of besides(await relationshipsOf(parts, sheet))) {
      await readProse(parts, target, { prose })
      if (kind === 'drawing') await readDrawn(parts, target, prose)
    }
    sink.page(index + 1, shown.length)
  }
}

/** Reads the charts and diagrams of a drawing. */
async function readDrawn(parts: Parts, drawing: string, prose: Prose): Promise<void> {
  for (const { kind, target } of await relationshipsOf(parts, drawing)) {
    if (isChart(kind)) await readChart(parts, target, prose)
    if (kind === 'diagramData') await readProse(parts, target, { prose })
  }
}

/** Newer comments are also stored as older ones, with a hint for older programs. */
function besides(related: readonly Relationship[]): readonly Relationship[] {
  const of = (wanted: string) => related.filter(({ kind }) => kind === wanted)
  const threads = of('threadedComment')
  return [...of('drawing'), ...(threads.length > 0 ? threads : of('comments'))]
}

/** The sheets of a workbook, with the ids of their relationships, and where its calendar begins. */
async function readWorkbook(parts: Parts, name: string) {
  const named: (Omit<Sheet, 'part'> & { readonly id: string | undefined })[] = []
  let is1904 = false
  await parse(parts, name, {
    onopentag(tag, attributes) {
      const local = localName(tag)
      if (local === 'sheet') {
        const { name: called = '', state = 'visible' } = attributes
        named.push({ id: relationshipId(attributes), name: called, isHidden: state !== 'visible' })
      }
      if (local === 'workbookPr') is1904 = /^(1|true|on)$/i.test(attributes['date1904'] ?? '')
    },
  })
  return { named, is1904 }
}

/** Strings of cells are stored once. Formatted ones consist of several texts. */
async function readShared(parts: Parts, name: string): Promise<SharedStrings> {
  const shared = new SharedStrings()
  const texts = new CellTexts({
    end(local) {
      if (local === 'si') shared.add(unescaped(texts.take() ?? ''))
    },
  })
  await parse(parts, name, texts)
  return shared
}

function cellsOf({ shared, formats }: Workbook, sink: TextSink): XmlHandler {
  let type: string | undefined
  let style: string | undefined
  const shown = (value: string): string => {
    if (type === 's') return shared.at(Number(value))
    if (type === 'b') return value.trim() === '0' ? 'FALSE' : 'TRUE'
    if (type === 'e') return value
    if (type === 'str' || type === 'inlineStr') return unescaped(value)
    return (formats[Number(style ?? 0)] ?? plain)(value)
  }
  const texts: CellTexts = new CellTexts({
    begin(local, attributes) {
      if (local === 'c') [type, style] = [attributes['t'], attributes['s']]
    },
    end(local) {
      if (local === 'row') sink.text('\n')
      if (local !== 'c') return
      const value = texts.take()
      if (value !== undefined) sink.text(`${shown(value)}\t`)
    },
  })
  return texts
}

const plain = toCellFormat(undefined, { is1904: false })

/** Characters of a text in a cell. */
const MAX_CELL = 32_767

interface CellEvents {
  begin?(local: string, attributes: Readonly<Record<string, string>>): void
  end(local: string): void
}

/** Collects what cells contain: values, and texts without the readings above them. */
export class CellTexts implements Required<XmlHandler> {
  readonly #events: CellEvents
  #found: string | undefined
  #text = ''
  #isKept = false
  #isText = false
  #skipped = 0

  constructor(events: CellEvents) {
    this.#events = events
  }

  /** What has been found since the last call; undefined if nothing has. */
  take(): string | undefined {
    const found = this.#found
    this.#found = undefined
    return found
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const local = localName(name)
    if (this.#skipped > 0 || local === 'rPh') {
      this.#skipped++
      return
    }
    this.#isText = local === 't' || local === 'v'
    if (this.#isText) {
      this.#text = ''
      this.#isKept = attributes['xml:space'] === 'preserve'
    } else this.#events.begin?.(local, attributes)
  }

  onclosetag(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    if (this.#isText) {
      this.#found = (this.#found ?? '') + (this.#isKept ? this.#text : withoutIndent(this.#text))
      this.#isText = false
    } else this.#events.end(localName(name))
  }

  ontext(text: string): void {
    if (this.#isText && this.#skipped === 0 && this.#text.length < MAX_CELL) this.#text += text
  }
}

/** Characters that XML cannot contain, or would not keep, are written as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text
        .replaceAll(/_x([0-9a-f]{4})_/gi, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll(/\r\n?/g, '\n')
    : text
