import { Readable } from 'node:stream'
import { type Context, MIB, PlatformError } from '@plinth/core'
import { defaultPartitionOf } from '../partitions/find-partition.ts'
import { discardFile, type ReceivedFile, receiveFile } from '../uploads/receive-file.ts'
import { addPart, MAX_UPLOAD_PARTS } from './add-part.ts'
import type { Checksum } from './checksum.ts'
import type { UploadProgress, Upload } from './find-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { Pieces } from './stream-pieces.ts'

/** Maximum number of bytes that an upload loses if a host is killed. If a connection breaks, no received bytes are lost. */
const PART_SIZE = 16 * MIB

/** Large uploads use larger parts, to leave room for interruptions within the maximum number of parts. */
const partSizeOf = (size: number) => Math.max(PART_SIZE, Math.ceil((2 * size) / MAX_UPLOAD_PARTS))

/** The body of a request. With a checksum, its bytes are accepted as a whole or not at all. */
export interface UploadBody {
  readonly bytes: Readable
  readonly checksum: Checksum | null
  /** Does the last step with the rights of that moment: a body may arrive for hours. */
  readonly finish: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
}

/**
 * Stores the body of a request part by part. The last part is recorded together with the file, so a complete upload always has
 * its file, whenever a host crashes. Errors: 409 if another request continues the upload, 413 for more bytes than announced, 460
 * for a checksum mismatch, and those of creating the file.
 */
export async function receiveBody(
  ctx: Context,
  upload: Upload,
  { bytes, ...rest }: UploadBody,
): Promise<UploadProgress> {
  const pieces = new Pieces(bytes)
  try {
    return await receivePieces(ctx, upload, { pieces, ...rest })
  } catch (error) {
    await pieces.discard()
    throw error
  }
}

async function receivePieces(
  ctx: Context,
  upload: Upload,
  { pieces, checksum, finish }: Omit<UploadBody, 'bytes'> & { readonly pieces: Pieces },
): Promise<UploadProgress> {
  let { received } = upload
  while (received < upload.size && (await pieces.hasMore())) {
    const remaining = upload.size - received
    const next = pieces.take(checksum ? remaining : Math.min(partSizeOf(upload.size), remaining))
    const part = await receivePart(ctx, upload, checksum ? checksum.of(next) : next)
    const isLast = received + part.fileSize === upload.size
    try {
      if (isLast) await assertNoMore(upload, pieces)
      checksum?.assertMatches()
      if (isLast) return await finish((now) => finishUpload(now, upload, part))
      const { objectId, fileSize: size, flushed } = part
      await flushed
      received = (await ctx.run(addPart, { id: upload.id, objectId, start: received, size })).received
    } catch (error) {
      await discardFile(ctx, part)
      throw error
    }
  }
  if (received === upload.size) await assertNoMore(upload, pieces)
  if (received === upload.received) checksum?.assertMatches()
  if (pieces.error !== null)
    ctx.log.debug({ err: pieces.error, uploadId: upload.id }, 'the connection of an upload broke')
  // An empty file is complete at once.
  if (upload.size === 0 && !upload.isFinished) return finishUpload(ctx, upload, await receivePart(ctx, upload, []))
  return { received, isFinished: upload.isFinished }
}

function receivePart(
  ctx: Context,
  { fields }: Upload,
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<ReceivedFile> {
  const stream = Readable.from(bytes, { objectMode: false })
  return receiveFile(ctx, { ...namesIn(fields), stream }, { partition: defaultPartitionOf(fields['entityId'] ?? '') })
}

/** Metadata names for file name and type, in tus itself or in Uppy. */
export const namesIn = (fields: Upload['fields']) => ({
  fileName: fields['filename'] ?? fields['name'] ?? '',
  mimeType: fields['filetype'] ?? fields['type'] ?? '',
})

/** Throws 413 for bytes beyond the end of the file, even if it is complete. */
async function assertNoMore({ size }: Upload, pieces: Pieces): Promise<void> {
  if (await pieces.hasMore())
    throw new PlatformError('too_large', `The upload is longer than its declared ${size} bytes`)
}
