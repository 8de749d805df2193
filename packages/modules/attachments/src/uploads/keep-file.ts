import { badInput, type Context } from '@plinth/core'
import { fieldPolicies, notWritable } from '@plinth/core/acl'
import { assertNoNul } from '@plinth/core/http'
import type { MultipartFields } from '@plinth/core/http'
import { z } from 'zod'
import { parseAssignments, withRecord } from '../assignments.ts'
import { createAttachment } from '../commands/create-attachment.ts'
import { Attachment } from '../entities.ts'
import { AssignmentView } from '../library/attachment-views.ts'
import { toFileUrl, toImageUrl } from '../names.ts'
import { flushes } from '../objects/flushes.ts'
import { RemovedObject } from '../objects/removed-object.ts'
import { parseTags } from '../tags.ts'
import { isReadLater, keepQuickText } from './keep-quick-text.ts'
import type { PartitionFacts } from '../partitions/find-partition.ts'
import { choosePartition } from './choose-partition.ts'
import { assertWithinLimits, findFieldLimits } from './field-limits.ts'
import { readSentValues } from './sent-values.ts'
import { announceAgain, type ReceivedFile } from './receive-file.ts'

/** The response to an upload. */
export const UploadedFile = z.object({
  id: z.uuid(),
  url: z.string(),
  fileName: z.string(),
  fileSize: z.number().int(),
  partitionCode: z.string(),
  thumbnailUrl: z.string(),
  content: z.string().nullable(),
  tags: z.array(z.string()),
  assignments: z.array(AssignmentView),
  /** The values of custom fields that were sent. */
  customFields: z.record(z.string(), z.unknown()).optional(),
})

/** The record a file belongs to. */
export interface FileOwner {
  readonly entityId: string
  readonly recordId: string
}

export const REQUIRED = 'entityId, recordId and file are required'

/** Reads the record from an upload's fields. Error: 400, also for fields that contain NUL (decision: NUL characters). */
export function readOwner(fields: Readonly<MultipartFields>): FileOwner {
  assertNoNul(fields)
  const [entityId, recordId] = [fields['entityId'], fields['recordId']].map((text) => text?.trim() ?? '')
  if (!entityId || !recordId || entityId.length > 200 || recordId.length > 200) throw badInput(REQUIRED)
  return { entityId, recordId }
}

interface NewFile {
  readonly id: string
  readonly owner: FileOwner
  readonly fields: Readonly<MultipartFields>
  readonly file: ReceivedFile
  /** True if it was uploaded in parts. The upload with this id is then completed. */
  readonly isResumable?: boolean
  /** Default: `createAttachment`. */
  readonly command?: typeof createAttachment
}

type Uploaded = z.input<typeof UploadedFile>

/** Creates an attachment for a stored file. */
export async function keepFile(ctx: Context, newFile: NewFile): Promise<Uploaded> {
  try {
    return await makeAttachment(ctx, newFile)
  } catch (error) {
    if (!(error instanceof RemovedObject && (await announceAgain(ctx, newFile.file)))) throw error
    return makeAttachment(ctx, newFile)
  }
}

async function makeAttachment(
  ctx: Context,
  { id, owner, fields, file, isResumable, command = createAttachment }: NewFile,
): Promise<Uploaded> {
  assertWritable(ctx, fields)
  const { code, requiresOcr, ocrModel } = await placeFile(ctx, { owner, fields, file })
  const custom = readSentValues(fields)
  const item = {
    tags: parseTags(fields['tags']),
    assignments: withRecord(parseAssignments(fields['assignments']), owner),
    partitionCode: code,
  }
  const { address: _, head: __, flushed: ___, ...facts } = file
  const content = requiresOcr ? await keepQuickText(ctx, file) : null
  const readsText = requiresOcr && isReadLater(ctx, { ...file, ocrModel })
  const input = { id, ...owner, ...facts, ...item, readsText, isResumable }
  await ctx.inject(flushes).beside(ctx, file, () => ctx.run(command, input, custom && { custom }))
  const { fileName, fileSize } = file
  return {
    id,
    url: toFileUrl(id),
    fileName,
    fileSize,
    thumbnailUrl: toImageUrl({ id, fileName }, 320),
    content,
    ...item,
    ...(custom && { customFields: { ...custom } }),
  }
}

/** Throws 403 if an upload says something about a file that field policies withhold from the caller. */
function assertWritable({ inject, actor }: Context, fields: Readonly<MultipartFields>): void {
  const rights = inject(fieldPolicies).of(actor, Attachment)
  const refused = rights
    ? ['tags', 'assignments', 'partitionCode'].filter((name) => fields[name]?.trim() && !rights.may('write', name))
    : []
  if (refused.length > 0) throw notWritable(refused)
}

interface Placed {
  readonly owner: FileOwner
  readonly fields: Readonly<MultipartFields>
  readonly file: Pick<ReceivedFile, 'originalName' | 'fileSize'>
}

/** The partition of a file. Throws 400 if the custom field that the file is for does not accept it. */
export async function placeFile(ctx: Context, { owner: { entityId }, fields, file }: Placed): Promise<PartitionFacts> {
  const limits = await findFieldLimits(ctx, { entityId, fieldKey: fields['fieldKey'] })
  if (limits) assertWithinLimits(limits, file)
  return choosePartition(ctx, { entityId, codes: [fields['partitionCode'], limits?.partitionCode] })
}
