import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileRows } from './rows.ts'
import { ReadingError, type RowLimits } from './task.ts'

/** Maximum characters of a row. */
const MAX_RECORD = 4_194_304

/** Lines before the header that are left out. */
const MAX_BEFORE = 100

/** How a text is delimited, and where its header is: in the first row that is not empty by default. */
interface Delimited {
  readonly delimiter: string
  readonly headerRow?: number | undefined
}

/** Reads delimited text (RFC 4180, with any delimiter and any kind of line break). */
export async function* readDelimited(
  text: AsyncIterable<string>,
  { delimiter, headerRow }: Delimited,
  { columns }: RowLimits,
): FileRows {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    // Quotes within a cell that does not begin with one are part of it.
    relax_quotes: true,
    max_record_size: MAX_RECORD,
    record_delimiter: ['\r\n', '\n', '\r'],
    // A row may be nothing but delimiters, and several rows wait to be read.
    on_record: (cells: readonly string[]) => cells.slice(0, columns),
  })
  const fed = pipeline(Readable.from(text), parser).catch(() => {})
  let names: number | undefined
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<readonly string[]>) {
      row++
      if (names !== undefined) {
        // DOS ends a text with this character.
        if (cells.length === 1 && cells[0] === '\u001a') continue
        const isTooLong = cells.length > names && !cells.slice(names).every(isBlank)
        yield { row, cells: cells.map(withoutApostrophe), isTooLong }
      } else if (headerRow === undefined ? row > MAX_BEFORE || !isBeforeHeader(cells) : row >= headerRow) {
        names = cells.length
        yield { row, cells }
      }
    }
  } catch (error) {
    throw toReadingError(error)
  } finally {
    parser.destroy()
    await fed
  }
}

const isBlank = (cell: string): boolean => cell.trim() === ''

/** Empty lines, and the delimiter in the form that Excel understands. */
const isBeforeHeader = (cells: readonly string[]): boolean =>
  cells.every(isBlank) || /^sep=[^a-z]?$/i.test(cells.join(''))

/** Exports put an apostrophe before texts that a spreadsheet would execute. */
const withoutApostrophe = (cell: string): string => (INERT.test(cell) ? cell.slice(1) : cell)

const INERT = /^'+(?:[\s\p{C}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n])/u

function toReadingError(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const line = (error as { readonly lines?: unknown }).lines
  const place = typeof line === 'number' ? `Line ${line}` : 'The file'
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new ReadingError('broken', `${place} is too long: is a quote missing?`)
    case 'CSV_QUOTE_NOT_CLOSED':
      return new ReadingError('broken', 'The file ends within quotes')
    default:
      return new ReadingError('broken', `${place} has a quote in the wrong place`)
  }
}
