import { buffer } from 'node:stream/consumers'
import type { Context } from '@plinth/core'
import { settings } from '../options.ts'
import { storage } from '../storage/storage.ts'
import type { ReceivedFile } from './receive-file.ts'
import { keepText } from '../texts/keep-text.ts'
import { isQuick, toQuickText } from '../texts/quick-text.ts'
import type { TextFile } from '../text-readers/text-reader.ts'

/** Bytes of a file examined for text at upload. */
const QUICK_BYTES = 1024 * 1024

/** Stores the text of a plain text or markup file along with it; null for other files. */
export async function keepQuickText(ctx: Context, file: ReceivedFile): Promise<string | null> {
  if (!isQuick(file.mimeType) || file.fileSize === 0) return null
  const { maxTextLength } = ctx.inject(settings)
  const whole = await toQuickText(await readStart(ctx, file), file)
  const text = whole.slice(0, maxTextLength).toWellFormed()
  if (text.trim() === '') return null
  return (await ctx.run(keepText, { objectId: file.objectId, content: text })).content
}

/** The bytes seen during the upload are usually enough. */
async function readStart({ inject }: Context, { head, fileSize, address, flushed }: ReceivedFile): Promise<Uint8Array> {
  if (fileSize <= head.length) return head
  await flushed
  const found = await inject(storage).read(address, { start: 0, end: Math.min(fileSize, QUICK_BYTES) - 1 })
  return found ? buffer(found.stream) : head
}

/** Whether a worker can extract its text. */
export function isReadLater({ inject }: Context, file: TextFile): boolean {
  return !isQuick(file.mimeType) && inject(settings).readers.some((reader) => reader.reads(file))
}
