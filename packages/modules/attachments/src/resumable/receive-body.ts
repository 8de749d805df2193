import { Readable } from 'node:stream'
import { type Context, MIB, PlatformError } from '@plinth/core'
import { defaultPartitionOf } from '../partitions/find-partition.ts'
import { discardFile, type ReceivedFile, receiveFile } from '../uploads/receive-file.ts'
import { addPart, MAX_UPLOAD_PARTS } from './add-part.ts'
import type { UploadProgress, Upload } from './find-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { Pieces } from './pieces.ts'

/** What a host that is killed may lose of an upload; a connection that breaks loses nothing that has arrived. */
const PART_SIZE = 16 * MIB

/** Parts of large uploads are larger, so that interruptions leave room within their number. */
const partSizeOf = (size: number) => Math.max(PART_SIZE, Math.ceil((2 * size) / MAX_UPLOAD_PARTS))

/**
 * Stores what a request brings of an upload, part by part. The last part counts when the file is there: an upload that
 * has all its bytes is a file, whatever host dies when. Errors: 409 when another request goes on with it, 413 for more
 * bytes than were announced, and what making the file is refused with.
 */
export async function receiveBody(ctx: Context, upload: Upload, body: Readable): Promise<UploadProgress> {
  const pieces = new Pieces(body)
  let { received } = upload
  while (received < upload.size && (await pieces.hasMore())) {
    const part = await receivePart(ctx, upload, pieces.take(Math.min(partSizeOf(upload.size), upload.size - received)))
    const isLast = received + part.fileSize === upload.size
    try {
      if (isLast && (await pieces.hasMore())) throw tooManyBytes(upload)
      if (isLast) return await finishUpload(ctx, upload, part)
      const { objectId, fileSize: size, flushed } = part
      await flushed
      received = (await ctx.run(addPart, { id: upload.id, objectId, start: received, size })).received
    } catch (error) {
      await discardFile(ctx, part)
      throw error
    }
  }
  if (pieces.error !== null)
    ctx.log.debug({ err: pieces.error, uploadId: upload.id }, 'the connection of an upload broke')
  return { received, isFinished: false }
}

/** A file without a byte is there at once. */
export async function receiveNothing(ctx: Context, upload: Upload): Promise<UploadProgress> {
  return finishUpload(ctx, upload, await receivePart(ctx, upload, []))
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

const tooManyBytes = ({ size }: Pick<Upload, 'size'>) =>
  new PlatformError('too_large', `The upload was announced with ${size} bytes`)
