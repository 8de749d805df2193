import { type CellValue, toCellValue } from './cell-formats.ts'
import type { RowSink, SheetCell } from './sheet-row.ts'
import { CellTexts, openWorkbook, type OpenedWorkbook, shownSheets, unescaped } from './spreadsheet.ts'
import { NoSuchSheet, ReadingError } from './task.ts'
import { parsePatiently } from './xml.ts'
import type { Parts } from './zip.ts'

/** A workbook that was opened, and the name of its main part. */
interface OpenedFile {
  readonly parts: Parts
  readonly main: string
}

/**
 * Reads the rows of one sheet of a workbook: the wanted one, or the first visible one that is not empty. A formula is read as the value
 * that the file has of it.
 */
export async function readXlsxRows(
  { parts, main }: OpenedFile,
  wanted: string | undefined,
  sink: RowSink,
): Promise<void> {
  const workbook = await openWorkbook(parts, main)
  const { sheets } = workbook
  const called = sheets.filter(({ name }) => name === wanted)
  if (wanted !== undefined && called.length === 0)
    throw new NoSuchSheet(
      wanted,
      sheets.map(({ name }) => name),
    )
  for (const { part } of wanted === undefined ? shownSheets(sheets) : called) {
    const cells = new SheetCells(workbook, sink)
    await parsePatiently(parts, part, { handler: cells.texts, between: () => sink.ready() })
    if (sink.hasRows) return
  }
}

class SheetCells {
  readonly texts: CellTexts
  readonly #workbook: OpenedWorkbook
  readonly #formats: readonly CellValue[]
  readonly #sink: RowSink
  #row = 0
  #column = 0
  #cells: SheetCell[] = []
  #type: string | undefined
  #style = 0
  #hasFormula = false

  constructor(workbook: OpenedWorkbook, sink: RowSink) {
    this.#workbook = workbook
    this.#sink = sink
    const { codes, is1904 } = workbook
    const byCode = new Map([...new Set(codes)].map((code) => [code, toCellValue(code, { is1904 })]))
    this.#formats = codes.map((code) => byCode.get(code)!)
    this.texts = new CellTexts({
      begin: (local, attributes) => this.#begin(local, attributes),
      end: (local) => this.#end(local),
    })
  }

  #begin(local: string, attributes: Readonly<Record<string, string>>): void {
    if (local === 'row') {
      this.#row = Number(attributes['r'] ?? this.#row + 1)
      this.#column = 0
      this.#cells = []
    }
    if (local === 'f') this.#hasFormula = true
    if (local !== 'c') return
    this.#hasFormula = false
    this.#column = columnOf(attributes['r']) ?? this.#column + 1
    this.#type = attributes['t']
    this.#style = Number(attributes['s'] ?? 0)
  }

  #end(local: string): void {
    if (local === 'c') {
      // Some programs store formulas without their values.
      const value = this.texts.take() || (this.#hasFormula && this.#type !== 'str' ? undefined : '')
      if ((value ?? '') === '' && !this.#hasFormula) return
      if (this.#column > this.#sink.columns) return
      for (let index = this.#cells.length; index < this.#column - 1; index++) this.#cells.push(null)
      this.#cells[this.#column - 1] = value === undefined ? NO_VALUE : this.#valueOf(value)
    }
    if (local !== 'row') return
    if (!Number.isInteger(this.#row) || this.#row < 1) throw new ReadingError('broken')
    if (this.#cells.length > 0) this.#sink.row(this.#row, this.#cells)
  }

  #valueOf(value: string): SheetCell {
    const type = this.#type
    if (type === 's') return this.#workbook.shared.at(Number(value))
    if (type === 'b') return value.trim() !== '0'
    if (type === 'str' || type === 'inlineStr') return unescaped(value)
    if (type === 'e') return { '#error': value }
    // Files of the strict kind have dates as texts.
    if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '')
    return (this.#formats[this.#style] ?? plain)(value)
  }
}

const NO_VALUE = { '#error': '=' }

const plain = toCellValue(undefined, { is1904: false })

/** The number of the column in a reference such as `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}
