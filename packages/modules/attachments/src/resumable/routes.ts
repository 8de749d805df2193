import { Readable } from 'node:stream'
import {
  conflict,
  type Context,
  del,
  get,
  patch,
  PlatformError,
  post,
  type Route,
  type RouteContext,
} from '@plinth/core'
import { requireOrganization } from '@plinth/core/data'
import { bodyOf } from '@plinth/core/http'
import { z } from 'zod'
import { createAttachment } from '../commands/create-attachment.ts'
import { features } from '../contract.ts'
import { toOriginalName } from '../names.ts'
import { type AttachmentsSettings, settings } from '../options.ts'
import { ensureDefaultPartitions } from '../partitions/add-default-partitions.ts'
import { isReachable, recordNotFound } from '../records.ts'
import { parseTags } from '../tags.ts'
import { placeFile, readOwner } from '../uploads/keep-file.ts'
import { asSender } from '../uploads/named-scope.ts'
import { beginUpload } from './begin-upload.ts'
import { CHECKSUM_ALGORITHMS, readChecksum } from './checksum.ts'
import { discardUpload } from './end-upload.ts'
import { expiryOf, findUpload, type UploadProgress, type Upload } from './find-upload.ts'
import { isFinal } from './finish-upload.ts'
import { namesIn, receiveBody, type UploadBody } from './receive-body.ts'
import {
  assertSpoken,
  assertVersion,
  BYTES,
  EXTENSIONS,
  readByteCount,
  readFields,
  toMetadata,
  TUS_VERSION,
} from './tus-headers.ts'

const Params = z.object({ id: z.uuid() })

const State = z.object({
  id: z.uuid().meta({ description: 'Also the id of the file once the upload is complete.' }),
  size: z.number().int(),
  received: z.number().int(),
  isFinished: z.boolean(),
  expiresAt: z.iso.datetime().meta({ description: 'When it expires unless more data arrives.' }),
})

const every = { 'Tus-Resumable': TUS_VERSION }
const offset = { 'Upload-Offset': 'The number of bytes received so far.' }
const expires = { 'Upload-Expires': 'When the upload expires unless more data arrives.' }
const said = { 'Tus-Resumable': `\`${TUS_VERSION}\`` }
const hashed = {
  'Upload-Checksum': `A checksum of the bytes: the algorithm (${CHECKSUM_ALGORITHMS.join(', ')}), a space, and the hash in Base64.`,
}

type ResumableContext = RouteContext<typeof Params, undefined, undefined>

/**
 * Resumable uploads with the tus protocol, which can be continued on any host. Each belongs to the actor who started it and is
 * invisible to others. A finished upload runs the same command as a form upload.
 */
export function resumableRoutes({ maxFileSize }: Pick<AttachmentsSettings, 'maxFileSize'>): readonly Route[] {
  const options = {
    ...every,
    'Tus-Version': TUS_VERSION,
    'Tus-Extension': EXTENSIONS,
    'Tus-Max-Size': String(maxFileSize),
    'Tus-Checksum-Algorithm': CHECKSUM_ALGORITHMS.join(','),
  }
  return [
    post(
      '/attachments/uploads',
      {
        access: features.manage,
        operation: 'beginUpload',
        summary: 'Start a resumable upload with the tus protocol.',
        http: {
          methodOverride: true,
          rawBody: { type: BYTES },
          headers: {
            every,
            request: {
              ...said,
              'Upload-Length': 'The size of the file in bytes.',
              'Upload-Metadata':
                'Pairs of a name and a Base64 value, separated by commas: `filename`, `filetype`, and the fields of a form upload.',
              ...hashed,
            },
            answer: { ...said, Location: 'The URL of the upload.', ...offset, ...expires },
            options,
          },
        },
        status: 201,
        response: State,
        runs: createAttachment,
        errors: [400, 404, 412, 413, 460],
      },
      createUpload,
    ),
    get(
      '/attachments/uploads/{id}',
      {
        access: features.manage,
        operation: 'getUpload',
        summary: 'Get the status of a resumable upload. `HEAD` returns it in headers.',
        params: Params,
        http: {
          methodOverride: true,
          headers: {
            every,
            answer: {
              ...said,
              ...offset,
              'Upload-Length': 'The size of the file in bytes.',
              'Upload-Metadata': 'The metadata as it was sent.',
              ...expires,
            },
            options,
          },
        },
        response: State,
        errors: [404, 412],
      },
      readState,
    ),
    patch(
      '/attachments/uploads/{id}',
      {
        access: features.manage,
        operation: 'continueUpload',
        summary: 'Append data to a resumable upload. The last byte completes the file.',
        params: Params,
        http: {
          methodOverride: true,
          rawBody: { type: BYTES },
          headers: {
            every,
            request: { ...said, 'Upload-Offset': 'The offset of the first byte in the body.', ...hashed },
            answer: { ...said, ...offset, ...expires },
          },
        },
        status: 204,
        response: z.undefined(),
        runs: createAttachment,
        errors: [400, 404, 409, 412, 413, 415, 460],
      },
      resumeUpload,
    ),
    del(
      '/attachments/uploads/{id}',
      {
        access: features.manage,
        operation: 'endUpload',
        summary: 'Cancel a resumable upload. If it is already complete, its file is kept.',
        params: Params,
        http: {
          methodOverride: true,
          headers: { every, request: said, answer: said },
        },
        status: 204,
        response: z.undefined(),
        errors: [404, 412],
      },
      deleteUpload,
    ),
  ]
}

async function createUpload(ctx: RouteContext<undefined, undefined, undefined>): Promise<z.input<typeof State>> {
  const { request, event, inject, now } = ctx
  const { headers } = request
  assertVersion(headers)
  assertSpoken(headers)
  const [size, fields] = [readByteCount(headers, 'upload-length'), readFields(headers)]
  const { maxFileSize } = inject(settings)
  if (size > maxFileSize) throw new PlatformError('too_large', `A file can have at most ${maxFileSize} bytes`)
  const body = headers.get('content-type') === BYTES ? bodyOf(event.req) : null
  const checksum = body && readChecksum(headers)
  const owner = readOwner(fields)
  parseTags(fields['tags'])
  const id = crypto.randomUUID()
  const finish: UploadBody['finish'] = (work) => asSender(ctx, fields, work)
  return asSender(ctx, fields, async (there) => {
    requireOrganization(there.scope)
    await ensureDefaultPartitions(there)
    if (!(await isReachable(there, owner, 'write'))) throw recordNotFound()
    await placeFile(there, {
      owner,
      fields,
      file: { originalName: toOriginalName(namesIn(fields).fileName), fileSize: size },
    })
    await there.run(beginUpload, { id, size, fields, metadata: headers.get('upload-metadata') ?? '' })
    const upload = await findUpload(there, id)
    const progress = await receiveFirst(there, upload, { bytes: body ?? Readable.from([]), checksum, finish })
    request.setHeader('location', `/api/attachments/uploads/${id}`)
    return toState(ctx, { ...upload, ...progress, changedAt: now().toISOString() })
  })
}

/**
 * Receives the body of the request that begins an upload. If it is rejected, the upload is removed, since the client knows no id
 * to end it with.
 */
async function receiveFirst(ctx: Context, upload: Upload, body: UploadBody): Promise<UploadProgress> {
  try {
    return await receiveBody(ctx, upload, body)
  } catch (error) {
    if (isFinal(error)) await discardUpload(ctx, upload.id)
    throw error
  }
}

async function readState(ctx: ResumableContext): Promise<z.input<typeof State>> {
  assertVersion(ctx.request.headers, { isNeeded: false })
  const upload = await findUpload(ctx, ctx.params.id)
  ctx.request.setHeader('upload-length', String(upload.size))
  ctx.request.setHeader('upload-metadata', upload.metadata ?? toMetadata(upload.fields))
  return toState(ctx, upload)
}

async function resumeUpload(ctx: ResumableContext): Promise<undefined> {
  const { request, event, now } = ctx
  const { headers } = request
  assertVersion(headers)
  const upload = await findUpload(ctx, ctx.params.id)
  if (headers.get('content-type') !== BYTES)
    throw new PlatformError('unsupported_type', `The content type must be ${BYTES}`)
  if (readByteCount(headers, 'upload-offset') !== upload.received)
    throw conflict('Upload-Offset does not match the offset of the upload')
  const finish: UploadBody['finish'] = (work) => asSender(ctx, upload, work)
  const [bytes, checksum] = [bodyOf(event.req) ?? Readable.from([]), readChecksum(headers)]
  const progress = await asSender(ctx, upload, (there) => receiveBody(there, upload, { bytes, checksum, finish }))
  toState(ctx, { ...upload, ...progress, changedAt: now().toISOString() })
}

async function deleteUpload(ctx: ResumableContext): Promise<undefined> {
  const { request } = ctx
  assertVersion(request.headers)
  const upload = await findUpload(ctx, ctx.params.id)
  await asSender(ctx, upload, (there) => discardUpload(there, upload.id))
}

/** Sets the response headers to an upload's state, and returns it for the body. */
function toState(ctx: Pick<ResumableContext, 'inject' | 'request'>, upload: Upload): z.input<typeof State> {
  const { id, size, received, isFinished } = upload
  const expiresAt = expiryOf(ctx, upload)
  ctx.request.setHeader('upload-offset', String(received))
  if (!isFinished) ctx.request.setHeader('upload-expires', expiresAt.toUTCString())
  return { id, size, received, isFinished, expiresAt: expiresAt.toISOString() }
}
