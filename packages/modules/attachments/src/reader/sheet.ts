import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { openSpreadsheet } from './office.ts'
import { readOdsRows } from './ods-rows.ts'
import { type ReadingMessage, ReadingError, type RowsTask } from './task.ts'
import type { RowSink } from './sheet-row.ts'
import { readXlsxRows } from './xlsx-rows.ts'

/** Reads the first sheet of a file, and writes its rows to standard output: `[row, cells]`, one a line. */
export async function writeRows({ limits }: RowsTask): Promise<ReadingMessage> {
  try {
    const bytes = await buffer(process.stdin)
    if (bytes.length > limits.fileSize) return { kind: 'failed', reason: 'too_large' }
    const { parts, main } = await openSpreadsheet(bytes, limits.inflatedSize)
    const sink: RowSink = {
      columns: limits.columns,
      row(row, cells) {
        if (row > limits.rows) throw new ReadingError('too_large')
        process.stdout.write(`${JSON.stringify([row, cells])}\n`)
      },
      ready: () => (process.stdout.writableNeedDrain ? once(process.stdout, 'drain') : undefined),
    }
    await (main === undefined ? readOdsRows(parts, sink) : readXlsxRows(parts, main, sink))
    if (process.stdout.writableLength > 0) await new Promise((resolve) => process.stdout.write('', resolve))
    return { kind: 'end' }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof ReadingError ? error.reason : 'broken' }
  }
}
