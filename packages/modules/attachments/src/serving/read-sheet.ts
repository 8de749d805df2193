import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { badInput, type Context, FairSlots, MIB, PlatformError } from '@plinth/core'
import { ignoreClosed, startReader } from '../reader/reader-process.ts'
import type { SheetCell } from '../reader/sheet-row.ts'
import { type ReadingFailure, type ReadingMessage, ROWS, type RowsTask } from '../reader/task.ts'
import { openAttachment } from './open-attachment.ts'

/** A row of a sheet. */
export interface SheetRow {
  /** Counted from 1. */
  readonly row: number
  /** Dates and times are texts such as `2026-03-29` and `2026-03-29T12:00:00`, as a calendar and a clock show them. */
  readonly cells: readonly SheetCell[]
}

/** Maximum rows and columns of a sheet. */
export interface SheetLimits {
  readonly rows: number
  readonly columns: number
}

/** Limits of the process that reads a spreadsheet: it is kept in memory as it is, and its parts are read one after another. */
const LIMITS = { memory: 768 * MIB, cpuSeconds: 600, fileSize: 128 * MIB, inflatedSize: 2_048 * MIB }

/** Processes that read spreadsheets at the same time, for one tenant and in total; others wait for a while. */
const processes = new FairSlots({
  slots: 4,
  share: 2,
  longestLine: 10,
  patience: 30_000,
  refuse: () =>
    new PlatformError('unavailable', 'Other spreadsheets are being read. Please try again in a moment.', {
      headers: { 'retry-after': '10' },
    }),
})

/**
 * Reads the first sheet of a stored spreadsheet (XLSX or ODS) in a confined process, with flat memory in this one. Null if the caller
 * may not read the file, or it does not exist. Throws 400 while rows are read if the file is broken, encrypted or too large.
 */
export async function readSheet(
  ctx: Context,
  id: string,
  { rows, columns }: SheetLimits,
): Promise<AsyncIterable<SheetRow> | null> {
  const file = await openAttachment(ctx, id)
  if (!file) return null
  const { tenantId } = ctx.scope
  async function* read(): AsyncGenerator<SheetRow> {
    const { memory, cpuSeconds, ...sizes } = LIMITS
    await processes.enter(tenantId).catch((error: unknown) => {
      file!.stream.destroy()
      throw error
    })
    const child = startReader(ROWS, { memory, cpuSeconds, stdout: 'pipe', isPatient: true })
    try {
      let end: ReadingMessage | undefined
      child.on('message', (message: ReadingMessage) => (end = message))
      const ended = once(child, 'close')
      child.send({ limits: { ...sizes, rows, columns } } satisfies RowsTask, () => {})
      const sent = pipeline(file!.stream, child.stdin!).catch(ignoreClosed)
      for await (const line of createInterface({ input: child.stdout!, crlfDelay: Infinity })) {
        const [row, cells] = JSON.parse(line) as [number, readonly SheetCell[]]
        yield { row, cells }
      }
      await Promise.all([ended, sent])
      if (!end) throw badInput(REASONS.too_large)
      if (end.kind === 'failed') throw badInput(REASONS[end.reason])
    } finally {
      child.kill('SIGKILL')
      file!.stream.destroy()
      processes.leave(tenantId)
    }
  }
  return read()
}

const REASONS: Readonly<Record<ReadingFailure, string>> = {
  broken: 'The spreadsheet is broken',
  too_large: 'The spreadsheet is too large',
  encrypted: 'The spreadsheet is encrypted',
  unsupported: 'The file is not a spreadsheet',
}
