import { badInput, composition, type Context, MIB, notFound, PlatformError, type RouteContext, sql } from '@plinth/core'
import { assertUpdatable, type FileOwner, type FileRecord, inTenant, limits, type RecordFiles } from '@plinth/core/data'
import { readMultipart } from '@plinth/core/http'
import { entityNames } from '@plinth/core/rules'
import type { z } from 'zod'
import { addRecordFile } from './commands/add-record-file.ts'
import { deleteFilesOfRecords } from './commands/delete-files-of-records.ts'
import { deleteRecordFile } from './commands/delete-record-file.ts'
import { type FileRow, fileColumns, fileTables, toRecordFile } from './library/attachment-views.ts'
import { settings } from './options.ts'
import { ensureDefaultPartitions } from './partitions/add-default-partitions.ts'
import { defaultPartitionOf } from './partitions/find-partition.ts'
import { beforeRevert } from './quota.ts'
import { idsIn } from './records.ts'
import { keepFile } from './uploads/keep-file.ts'
import { asSender } from './uploads/named-scope.ts'
import { discardFile, type ReceivedFile, receiveFile } from './uploads/receive-file.ts'

/** The files of resources with `files: true`. */
export const filesOfRecords: RecordFiles = {
  async list(ctx, record, page) {
    await assertReadable(ctx, record)
    // Files belong to their record, in whatever organization they were uploaded.
    return ctx.widenScope(
      'organizations',
      'read the files of a record that the caller may read',
      async ({ db, scope }) => {
        const isOfRecord = sql`${inTenant(scope, 'a')} and a.entity_id = any (${namesOf(ctx, record.owner)}::text[])
        and a.record_id = ${record.id}`
        const { limit, offset } = limits(page)
        const { rows } = await sql<FileRow>`select ${fileColumns}, null as content from ${fileTables}
        where ${isOfRecord} order by a.created_at desc, a.id desc limit ${limit} offset ${offset}`.execute(db)
        const counted = await sql<{
          total: number
        }>`select count(*)::integer as total from attachments a where ${isOfRecord}`.execute(db)
        return [rows.map(toView), counted.rows[0]!.total] as const
      },
    )
  },
  async add(ctx, record) {
    await assertReadable(ctx, record)
    await assertUpdatable(ctx, record.owner.entity, [record.id])
    const file = await receive(ctx, record)
    const owner = { entityId: record.owner.id, recordId: record.id }
    try {
      ctx.request.describeBody(JSON.stringify([file.sha256, file.originalName]))
      return await asSender(ctx, {}, async (now) => {
        await assertReadable(now, record)
        const id = crypto.randomUUID()
        await keepFile(now, { id, owner, fields: {}, file, command: addRecordFile })
        return readOne(now, id)
      })
    } catch (error) {
      await discardFile(ctx, file)
      throw error
    }
  },
  async remove(ctx, record, fileId) {
    await assertReadable(ctx, record)
    await ctx.run(deleteRecordFile, { id: fileId, entityId: record.owner.id, recordId: record.id })
  },
  removeAll: (ctx, { id: entityId }, ids) => deleteFilesOfRecords(ctx, { entityId, ids }),
  beforeRevert,
}

/** A file that the caller has created. */
async function readOne(ctx: Context, id: string) {
  return ctx.widenScope('organizations', 'read a file that the caller has uploaded', async ({ db, scope }) => {
    const { rows } = await sql<FileRow>`select ${fileColumns}, null as content from ${fileTables}
      where ${inTenant(scope, 'a')} and a.id = ${id}`.execute(db)
    return toView(rows[0]!)
  })
}

const namesOf = ({ inject }: Pick<Context, 'inject'>, { id }: FileOwner) => entityNames(inject(composition).modules, id)

/** What nobody has is like what the caller may not read. */
async function assertReadable({ from }: Pick<Context, 'from'>, { owner, id }: FileRecord): Promise<void> {
  if (!(await idsIn(from, owner.entity, [id])).has(id)) throw notFound(owner.title)
}

function toView(row: FileRow) {
  const { id, fileName, fileSize, mimeType, url, thumbnailUrl, createdAt } = toRecordFile(row)
  return {
    id,
    fileName,
    fileSize,
    mimeType,
    url,
    thumbnailUrl: mimeType.startsWith('image/') ? thumbnailUrl : null,
    createdAt,
  }
}

/** Stores the first part named `file` while it arrives; further files are skipped. */
async function receive(
  ctx: RouteContext<z.ZodType, undefined, undefined>,
  { owner }: FileRecord,
): Promise<ReceivedFile> {
  const { request, event, inject } = ctx
  const { maxFileSize } = inject(settings)
  if (!/^multipart\/form-data/i.test(request.headers.get('content-type') ?? ''))
    throw badInput('Expected multipart/form-data')
  if (Number(request.headers.get('content-length') ?? 0) > maxFileSize + MIB)
    throw new PlatformError('too_large', `A file can have at most ${maxFileSize} bytes`)
  const bounds = { size: maxFileSize + MIB, fieldSize: 64 * 1024, fields: 50, fileSize: maxFileSize, files: 5 }
  let file: ReceivedFile | undefined
  let isTaken = false
  try {
    await readMultipart(event.req, bounds, async (part) => {
      if (part.field !== 'file' || isTaken) {
        part.stream.resume()
        return
      }
      isTaken = true
      await ensureDefaultPartitions(ctx)
      file = await receiveFile(ctx, part, { partition: defaultPartitionOf(owner.id), signal: event.req.signal })
    })
    if (!file) throw badInput('file is required')
    return file
  } catch (error) {
    if (file) await discardFile(ctx, file)
    throw error
  }
}
