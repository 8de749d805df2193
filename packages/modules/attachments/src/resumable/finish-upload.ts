import { Readable } from 'node:stream'
import { conflict, type Context, PlatformError, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { addressColumns } from '../objects/addresses.ts'
import { type ObjectAddress, storage } from '../storage/storage.ts'
import { keepFile, readOwner } from '../uploads/keep-file.ts'
import { discardFile, type ReceivedFile, receiveFile } from '../uploads/receive-file.ts'
import { removeParts } from '../objects/upload-parts.ts'
import { discardUpload } from './end-upload.ts'
import type { UploadProgress, Upload } from './find-upload.ts'

/**
 * Creates the file of an upload whose last part is stored. One transaction creates the file, finishes the upload and releases its
 * parts. An upload rejected by a rule, the quota or a partition is removed with its bytes; after any other failure, the client
 * may send the last part again. Continues if the client disconnects.
 */
export async function finishUpload(ctx: Context, upload: Upload, last: ReceivedFile): Promise<UploadProgress> {
  const { id, fields, size } = upload
  const before = await partsOf(ctx, id)
  const file = before.length === 0 ? last : await joinParts(ctx, before, last)
  try {
    if (file.fileSize !== size) throw conflict('A part of this upload is missing')
    await keepFile(ctx, { id, owner: readOwner(fields), fields, file, isResumable: true })
  } catch (error) {
    await discardFile(ctx, file)
    if (isFinal(error)) await discardUpload(ctx, id)
    throw error
  }
  if (file !== last) await discardFile(ctx, last)
  await removeParts(ctx, before)
  return { received: size, isFinished: true }
}

/** Whether another attempt would be rejected as well. */
export const isFinal = (error: unknown) =>
  error instanceof PlatformError && error.status < 500 && error.code !== 'conflict'

async function partsOf({ db, scope }: Context, id: string): Promise<readonly ObjectAddress[]> {
  const { rows } = await sql<ObjectAddress>`select ${addressColumns} from attachment_upload_parts p
    join attachment_objects o on o.tenant_id = p.tenant_id and o.id = p.id
    where ${inTenant(scope, 'p')} and p.upload_id = ${id} order by p.start`.execute(db)
  return rows
}

/** Storages have no multipart objects, so the parts are read again and written as one object, which also yields hash and type. */
async function joinParts(
  ctx: Context,
  before: readonly ObjectAddress[],
  { originalName, declaredType, address, flushed }: ReceivedFile,
): Promise<ReceivedFile> {
  await flushed
  const files = ctx.inject(storage)
  async function* bytes() {
    for (const part of [...before, address]) {
      const found = await files.read(part)
      if (!found) throw conflict('Another request has completed or cancelled this upload')
      yield* found.stream as AsyncIterable<Buffer>
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false })
  const { partition } = address
  return receiveFile(ctx, { fileName: originalName, mimeType: declaredType ?? '', stream }, { partition })
}
