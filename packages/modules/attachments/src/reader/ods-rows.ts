import { isEncrypted } from './open-document.ts'
import type { RowSink, SheetCell } from './sheet-row.ts'
import { NoSuchSheet, ReadingError } from './task.ts'
import { parsePatiently, type XmlHandler } from './xml.ts'
import type { Parts } from './zip.ts'

/** Rows with something in them that are repeated at most. */
const MAX_REPEATED = 10_000
/** Characters of a cell. */
const MAX_TEXT = 32_767

/** Reads the rows of one sheet of an OpenDocument spreadsheet: the wanted one, or the first visible one that is not empty. */
export async function readOdsRows(parts: Parts, wanted: string | undefined, sink: RowSink): Promise<void> {
  if (await isEncrypted(parts)) throw new ReadingError('encrypted')
  const rows = new OdsRows(wanted, sink)
  await parsePatiently(parts, 'content.xml', { handler: rows, between: () => sink.ready() })
  if (!rows.isSheet) throw new ReadingError('unsupported')
  if (wanted !== undefined && !rows.names.includes(wanted)) throw new NoSuchSheet(wanted, rows.names)
}

type Attributes = Readonly<Record<string, string>>

class OdsRows implements XmlHandler {
  isSheet = false
  /** What its sheets are called. */
  readonly names: string[] = []
  readonly #sink: RowSink
  readonly #wanted: string | undefined
  /** The styles of hidden sheets, which come before the sheets. */
  readonly #hidden = new Set<string>()
  #style = ''
  /** Within the sheet that is read. */
  #isRead = false
  #row = 0
  #rowCount = 1
  #cells: SheetCell[] = []
  #cell: Attributes | undefined
  /** Paragraphs of the cell; undefined between cells. */
  #text: string | undefined
  #hasParagraph = false
  /** Within comments and other things that are not the text of a cell. */
  #skipped = 0

  constructor(wanted: string | undefined, sink: RowSink) {
    this.#wanted = wanted
    this.#sink = sink
  }

  onopentag(name: string, attributes: Attributes): void {
    if (name === 'office:spreadsheet') this.isSheet = true
    if (this.#skipped > 0 || NOT_TEXT.has(name)) this.#skipped++
    else if (name === 'style:style') this.#style = attributes['style:name'] ?? ''
    else if (name === 'style:table-properties' && attributes['table:display'] === 'false') this.#hidden.add(this.#style)
    else if (name === 'table:table') this.#beginSheet(attributes)
    else if (!this.#isRead) return
    else if (name === 'table:table-row') {
      this.#rowCount = countOf(attributes, 'table:number-rows-repeated')
      this.#cells = []
    } else if (isCell(name)) {
      this.#cell = attributes
      this.#text = ''
      this.#hasParagraph = false
    } else if (name === 'text:p') {
      if (this.#hasParagraph) this.#say('\n')
      this.#hasParagraph = true
    } else if (name === 'text:s') this.#say(' '.repeat(Math.min(1_000, countOf(attributes, 'text:c'))))
    else if (name === 'text:tab') this.#say('\t')
    else if (name === 'text:line-break') this.#say('\n')
  }

  onclosetag(name: string): void {
    if (this.#skipped > 0) this.#skipped--
    else if (!this.#isRead) return
    else if (isCell(name)) this.#endCell()
    else if (name === 'table:table-row') this.#endRow()
    // Other sheets follow.
    else if (name === 'table:table') this.#isRead = false
  }

  ontext(text: string): void {
    if (this.#skipped === 0 && this.#hasParagraph) this.#say(text.replaceAll(/[\t\n\r ]+/g, ' '))
  }

  #beginSheet(attributes: Attributes): void {
    const name = attributes['table:name'] ?? ''
    const isHidden = this.#hidden.has(attributes['table:style-name'] ?? '')
    this.#isRead =
      this.#wanted === undefined
        ? !isHidden && !this.#sink.hasRows
        : name === this.#wanted && !this.names.includes(name)
    this.names.push(name)
    this.#row = 0
  }

  #say(text: string): void {
    if (this.#text !== undefined && this.#text.length <= MAX_TEXT) this.#text += text
  }

  #endCell(): void {
    const attributes = this.#cell ?? {}
    const value = valueOf(attributes, this.#text ?? '')
    const room = this.#sink.columns - this.#cells.length
    const count = Math.min(room, countOf(attributes, 'table:number-columns-repeated'))
    for (let index = 0; index < count; index++) this.#cells.push(value)
    this.#text = undefined
    this.#hasParagraph = false
  }

  #endRow(): void {
    const first = this.#row + 1
    this.#row += this.#rowCount
    while (this.#cells.length > 0 && this.#cells.at(-1) === null) this.#cells.pop()
    if (this.#cells.length === 0) return
    if (this.#rowCount > MAX_REPEATED) throw new ReadingError('too_large')
    for (let row = first; row <= this.#row; row++) this.#sink.row(row, this.#cells)
  }
}

const NOT_TEXT: ReadonlySet<string> = new Set(['office:annotation', 'draw:frame', 'text:ruby-text', 'table:shapes'])

/** A covered cell is part of a merged one, and has no value of its own. */
const isCell = (name: string) => name === 'table:table-cell' || name === 'table:covered-table-cell'

const countOf = (attributes: Attributes, name: string): number => {
  const count = Number(attributes[name] ?? 1)
  return Number.isInteger(count) && count > 0 ? count : 1
}

function valueOf(attributes: Attributes, text: string): SheetCell {
  if (attributes['calcext:value-type'] === 'error') return { '#error': text }
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      return Number(attributes['office:value'])
    case 'boolean':
      return attributes['office:boolean-value'] === 'true'
    case 'date':
      return (attributes['office:date-value'] ?? text).replace(/T00:00:00(?:\.0+)?$/, '')
    case 'time':
      return toClock(attributes['office:time-value']) ?? text
    default:
      return text === '' ? null : text
  }
}

/** `PT12H30M05.5S` as a clock shows it. */
function toClock(duration: string | undefined): string | undefined {
  const [, hours, minutes = '00', seconds = '00', fraction = ''] =
    /^PT(\d+)H(?:(\d+)M)?(?:(\d+)(?:[.,](\d*?)0*)?S)?$/.exec(duration ?? '') ?? []
  if (hours === undefined) return undefined
  const clock = [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')
  return fraction === '' ? clock : `${clock}.${fraction}`
}
