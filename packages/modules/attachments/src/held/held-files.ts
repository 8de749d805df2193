import { pipeline, type Readable, Transform } from 'node:stream'
import { type CommandContext, type Context, PlatformError } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { AttachmentObject, HeldFile } from '../entities.ts'
import { removedObject } from '../objects/removed-object.ts'
import { settings } from '../options.ts'
import { ensureDefaultPartitions } from '../partitions/add-default-partitions.ts'
import { assertWithinQuota, remainingBytes } from '../quota.ts'
import { storage } from '../storage/storage.ts'
import { discardFile, type ReceivedFile, receiveFile } from '../uploads/receive-file.ts'

/** The partition of held files, which is never public. */
const PARTITION = 'privateAttachments'

/** A file whose bytes are stored. It is removed soon unless a command holds it. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number
  /** Keeps the file, in the command that needs it, and returns its id. Throws 413 beyond the tenant's quota. */
  hold(ctx: CommandContext): Promise<string>
  /** Removes the bytes, unless a command that committed has held the file. */
  discard(): Promise<void>
}

/** What is stored, and until when. */
export interface NewHeldFile {
  /** Names its type; it is not kept. */
  readonly name: string
  readonly stream: Readable
  readonly signal?: AbortSignal
}

/**
 * Stores a stream of any length for another module, which alone serves it: `openHeldFile`. Nothing remains if it fails. Throws 413 as soon
 * as it is larger than what is left of the tenant's quota.
 */
export async function storeFile(ctx: Context, { name, stream, signal }: NewHeldFile): Promise<StoredFile> {
  await ensureDefaultPartitions(ctx)
  const limited = atMost(await remainingBytes(ctx), ctx.inject(settings).tenantQuota)
  // The driver is told of an error as it reads, also if it begins later.
  pipeline(stream, limited, () => {})
  const file = await receiveFile(
    ctx,
    { fileName: name, mimeType: '', stream: limited },
    { partition: PARTITION, ...(signal && { signal }) },
  )
  const discard = () => discardFile(ctx, file)
  try {
    await file.flushed
  } catch (error) {
    await discard()
    throw error
  }
  return { size: file.fileSize, hold: (command) => hold(command, file), discard }
}

async function hold(ctx: CommandContext, { objectId, fileSize }: ReceivedFile): Promise<string> {
  const id = crypto.randomUUID()
  // Of a lost row, as after a restored backup, the bytes cannot be found again.
  const [object] = await ctx.from(AttachmentObject, 'o').select('o.state').where('o.id', '=', objectId).execute()
  if (object?.state !== 'announced') throw removedObject()
  await ctx.from.insert(HeldFile, { id, objectId, fileSize }).execute()
  await assertWithinQuota(ctx)
  return id
}

/** Gives up files, in a command. Their bytes are removed later. Ids of no file are ignored. */
export async function releaseHeldFiles({ from }: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await from.delete(HeldFile, 'f').where('f.id', '=', anyOf(ids)).execute()
}

/** An opened file. */
export interface OpenedFile {
  /** In bytes. */
  readonly size: number
  readonly stream: Readable
}

/** Opens a file of the current tenant; null if there is none. Check first whether the caller may read it. */
export async function openHeldFile(ctx: Context, id: string): Promise<OpenedFile | null> {
  const [object] = await ctx
    .from(AttachmentObject, 'o')
    .select(['o.partitionCode', 'o.objectKey'])
    .where('o.id', 'in', ctx.from(HeldFile, 'f').select('f.objectId').where('f.id', '=', id))
    .execute()
  return object ? ctx.inject(storage).read({ partition: object.partitionCode, key: object.objectKey }) : null
}

/** Passes on what fits. */
function atMost(bytes: number, quota: number): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > bytes)
        done(new PlatformError('too_large', `The files of this tenant may take at most ${quota} bytes`))
      else done(null, chunk)
    },
  })
}
