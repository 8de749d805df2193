import { isDeepStrictEqual } from 'node:util'
import { badInput, type Caller, MIB, PlatformError, post, type Route, type RouteContext } from '@plinth/core'
import { requireOrganization } from '@plinth/core/data'
import { type MultipartFields, readMultipart } from '@plinth/core/http'
import { z } from 'zod'
import { createAttachment } from '../commands/create-attachment.ts'
import { features } from '../contract.ts'
import { settings } from '../options.ts'
import { ensureDefaultPartitions } from '../partitions/add-default-partitions.ts'
import { defaultPartitionOf } from '../partitions/find-partition.ts'
import { ReadSizes } from '../storage/read-sizes.ts'
import { keepFile, readOwner, REQUIRED, UploadedFile } from './keep-file.ts'
import { inScopeOf, toSelection } from './named-scope.ts'
import { discardFile, type ReceivedFile, receiveFile } from './receive-file.ts'

const UploadParts = z.object({
  entityId: z.string().max(200).meta({ description: '`<module>:<entity>`, or `attachments:library`.' }),
  recordId: z.string().max(200),
  file: z.any().meta({ type: 'string', format: 'binary' }),
  tenantId: z.string().optional().meta({ description: 'For super admins. Must precede the file.' }),
  organizationId: z.string().optional().meta({ description: 'Must precede the file.' }),
  partitionCode: z.string().max(60).optional(),
  fieldKey: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The key of a custom field of the entity. Its limits on files apply.' }),
  customFields: z.string().optional().meta({
    description:
      "The values of the file's custom fields, as a JSON object. Alternatively, one part `cf_<key>` for each.",
  }),
  tags: z.string().optional().meta({ description: 'A JSON array of strings, or words separated by commas.' }),
  assignments: z.string().optional().meta({ description: 'A JSON array of objects `{type, id, href?, label?}`.' }),
})

const UploadView = z.object({ ok: z.literal(true), item: UploadedFile })

/** Size of a body from which it is read ahead. */
const READ_AHEAD_FROM = 8 * MIB

/** Stores a file while it arrives, then creates an attachment for it in one command. */
export function uploadRoute(): Route {
  const arriving = new ReadSizes()
  return post(
    '/attachments',
    {
      access: features.manage,
      summary: 'Upload a file and attach it to a record.',
      http: { rawBody: { type: 'multipart/form-data', schema: UploadParts } },
      response: UploadView,
      runs: createAttachment,
      errors: [400, 401, 404, 413, 422],
    },
    async (ctx) => {
      const { request, event, inject } = ctx
      const { maxFileSize } = inject(settings)
      if (!/^multipart\/form-data/i.test(request.headers.get('content-type') ?? ''))
        throw badInput('Expected multipart/form-data')
      const length = Number(request.headers.get('content-length') ?? 0)
      if (length > maxFileSize + MIB)
        throw new PlatformError('too_large', `A file can have at most ${maxFileSize} bytes`)
      // A small file is written while it arrives; a potentially large one is buffered so that it is written in fewer chunks.
      const ahead = length === 0 || length > READ_AHEAD_FROM ? arriving.take(MIB) : undefined
      const { fields, file, caller } = await readParts(ctx, event.req, ahead).finally(() => arriving.give(ahead ?? 0))
      try {
        const namedCaller = await request.callerIn(toSelection(fields))
        if (!isDeepStrictEqual(namedCaller.scope, caller.scope))
          throw badInput('The parts tenantId and organizationId must come before the file')
        const owner = readOwner(fields)
        request.describeBody(JSON.stringify([fields, file.sha256, file.originalName]))
        const newFile = { id: crypto.randomUUID(), owner, fields, file }
        return { ok: true as const, item: await inScopeOf(ctx, namedCaller, (there) => keepFile(there, newFile)) }
      } catch (error) {
        await inScopeOf(ctx, caller, (there) => discardFile(there, file))
        throw error
      }
    },
  )
}

type UploadContext = RouteContext<undefined, undefined, undefined>

interface ReceivedForm {
  readonly fields: MultipartFields
  readonly file: ReceivedFile
}

/**
 * Reads the whole body. The first part named `file` is stored as it arrives, in the tenant and organization named by preceding
 * parts; further files are skipped.
 */
async function readParts(
  ctx: UploadContext,
  request: Request,
  ahead: number | undefined,
): Promise<ReceivedForm & { readonly caller: Caller }> {
  const { maxFileSize } = ctx.inject(settings)
  const limits = { size: maxFileSize + MIB, fieldSize: 64 * 1024, fields: 50, fileSize: maxFileSize, files: 5, ahead }
  let file: ReceivedFile | undefined
  let caller: Caller | undefined
  let isTaken = false
  try {
    const fields = await readMultipart(request, limits, async (part, before) => {
      if (part.field !== 'file' || isTaken) {
        part.stream.resume()
        return
      }
      isTaken = true
      const namedCaller = (caller = await ctx.request.callerIn(toSelection(before)))
      const partition = defaultPartitionOf(before['entityId'] ?? '')
      file = await inScopeOf(ctx, namedCaller, async (there) => {
        requireOrganization(there.scope)
        await ensureDefaultPartitions(there)
        return receiveFile(there, part, { partition, signal: request.signal })
      })
    })
    if (!file || !caller) throw badInput(REQUIRED)
    return { fields, file, caller }
  } catch (error) {
    if (file && caller) await inScopeOf(ctx, caller, (there) => discardFile(there, file!))
    throw error
  }
}
