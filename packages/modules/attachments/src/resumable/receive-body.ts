import { Readable } from 'node:stream'
import { type Context, MIB, PlatformError } from '@plinth/core'
import { defaultPartitionOf } from '../partitions/find-partition.ts'
import { discardFile, type ReceivedFile, receiveFile } from '../uploads/receive-file.ts'
import { addPart, MAX_UPLOAD_PARTS } from './add-part.ts'
import type { Checksum } from './checksum.ts'
import type { UploadProgress, Upload } from './find-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { Pieces } from './pieces.ts'

/** What a host that is killed may lose of an upload; a connection that breaks loses nothing that has arrived. */
const PART_SIZE = 16 * MIB

/** Parts of large uploads are larger, so that interruptions leave room within their number. */
const partSizeOf = (size: number) => Math.max(PART_SIZE, Math.ceil((2 * size) / MAX_UPLOAD_PARTS))

/** What a request brings: bytes, which count together or not at all where it says what they hash to. */
export interface UploadBody {
  readonly bytes: Readable
  readonly checksum: Checksum | null
}

/**
 * Stores what a request brings of an upload, part by part. The last part counts when the file is there: an upload that
 * has all its bytes is a file, whatever host dies when. Errors: 409 when another request goes on with it, 413 for more
 * bytes than were announced, 460 for others than were sent, and what making the file is refused with.
 */
export async function receiveBody(
  ctx: Context,
  upload: Upload,
  { bytes, checksum }: UploadBody,
): Promise<UploadProgress> {
  const pieces = new Pieces(bytes)
  try {
    return await receivePieces(ctx, upload, { pieces, checksum })
  } catch (error) {
    await pieces.discard()
    throw error
  }
}

async function receivePieces(
  ctx: Context,
  upload: Upload,
  { pieces, checksum }: Pick<UploadBody, 'checksum'> & { readonly pieces: Pieces },
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
      if (isLast) return await finishUpload(ctx, upload, part)
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
  // A file without a byte is there at once.
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

/** What clients call the file and its type: those of tus itself, or of Uppy. */
const namesIn = (fields: Upload['fields']) => ({
  fileName: fields['filename'] ?? fields['name'] ?? '',
  mimeType: fields['filetype'] ?? fields['type'] ?? '',
})

/** Throws 413 for bytes beyond the end of the file, also where it is complete. */
async function assertNoMore({ size }: Upload, pieces: Pieces): Promise<void> {
  if (await pieces.hasMore()) throw new PlatformError('too_large', `The upload was announced with ${size} bytes`)
}
