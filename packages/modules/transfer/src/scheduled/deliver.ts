import type { Readable } from 'node:stream'
import { conflict, type JobContext, notFound } from '@plinth/core'
import { type Bucket, openBucket } from '../destinations/bucket.ts'
import { ExportDestination } from '../destinations/entities.ts'
import { ExportRun } from './entities.ts'
import { forgetObjects, noteObject } from './note-object.ts'

/** A file for a bucket. */
export interface Delivery {
  readonly runId: string
  readonly attempt: number
  readonly exportId: string
  readonly destinationId: string
  /** The same in every attempt at a run, so that one replaces what another has written. */
  readonly fileName: string
  readonly stream: Readable
}

/** Writes a file to a bucket, and removes what earlier attempts have left. Returns its size in bytes. */
export async function deliver(ctx: JobContext<unknown>, delivery: Delivery): Promise<number> {
  const { run, signal } = ctx
  const { runId, attempt, exportId, destinationId, fileName, stream } = delivery
  const objectKey = await keyOf(ctx, destinationId, fileName)
  const bucket = await openBucket(ctx, destinationId, signal)
  if (!bucket || objectKey === undefined) throw notFound('Destination')
  await removeLeft(ctx, { exportId }, { runId, destinationId, objectKey })
  const note = async (uploadId: string | null) => {
    const { isCurrent } = await run(noteObject, { runId, attempt, destinationId, objectKey, uploadId })
    return isCurrent
  }
  if (!(await note(null))) throw superseded()
  let begun: string | undefined
  try {
    return await bucket.write(objectKey, stream, {
      async onUpload(uploadId) {
        begun = uploadId
        if (!(await note(uploadId))) throw superseded()
      },
    })
  } catch (error) {
    // The next attempt does it otherwise.
    if (begun !== undefined && !signal.aborted) await attemptTo(ctx, bucket.abort(objectKey, begun))
    throw error
  }
}

const superseded = () => conflict('Another attempt at this run has begun')

async function keyOf({ from }: JobContext<unknown>, id: string, fileName: string): Promise<string | undefined> {
  const found = await from(ExportDestination, 'd').select('d.prefix').where('d.id', '=', id).executeTakeFirst()
  return found && [found.prefix, fileName].filter(Boolean).join('/')
}

interface Place {
  readonly runId: string
  readonly destinationId: string
  readonly objectKey: string
}

/**
 * Removes what runs of an export, or one run, have left that have written nothing in the end: parts of uploads, and objects. An object is left to
 * be replaced if the run is about to write it again. A bucket may refuse that; it is not tried twice.
 */
export async function removeLeft(
  ctx: JobContext<unknown>,
  of: { readonly exportId: string } | { readonly runId: string },
  next?: Place,
): Promise<void> {
  const runs = ctx.from(ExportRun, 'r').select(['r.id', 'r.destinationId', 'r.objectKey', 'r.uploadId'])
  const left = await ('runId' in of ? runs.where('r.id', '=', of.runId) : runs.where('r.exportId', '=', of.exportId))
    .where('r.status', '!=', 'completed')
    .where('r.objectKey', 'is not', null)
    .limit(100)
    .execute()
  if (left.length === 0) return
  for (const { id, destinationId, objectKey, uploadId } of left) {
    const bucket = await openBucket(ctx, destinationId!)
    if (!bucket) continue
    if (uploadId !== null) await attemptTo(ctx, bucket.abort(objectKey!, uploadId))
    const isReplaced = next?.runId === id && next.destinationId === destinationId && next.objectKey === objectKey
    if (!isReplaced) await attemptTo(ctx, bucket.remove(objectKey!))
  }
  await ctx.run(forgetObjects, { runIds: left.map(({ id }) => id) })
}

async function attemptTo({ log }: JobContext<unknown>, work: ReturnType<Bucket['remove']>): Promise<void> {
  try {
    await work
  } catch (error) {
    log.warn({ err: error }, 'what an export has left in a bucket could not be removed')
  }
}
