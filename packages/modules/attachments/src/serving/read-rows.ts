import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { badInput, type Context, FairSlots, MIB, PlatformError } from '@plinth/core'
import { linesOf } from '../reader/lines.ts'
import { startReader } from '../reader/reader-process.ts'
import type { SheetCell } from '../reader/sheet-row.ts'
import { type ReadingFailure, type ReadingMessage, ROWS, type RowsFormat, type RowsTask } from '../reader/task.ts'
import { openAttachment } from './open-attachment.ts'

/** A row of a file. */
export interface FileRow {
  /** Counted from 1. */
  readonly row: number
  /** Dates and times of sheets are texts such as `2026-03-29` and `2026-03-29T12:00:00`, as a calendar and a clock show them. */
  readonly cells: readonly unknown[]
  /** Whether something is in cells that the header has no names for. */
  readonly isTooLong: boolean
  /** The size of the row, in characters. */
  readonly size: number
}

/** What is read of a file, and up to how many rows and columns. */
export interface RowsRequest {
  readonly format: RowsFormat
  readonly rows: number
  readonly columns: number
}

/** A file whose rows are being read. */
export interface OpenedRows {
  /** The name with which it was uploaded. */
  readonly name: string
  /** The cells of the first row that is not empty, or the properties of JSON objects. */
  readonly header: readonly SheetCell[]
  /** Throws 400 if the file is broken, encrypted or too large. */
  readonly rows: AsyncGenerator<FileRow>
  /** The share of the file that has been read; null if nobody knows. */
  progress(): number | null
  /** Stops reading. Needed unless all rows have been read. */
  close(): void
}

/** Spreadsheets are kept in memory as they are, and their parts are read one after another; texts are streamed. */
const LIMITS = { fileSize: 128 * MIB, inflatedSize: 2_048 * MIB, cpuSeconds: 1_200 }
const [SHEET_MEMORY, TEXT_MEMORY] = [768 * MIB, 384 * MIB]

/** Maximum characters of a row as it is passed on: those of a file, escaped. */
const MAX_LINE = 32 * MIB

/** Processes that read files at the same time, for one tenant and in total; others wait for a while. */
const slotsOf = (slots: number, share: number) =>
  new FairSlots({
    slots,
    share,
    longestLine: 10,
    patience: 30_000,
    refuse: () =>
      new PlatformError('unavailable', 'Other files are being read. Please try again in a moment.', {
        headers: { 'retry-after': '10' },
      }),
  })
const [sheets, texts] = [slotsOf(4, 3), slotsOf(16, 6)]

/**
 * Reads the rows of a stored file in a confined process, with flat memory in this one. Null if the caller may not read the file, or it
 * does not exist. Throws 400 if it cannot be read.
 */
export async function readRows(ctx: Context, id: string, request: RowsRequest): Promise<OpenedRows | null> {
  const file = await openAttachment(ctx, id)
  if (!file) return null
  const { tenantId } = ctx.scope
  const isSheet = request.format.type === 'sheet'
  const slots = isSheet ? sheets : texts
  await slots.enter(tenantId).catch((error: unknown) => {
    file.stream.destroy()
    throw error
  })
  let reading: ReturnType<typeof startReading>
  try {
    reading = startReading(file.stream, request)
  } catch (error) {
    file.stream.destroy()
    slots.leave(tenantId)
    throw error
  }
  let isOpen = true
  const close = () => {
    reading.stop()
    if (isOpen) slots.leave(tenantId)
    isOpen = false
  }
  async function* rest(lines: ReturnType<typeof reading.lines>): AsyncGenerator<FileRow> {
    try {
      for await (const line of lines) yield toRow(line)
    } finally {
      close()
    }
  }
  try {
    const lines = reading.lines()
    const first = await lines.next()
    const header = first.done ? [] : (toRow(first.value).cells as readonly SheetCell[])
    // Of a spreadsheet, all is read at first.
    const progress = () => (isSheet || file.size === 0 ? null : reading.read() / file.size)
    return { name: file.name, header, rows: rest(lines), progress, close }
  } catch (error) {
    close()
    throw error
  }
}

function toRow(line: string): FileRow {
  const [row, cells, isTooLong = false] = JSON.parse(line) as [number, readonly unknown[], true?]
  return { row, cells, isTooLong, size: line.length }
}

/** Starts a process that reads a file. */
function startReading(file: Readable, { format, rows, columns }: RowsRequest) {
  const { cpuSeconds, ...sizes } = LIMITS
  const isSheet = format.type === 'sheet'
  const memory = isSheet ? SHEET_MEMORY : TEXT_MEMORY
  const child = startReader(ROWS, { memory, cpuSeconds, stdout: 'pipe', isPatient: isSheet })
  const reasonOf = (reason: ReadingFailure) =>
    `The ${isSheet && reason !== 'unsupported' ? 'spreadsheet' : 'file'} ${REASONS[reason]}`
  let read = 0
  let end: ReadingMessage | undefined
  let failure: Error | undefined
  child.on('message', (message: ReadingMessage) => (end = message))
  const ended = once(child, 'close')
  file.on('data', (chunk: Buffer) => (read += chunk.length))
  // It does not see the end of what has broken off, which it would take for the whole file.
  file.on('error', (error) => {
    failure = error
    child.kill('SIGKILL')
  })
  file.pipe(child.stdin!)
  child.send({ format, limits: { ...sizes, rows, columns } } satisfies RowsTask, () => {})
  async function* lines(): AsyncGenerator<string> {
    const text = child.stdout!.setEncoding('utf8') as AsyncIterable<string>
    const tooLong = () => badInput(reasonOf('too_large'))
    for await (const line of linesOf(text, { longest: MAX_LINE, tooLong })) {
      if (failure) throw failure
      yield line
    }
    await ended
    if (failure) throw failure
    // It was ended, since it has exceeded a limit.
    if (!end) throw badInput(reasonOf('too_large'))
    if (end.kind === 'failed') throw badInput(end.message ?? reasonOf(end.reason))
  }
  const stop = () => {
    child.kill('SIGKILL')
    file.destroy()
  }
  return { lines, stop, read: () => read }
}

const REASONS: Readonly<Record<ReadingFailure, string>> = {
  broken: 'is broken',
  too_large: 'is too large',
  encrypted: 'is encrypted',
  unsupported: 'is not a spreadsheet',
}
