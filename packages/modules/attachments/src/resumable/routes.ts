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
import { bodyOf, type RequestFacts } from '@plinth/core/http'
import { z } from 'zod'
import { createAttachment } from '../commands/create-attachment.ts'
import { features } from '../contract.ts'
import { type AttachmentsSettings, settings } from '../options.ts'
import { ensureDefaultPartitions } from '../partitions/add-default-partitions.ts'
import { parseTags } from '../tags.ts'
import { choosePartition } from '../uploads/choose-partition.ts'
import { readOwner } from '../uploads/keep-file.ts'
import { actAs, toSelection } from '../uploads/named-scope.ts'
import { beginUpload } from './begin-upload.ts'
import { discardUpload } from './end-upload.ts'
import { expiryOf, findUpload, type UploadProgress, type Upload } from './find-upload.ts'
import { receiveBody, receiveNothing } from './receive-body.ts'
import { assertVersion, BYTES, EXTENSIONS, readByteCount, readFields, toMetadata, TUS_VERSION } from './tus-headers.ts'

const Params = z.object({ id: z.uuid() })

const State = z.object({
  id: z.uuid().meta({ description: 'That of the file, too, when the upload is finished.' }),
  size: z.number().int(),
  received: z.number().int(),
  isFinished: z.boolean(),
  expiresAt: z.iso.datetime().meta({ description: 'When it is removed unless its client goes on.' }),
})

const version = { 'Tus-Resumable': TUS_VERSION }
const offset = { 'Upload-Offset': 'Bytes that are stored.' }
const expires = { 'Upload-Expires': 'When the upload is removed unless its client goes on.' }
const said = { 'Tus-Resumable': `\`${TUS_VERSION}\`` }

type ResumableContext = RouteContext<typeof Params, undefined, undefined>

/**
 * Uploads that go on after an interruption, on any host, by the tus protocol. Each belongs to the actor who began it;
 * for others it does not exist. The finished upload is the same command as that of a form.
 */
export function resumableRoutes({ maxFileSize }: Pick<AttachmentsSettings, 'maxFileSize'>): readonly Route[] {
  const options = {
    ...version,
    'Tus-Version': TUS_VERSION,
    'Tus-Extension': EXTENSIONS,
    'Tus-Max-Size': String(maxFileSize),
  }
  return [
    post(
      '/attachments/uploads',
      {
        access: features.manage,
        operation: 'beginUpload',
        summary: 'Begin an upload that can be gone on with, by the tus protocol.',
        bytes: BYTES,
        headers: {
          request: {
            ...said,
            'Upload-Length': 'Bytes of the file.',
            'Upload-Metadata': 'Names, each with a text in Base64: `filename`, `filetype`, and the fields of a form.',
          },
          answer: { ...said, Location: 'Where to go on.', ...offset, ...expires },
          options,
        },
        status: 201,
        response: State,
        runs: createAttachment,
        errors: [400, 412, 413],
      },
      createUpload,
    ),
    get(
      '/attachments/uploads/{id}',
      {
        access: features.manage,
        operation: 'getUpload',
        summary: 'How far an upload is; with `HEAD` in headers.',
        params: Params,
        headers: {
          answer: {
            ...said,
            ...offset,
            'Upload-Length': 'Bytes of the file.',
            'Upload-Metadata': 'As it came.',
            ...expires,
          },
          options,
        },
        response: State,
        errors: [404],
      },
      readState,
    ),
    patch(
      '/attachments/uploads/{id}',
      {
        access: features.manage,
        operation: 'continueUpload',
        summary: 'Go on with an upload. With its last byte it is a file.',
        params: Params,
        bytes: BYTES,
        headers: {
          request: { ...said, 'Upload-Offset': 'Where these bytes begin.' },
          answer: { ...said, ...offset, ...expires },
        },
        status: 204,
        response: z.undefined(),
        runs: createAttachment,
        errors: [404, 409, 412, 413, 415],
      },
      resumeUpload,
    ),
    del(
      '/attachments/uploads/{id}',
      {
        access: features.manage,
        operation: 'endUpload',
        summary: 'Give an upload up; a file that was made of it stays.',
        params: Params,
        headers: { request: said, answer: said },
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
  setTusVersion(request)
  assertVersion(headers)
  const [size, fields] = [readByteCount(headers, 'upload-length'), readFields(headers)]
  const { maxFileSize } = inject(settings)
  if (size > maxFileSize) throw new PlatformError('too_large', `A file may have ${maxFileSize} bytes at most`)
  const body = headers.get('content-type') === BYTES ? bodyOf(event.req) : null
  const { entityId } = readOwner(fields)
  parseTags(fields['tags'])
  const id = crypto.randomUUID()
  const caller = await request.callerIn(toSelection(fields))
  return actAs(ctx, caller, async (there) => {
    requireOrganization(there.scope)
    await ensureDefaultPartitions(there)
    await choosePartition(there, { entityId, requestedCode: fields['partitionCode'] })
    await there.run(beginUpload, { id, size, fields })
    const upload = await findUpload(there, id)
    request.setHeader('location', `/api/attachments/uploads/${id}`)
    const progress = size === 0 ? await receiveNothing(there, upload) : await receive(there, upload, body)
    return toState(ctx, { ...upload, ...progress, changedAt: now().toISOString() })
  })
}

async function readState(ctx: ResumableContext): Promise<z.input<typeof State>> {
  const upload = await findUpload(ctx, ctx.params.id)
  setTusVersion(ctx.request)
  ctx.request.setHeader('upload-length', String(upload.size))
  ctx.request.setHeader('upload-metadata', toMetadata(upload.fields))
  return toState(ctx, upload)
}

async function resumeUpload(ctx: ResumableContext): Promise<undefined> {
  const { request, event, now } = ctx
  const { headers } = request
  setTusVersion(request)
  assertVersion(headers)
  const upload = await findUpload(ctx, ctx.params.id)
  if (headers.get('content-type') !== BYTES)
    throw new PlatformError('unsupported_type', `The content type must be ${BYTES}`)
  if (readByteCount(headers, 'upload-offset') !== upload.received)
    throw conflict('Upload-Offset is not where the upload is')
  const caller = await request.callerIn(toSelection(upload))
  const progress = await actAs(ctx, caller, (there) => receive(there, upload, bodyOf(event.req)))
  toState(ctx, { ...upload, ...progress, changedAt: now().toISOString() })
}

async function deleteUpload(ctx: ResumableContext): Promise<undefined> {
  const { request } = ctx
  setTusVersion(request)
  assertVersion(request.headers)
  const upload = await findUpload(ctx, ctx.params.id)
  await actAs(ctx, await request.callerIn(toSelection(upload)), (there) => discardUpload(there, upload.id))
}

/** Stores what a request brings; a finished upload needs no more. */
async function receive(ctx: Context, upload: Upload, body: ReturnType<typeof bodyOf>): Promise<UploadProgress> {
  if (!body || upload.isFinished) return upload
  return receiveBody(ctx, upload, body)
}

const setTusVersion = (request: RequestFacts) => request.setHeader('tus-resumable', TUS_VERSION)

/** Sets an upload's state in the answer's headers, and returns it for the body. */
function toState(ctx: Pick<ResumableContext, 'inject' | 'request'>, upload: Upload): z.input<typeof State> {
  const { id, size, received, isFinished } = upload
  const expiresAt = expiryOf(ctx, upload)
  ctx.request.setHeader('upload-offset', String(received))
  if (!isFinished) ctx.request.setHeader('upload-expires', expiresAt.toUTCString())
  return { id, size, received, isFinished, expiresAt: expiresAt.toISOString() }
}
