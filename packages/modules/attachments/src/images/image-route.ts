import { badInput, get, open, PlatformError, type Route, type RouteContext } from '@plinth/core'
import { BinaryAnswer } from '@plinth/core/http'
import { z } from 'zod'
import { isNotModified, type Validators, validatorsOf } from '../serving/conditions.ts'
import { safeHeaders } from '../serving/content-headers.ts'
import { findFile, type ServedFile } from '../serving/find-file.ts'
import type { RenderedImage } from '../reader/rasterize.ts'
import { renderer } from './renderer.ts'
import { invalidSize, renditionName, RenditionQuery, toRendition } from '../reader/rendition.ts'

const Params = z.object({ id: z.uuid(), slug: z.string().optional() })

const spec = {
  access: open,
  http: { credentials: ['none', 'bearer', 'key', 'cookie'], contentType: 'image/*' },
  summary:
    'Get an image in the requested size. Images in public partitions require no authentication; others require `attachments.view`.',
  query: RenditionQuery,
  params: Params,
  response: z.any(),
  reads: {
    kind: 'attachments.attachment',
    id: ({ params }: { params: Readonly<Record<string, unknown>> }) => params['id'],
  },
  errors: [304, 400, 401, 403, 404, 413, 429],
  onInvalid: ({ issues }: z.ZodError) =>
    issues.some(({ path }) => path[0] === 'id') ? badInput('Attachment id is required') : invalidSize(),
} as const

/** Serves a rendition of an image. The rest of the path is for readability and is ignored. */
export const imageRoutes: readonly Route[] = [
  get('/attachments/image/{id}', { ...spec, operation: 'getImage' }, serveImage),
  get('/attachments/image/{id}/{slug*}', { ...spec, operation: 'getNamedImage' }, serveImage),
]

type ImageContext = RouteContext<typeof Params, typeof RenditionQuery, undefined>

async function serveImage(ctx: ImageContext): Promise<BinaryAnswer> {
  const images = ctx.inject(renderer)
  const { params, query, request, event } = ctx
  const file = await findFile(ctx, params.id.toLowerCase(), () => new PlatformError('not_found', 'Not found'))
  if (!file.mimeType.startsWith('image/')) throw badInput('Unsupported media type')
  const rendition = toRendition(query)
  const validators = validatorsOf(file, `-${renditionName(rendition)}`)
  if (isNotModified(request.headers, validators))
    return new BinaryAnswer(null, { status: 304, headers: headersOf(file, validators) })
  const found = images.get(ctx, file, rendition)
  const image = found instanceof Promise ? await found : found
  images.lend(image, event.runtime?.node?.res)
  return new BinaryAnswer(image.bytes, { headers: pictureHeaders(image, file, validators) })
}

const headersOf = (file: ServedFile, { etag, modified }: Validators) => ({
  ...safeHeaders(file),
  etag,
  'last-modified': modified,
  'cache-control': file.isPublic ? 'public, max-age=3600' : 'private, max-age=60',
})

interface ImageResponse {
  readonly file: ServedFile
  readonly headers: Readonly<Record<string, string>>
}

/** Prebuilt responses for images in memory, valid as long as their file metadata is cached. */
const imageResponses = new WeakMap<RenderedImage, ImageResponse>()

function pictureHeaders(image: RenderedImage, file: ServedFile, validators: Validators): ImageResponse['headers'] {
  const before = imageResponses.get(image)
  if (before?.file === file) return before.headers
  const headers = Object.freeze({
    ...headersOf(file, validators),
    'content-type': image.mimeType,
    'content-length': String(image.bytes.length),
    'content-disposition': 'inline',
  })
  imageResponses.set(image, { file, headers })
  return headers
}
