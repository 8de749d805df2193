import type { Context } from '@plinth/core'
import type { FilePart } from '@plinth/core/http'
import { toFileName, toOriginalName } from '../names.ts'
import { announceObjects } from '../objects/announce-objects.ts'
import { discardObject } from '../objects/discard-object.ts'
import { type AnnouncedObject, announcedObjects } from '../objects/announced-objects.ts'
import { storage } from '../storage/storage.ts'
import { type DetectedType, detectType } from '../formats/detect-type.ts'
import { digestWhileRead } from './digest.ts'

/** A file whose bytes are stored, but not yet referenced by a row. */
export interface ReceivedFile extends DetectedType, AnnouncedObject {
  readonly fileName: string
  readonly originalName: string
  readonly declaredType: string | null
  readonly fileSize: number
  readonly sha256: string
  /** Its first bytes. */
  readonly head: Buffer
  /** Resolves once the file would survive a power failure; no row may keep it before. */
  readonly flushed: Promise<void>
}

/** Stores a file while it arrives; the flush of its last bytes may still be in progress. Nothing remains if it fails. */
export async function receiveFile(
  ctx: Context,
  part: Pick<FilePart, 'fileName' | 'mimeType' | 'stream'>,
  { partition, signal }: { partition: string; signal?: AbortSignal },
): Promise<ReceivedFile> {
  const files = ctx.inject(storage)
  const originalName = toOriginalName(part.fileName)
  const fileName = toFileName(originalName)
  const { objectId, address } = await ctx.inject(announcedObjects).take(ctx, partition)
  const digest = digestWhileRead(part.stream)
  const flushing = Promise.withResolvers<void>()
  const flushed = files.write(address, part.stream, { ...(signal && { signal }), onFlush: flushing.resolve })
  const written = Promise.race([flushed, flushing.promise])
  try {
    // The type can be detected while the last bytes are being written.
    const detecting = digest.whole.then(() => detectType(digest.head, originalName))
    const [detected] = await Promise.all([detecting, written])
    const { size, sha256, head } = digest
    const declaredType = part.mimeType.slice(0, 200) || null
    return {
      objectId,
      address,
      fileName,
      originalName,
      ...detected,
      declaredType,
      fileSize: size,
      sha256,
      head,
      flushed,
    }
  } catch (error) {
    await discardFile(ctx, { objectId, address, flushed })
    throw error
  }
}

/**
 * Announces the object of a stored file again if its row is gone, because the database was restored to an older state or the
 * upload took too long. Returns false if that is not the case, or if the bytes are gone as well.
 */
export async function announceAgain(
  ctx: Context,
  { objectId, address: { partition, key }, fileSize, flushed }: ReceivedFile,
): Promise<boolean> {
  // Only then are the bytes available under their name.
  await flushed
  const files = ctx.inject(storage)
  const objects = [{ id: objectId, key }]
  const { announced } = await ctx.run(announceObjects, { driver: files.driver, partition, objects })
  if (announced === 0) return false
  ctx.inject(announcedObjects).forget(ctx, partition)
  return (await files.stat({ partition, key }))?.size === fileSize
}

/** Removes a stored file unless a row keeps it. What cannot be removed now is left to the sweep. */
export async function discardFile(
  ctx: Context,
  { objectId, address, flushed }: AnnouncedObject & Pick<ReceivedFile, 'flushed'>,
): Promise<void> {
  // Wait, since bytes may still be written.
  await Promise.allSettled([flushed])
  try {
    const { isKept, isGone } = await ctx.run(discardObject, { id: objectId })
    if (isKept) return
    if (isGone) ctx.inject(announcedObjects).forget(ctx, address.partition)
    await ctx.inject(storage).delete(address)
  } catch (error) {
    ctx.log.warn({ err: error, objectId }, 'an upload that failed is left to the sweep')
  }
}
