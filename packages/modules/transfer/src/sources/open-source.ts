import { type FileRow, readRows } from '@plinth/attachments'
import type { Context } from '@plinth/core'
import { type Format, MAX_COLUMNS, MAX_ROWS } from '../settings.ts'
import { toColumnNames } from './column-names.ts'
import { lost, unreadable } from './unreadable.ts'

/** A file that is being read. */
export interface OpenedSource {
  readonly name: string
  readonly columns: readonly string[]
  /** The cells that the columns are named after. */
  readonly header: readonly unknown[]
  /** The rows below the header. */
  readonly rows: AsyncIterable<FileRow>
  /** The share of the file that has been read. */
  progress(): number
  /** Stops reading. */
  close(): void
}

/** How many rows count as half of a sheet whose length is not known. */
const HALF = 10_000

/** Opens the file of an import. Throws 400 if the caller cannot see the file any more, or it cannot be read. */
export async function openSource(
  ctx: Context,
  attachmentId: string,
  { format, columns: known }: { readonly format: Format; readonly columns?: readonly string[] },
): Promise<OpenedSource> {
  // One more than there may be, so that what is too much is not taken for the end.
  const limits = { rows: MAX_ROWS + 2, columns: MAX_COLUMNS + 1 }
  const file = await readRows(ctx, attachmentId, { format: { ...format, ...(known && { columns: known }) }, ...limits })
  if (!file) throw lost()
  const columns = format.type === 'jsonl' ? (file.header as readonly string[]) : toColumnNames(file.header)
  if (columns.length > MAX_COLUMNS) {
    file.close()
    throw unreadable(`A file can have at most ${MAX_COLUMNS} columns`)
  }
  let last = 0
  async function* rows(): AsyncGenerator<FileRow> {
    for await (const row of file!.rows) {
      last = row.row
      yield row
    }
  }
  return {
    name: file.name,
    columns,
    header: file.header,
    rows: rows(),
    progress: () => file.progress() ?? last / (last + HALF),
    close: () => file.close(),
  }
}
