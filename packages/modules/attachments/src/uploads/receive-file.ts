import type { Context } from '@plinth/core'
import type { FilePart } from '@plinth/core/http'
import { toFileName, toOriginalName } from '../names.ts'
import { announceObjects } from '../objects/announce-objects.ts'
import { discardObject } from '../objects/discard-object.ts'
import { type AnnouncedObject, spareObjects } from '../objects/spare-objects.ts'
import { storage } from '../storage/storage.ts'
import { type DetectedType, detectType } from './detect-type.ts'
import { digestWhileRead } from './digest.ts'

/** A file whose bytes are stored and which no row keeps yet. */
export interface ReceivedFile extends DetectedType, AnnouncedObject {
  readonly fileName: string
  readonly originalName: string
  readonly declaredType: string | null
  readonly fileSize: number
  readonly sha256: string
  /** Its first bytes. */
  readonly head: Buffer
  /** Resolves when it would survive a power failure: no row may keep it before. */
  readonly flushed: Promise<void>
}

/** Stores a file while it arrives, but for the flush of its last bytes. When it fails, nothing of it stays. */
export async function receiveFile(
  ctx: Context,
  part: Pick<FilePart, 'fileName' | 'mimeType' | 'stream'>,
  { partition, signal }: { partition: string; signal?: AbortSignal },
): Promise<ReceivedFile> {
  const files = ctx.inject(storage)
  const originalName = toOriginalName(part.fileName)
  const fileName = toFileName(originalName)
  const { objectId, address } = await ctx.inject(spareObjects).take(ctx, partition)
  const digest = digestWhileRead(part.stream)
  const flushing = Promise.withResolvers<void>()
  const flushed = files.write(address, part.stream, { ...(signal && { signal }), onFlush: flushing.resolve })
  const written = Promise.race([flushed, flushing.promise])
  try {
    // What it is can be told while its last bytes are on their way to the disk.
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
 * Announces the object of a stored file again, where the database knows it no more: it went back to an older state, or an
 * upload took longer than it may. False where that is not so, and where the bytes are gone as well.
 */
export async function announceAgain(
  ctx: Context,
  { objectId, address: { partition, key }, fileSize, flushed }: ReceivedFile,
): Promise<boolean> {
  // Before that, its bytes are not under its name.
  await flushed
  const files = ctx.inject(storage)
  const objects = [{ id: objectId, key }]
  const { announced } = await ctx.run(announceObjects, { driver: files.driver, partition, objects })
  if (announced === 0) return false
  ctx.inject(spareObjects).forget(ctx, partition)
  return (await files.stat({ partition, key }))?.size === fileSize
}

/** Removes a stored file unless a row keeps it. What cannot be removed now, the sweep removes later. */
export async function discardFile(
  ctx: Context,
  { objectId, address, flushed }: AnnouncedObject & Pick<ReceivedFile, 'flushed'>,
): Promise<void> {
  // Nothing is discarded of which more may still come.
  await Promise.allSettled([flushed])
  try {
    const { isKept, isGone } = await ctx.run(discardObject, { id: objectId })
    if (isKept) return
    if (isGone) ctx.inject(spareObjects).forget(ctx, address.partition)
    await ctx.inject(storage).delete(address)
  } catch (error) {
    ctx.log.warn({ err: error, objectId }, 'an upload that failed is left to the sweep')
  }
}
