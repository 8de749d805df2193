import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_CELL, MAX_COLUMNS } from '../settings.ts'
import { unreadable } from './unreadable.ts'
import { isBlank, type Source, type SourceRow, toColumnNames } from './source-row.ts'

/** Maximum characters of a row. */
const MAX_RECORD = 4_194_304

/** Reads delimited text (RFC 4180, with any delimiter and any kind of line break). */
export async function readCsv(text: AsyncIterable<string>, delimiter: string): Promise<Source> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    // Quotes within a cell that does not begin with one are part of it.
    relax_quotes: true,
    max_record_size: MAX_RECORD,
    record_delimiter: ['\r\n', '\n', '\r'],
    // A row may be nothing but delimiters, and several rows wait to be read.
    on_record: (cells: readonly string[]) => cells.slice(0, MAX_COLUMNS + 1),
  })
  const fed = pipeline(Readable.from(text), parser).catch(() => {})
  const records = parser[Symbol.asyncIterator]() as AsyncIterator<readonly string[]>
  const next = () => records.next().catch((error: unknown) => Promise.reject(toRefusal(error)))
  let header = await next()
  let before = 1
  for (; !header.done && before <= MAX_BEFORE && isBeforeHeader(header.value); before++) header = await next()
  const names = header.done ? [] : header.value
  const columns = toColumnNames(names)
  if (columns.length > MAX_COLUMNS) {
    parser.destroy()
    throw unreadable(`A file can have at most ${MAX_COLUMNS} columns`)
  }
  async function* rows(): AsyncGenerator<SourceRow> {
    try {
      for (let row = before + 1; ; row++) {
        const { done, value } = await next()
        if (done) break
        let size = 0
        for (const cell of value) size += cell.length
        const isTooLong = !value.slice(names.length).every(isBlank)
        yield { row, cells: value.map(withoutApostrophe), size, isTooLong }
      }
    } finally {
      parser.destroy()
      await fed
    }
  }
  return { columns, rows: rows() }
}

/** Lines before the header that are left out. */
const MAX_BEFORE = 100

/** Empty lines, and the delimiter in the form that Excel understands. */
const isBeforeHeader = (cells: readonly string[]): boolean =>
  cells.every(isBlank) || /^sep=[^a-z]?$/i.test(cells.join(''))

/** Exports put an apostrophe before texts that a spreadsheet would execute. */
const withoutApostrophe = (cell: string): string => (INERT.test(cell) ? cell.slice(1) : cell)

const INERT = /^'(?:[\s\p{C}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n])/u

function toRefusal(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const line = (error as { readonly lines?: unknown }).lines
  const place = typeof line === 'number' ? `Line ${line}` : 'The file'
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return unreadable(`${place} is too long: is a quote missing?`)
    case 'CSV_QUOTE_NOT_CLOSED':
      return unreadable('The file ends within quotes')
    default:
      return unreadable(`${place} has a quote in the wrong place`)
  }
}

/** Delimiters that are looked for, the most likely ones first. */
const DELIMITERS = [',', ';', '\t', '|']

/** The delimiter that separates the most columns in the first line. */
export function detectDelimiter(head: string): string {
  const [, named] = /^\ufeff?sep=([,;\t|])\r?\n/i.exec(head) ?? []
  if (named !== undefined) return named
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const character of head.slice(0, MAX_CELL)) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) {
      if (counts.size > 0) break
    } else if (!isQuoted && DELIMITERS.includes(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const most = (delimiter: string) => counts.get(delimiter) ?? 0
  return DELIMITERS.toSorted((one, other) => most(other) - most(one))[0]!
}
