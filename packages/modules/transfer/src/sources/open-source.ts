import { badInput, type Context } from '@plinth/core'
import { openAttachment, readSheet } from '@plinth/attachments'
import { type Format, MAX_COLUMNS, MAX_ROWS } from '../settings.ts'
import { unreadable } from './unreadable.ts'
import { detectDelimiter, readCsv } from './csv.ts'
import { decode, detectEncoding } from './decode.ts'
import { readJsonLines } from './json-lines.ts'
import { type Source, type SourceRow, toColumnNames } from './source-row.ts'

/** Bytes read to recognize a format. */
const HEAD = 262_144

/** A file that is being read. */
export interface OpenedSource extends Source {
  readonly name: string
  /** The share of the file that has been read. */
  progress(): number
  /** Stops reading. */
  close(): void
}

/** Opens the file of an import. Throws 400 if the caller cannot see the file any more, or it cannot be read. */
export async function openSource(
  ctx: Context,
  attachmentId: string,
  { format, columns }: { readonly format: Format; readonly columns?: readonly string[] },
): Promise<OpenedSource> {
  if (format.type === 'sheet') return openSheet(ctx, attachmentId)
  const { name, size, stream } = await openFile(ctx, attachmentId)
  let read = 0
  async function* bytes() {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      read += chunk.length
      yield chunk
    }
  }
  try {
    const text = decode(bytes(), format.encoding)
    const source = format.type === 'csv' ? await readCsv(text, format.delimiter) : await readJsonLines(text, columns)
    return { name, ...source, progress: () => (size === 0 ? 1 : read / size), close: () => stream.destroy() }
  } catch (error) {
    stream.destroy()
    throw error
  }
}

/** How many rows count as half of a sheet whose length is not known. */
const HALF = 10_000

async function openSheet(ctx: Context, attachmentId: string): Promise<OpenedSource> {
  const { name, stream } = await openFile(ctx, attachmentId)
  stream.destroy()
  const sheet = (await readSheet(ctx, attachmentId, { rows: MAX_ROWS + 1, columns: MAX_COLUMNS + 1 }))!
  const rows = sheet[Symbol.asyncIterator]()
  let last = 0
  const first = await rows.next()
  const columns = toColumnNames(first.done ? [] : first.value.cells)
  if (columns.length > MAX_COLUMNS) {
    await rows.return?.(undefined)
    throw unreadable(`A file can have at most ${MAX_COLUMNS} columns`)
  }
  async function* read(): AsyncGenerator<SourceRow> {
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      last = next.value.row
      yield { ...next.value, size: JSON.stringify(next.value.cells).length }
    }
  }
  return {
    name,
    columns,
    rows: read(),
    progress: () => last / (last + HALF),
    close: () => void rows.return?.(undefined),
  }
}

/** The format of a file, by its name and its first bytes. */
export async function detectFormat(ctx: Context, attachmentId: string): Promise<Format> {
  const { name, stream } = await openFile(ctx, attachmentId)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= HEAD) break
  }
  stream.destroy()
  const head = Buffer.concat(chunks)
  if (head.length === 0) throw unreadable('The file is empty')
  // XLSX and ODS are ZIP archives.
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04')
    return { type: 'sheet', encoding: 'utf-8', delimiter: ',' }
  const { language } = await ctx.locale()
  const encoding = detectEncoding(head, language)
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  const type = /\.(?:jsonl|ndjson)$/i.test(name) || text.startsWith('{') ? 'jsonl' : 'csv'
  return { type, encoding, delimiter: detectDelimiter(text) }
}

async function openFile(ctx: Context, attachmentId: string) {
  const file = await openAttachment(ctx, attachmentId)
  if (!file) throw badInput('The file of the import was not found')
  return file
}
