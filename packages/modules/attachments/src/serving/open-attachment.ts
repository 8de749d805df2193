import type { Readable } from 'node:stream'
import { type Context, PlatformError } from '@plinth/core'
import { storage } from '../storage/storage.ts'
import { findFile } from './find-file.ts'

/** A stored file, opened for reading. */
export interface OpenedAttachment {
  /** The name with which it was uploaded; `file` if policies hide it. */
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly stream: Readable
}

/**
 * Opens a file for other modules, such as imports; null if the caller may not read it, or it does not exist. Destroy the stream
 * to stop reading.
 */
export async function openAttachment(ctx: Context, id: string): Promise<OpenedAttachment | null> {
  try {
    const file = await findFile(ctx, id)
    const object = await ctx.inject(storage).read(file)
    return object && { name: file.originalName ?? 'file', size: object.size, stream: object.stream }
  } catch (error) {
    if (error instanceof PlatformError && error.status < 500) return null
    throw error
  }
}
