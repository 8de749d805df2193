import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { decode } from './decode.ts'
import { type ReadingMessage, ReadingError, type RowLimits, type RowsTask } from './task.ts'
import type { RowSink } from './sheet-row.ts'

/** Rows of a text, the header first. */
export type FileRows = AsyncGenerator<{
  /** Counted like a spreadsheet. */
  readonly row: number
  readonly cells: readonly unknown[]
  /** Whether something is in cells that the header has no names for. */
  readonly isTooLong?: boolean
}>

/** Characters that are written at once. */
const BLOCK = 65_536

/** Reads the rows of a file, and writes them to standard output: `[row, cells, isTooLong]`, one a line, the header first. */
export async function writeRows({ format, limits }: RowsTask): Promise<ReadingMessage> {
  const out = new Lines(limits, format.type === 'sheet' ? format.headerRow : undefined)
  try {
    if (format.type === 'sheet') await readSheet(format.sheet, limits, out)
    else {
      const text = decode(process.stdin, format.encoding)
      const rows =
        format.type === 'csv'
          ? (await import('./delimited-rows.ts')).readDelimited(text, format, limits)
          : (await import('./json-rows.ts')).readJsonLines(text, { known: format.columns, limits })
      for await (const { row, cells, isTooLong } of rows) {
        out.row(row, cells, isTooLong)
        if (out.isFull) await out.ready()
      }
    }
    await out.end()
    return { kind: 'end' }
  } catch (error) {
    // What comes before the fault has been read.
    await out.end()
    if (!(error instanceof ReadingError)) return { kind: 'failed', reason: 'broken' }
    return { kind: 'failed', reason: error.reason, message: error.explanation }
  }
}

/** Whoever has uploaded a text waits for its columns, so each parser is loaded for the files that need it. */
async function readSheet(wanted: string | undefined, limits: RowLimits, sink: RowSink): Promise<void> {
  const { openSpreadsheet } = await import('./office.ts')
  const bytes = await buffer(process.stdin)
  if (bytes.length > limits.fileSize) throw new ReadingError('too_large')
  const { parts, main } = await openSpreadsheet(bytes, limits.inflatedSize)
  if (main === undefined) await (await import('./ods-rows.ts')).readOdsRows(parts, wanted, sink)
  else await (await import('./xlsx-rows.ts')).readXlsxRows({ parts, main }, wanted, sink)
}

/** Writes lines in blocks: a call of the system for each row would cost more than the rows. */
class Lines implements RowSink {
  readonly columns: number
  hasRows = false
  readonly #rows: number
  readonly #first: number
  #waiting = ''

  constructor({ rows, columns }: RowLimits, first = 0) {
    this.#rows = rows
    this.#first = first
    this.columns = columns
  }

  row(row: number, cells: readonly unknown[], isTooLong = false): void {
    if (row > this.#rows) throw new ReadingError('too_large')
    if (row < this.#first) return
    this.hasRows = true
    this.#waiting += `${JSON.stringify(isTooLong ? [row, cells, true] : [row, cells])}\n`
    if (this.#waiting.length >= BLOCK) this.#flush()
  }

  get isFull(): boolean {
    return process.stdout.writableNeedDrain
  }

  ready(): Promise<unknown> | undefined {
    return this.isFull ? once(process.stdout, 'drain') : undefined
  }

  async end(): Promise<void> {
    this.#flush()
    if (process.stdout.writableLength > 0) await new Promise((resolve) => process.stdout.write('', resolve))
  }

  #flush(): void {
    if (this.#waiting !== '') process.stdout.write(this.#waiting)
    this.#waiting = ''
  }
}
