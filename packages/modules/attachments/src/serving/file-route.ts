import type { Readable } from 'node:stream'
import { badInput, type Context, get, open, PlatformError, type Route } from '@plinth/core'
import { BinaryAnswer } from '@plinth/core/http'
import { z } from 'zod'
import { type ByteRange, storage } from '../storage/storage.ts'
import { isNotModified, requestedRange, validatorsOf } from './conditions.ts'
import { contentHeaders } from './content-headers.ts'
import { findFile, type ServedFile } from './find-file.ts'
import { FileCache } from './file-cache.ts'
import type { NodeAnswer } from './bytes-in-flight.ts'

/** Serves a file. Types that a browser could execute are sent as downloads. */
export function fileRoute(): Route {
  const cache = new FileCache()
  return get(
    '/attachments/file/{id}',
    {
      access: open,
      http: { credentials: ['none', 'bearer', 'key', 'cookie'], contentType: '*/*' },
      summary:
        'Download a file, or a range of it. Files in public partitions require no authentication; others require `attachments.view`.',
      params: z.object({ id: z.uuid() }),
      query: z.object({
        download: z
          .string()
          .max(10)
          .optional()
          .meta({ description: '`1` to download the file instead of displaying it.' }),
      }),
      response: z.any(),
      reads: { kind: 'attachments.attachment', id: ({ params }) => params['id'] },
      errors: [206, 304, 400, 401, 403, 404, 416],
      onInvalid: () => badInput('Attachment id is required'),
    },
    async (ctx) => {
      const { params, query, request, event } = ctx
      const file = await findFile(ctx, params.id.toLowerCase())
      const validators = validatorsOf(file)
      const headers: Record<string, string> = {
        ...contentHeaders(file, { isDownload: query.download === '1' }),
        etag: validators.etag,
        'last-modified': validators.modified,
        'accept-ranges': 'bytes',
      }
      if (isNotModified(request.headers, validators)) return new BinaryAnswer(null, { status: 304, headers })
      const range = requestedRange(request.headers, file.fileSize, validators)
      if (range === null)
        return Response.json(
          { error: 'There is no such part' },
          { status: 416, headers: { 'content-range': `bytes */${file.fileSize}` } },
        )
      const { body, size } = await readBytes(ctx, { cache, file, range, answer: event.runtime?.node?.res })
      headers['content-length'] = String(range ? range.end - range.start + 1 : size)
      if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`
      return new BinaryAnswer(body, { status: range ? 206 : 200, headers })
    },
  )
}

interface RequestedBytes {
  readonly cache: FileCache
  readonly file: ServedFile
  readonly range: ByteRange | undefined
  readonly answer: NodeAnswer | undefined
}

/** Reads the requested bytes, and the size of the whole file. */
async function readBytes(
  { inject }: Pick<Context, 'inject'>,
  { cache, file, range, answer }: RequestedBytes,
): Promise<{ body: Readable | Uint8Array; size: number }> {
  const files = inject(storage)
  const bytes = await cache.get(files, file)
  if (bytes) {
    cache.inFlight.add(bytes.length, answer)
    return { body: range ? bytes.subarray(range.start, range.end + 1) : bytes, size: bytes.length }
  }
  const found = await files.read(file, range)
  if (!found) throw new PlatformError('not_found', 'File not available')
  return { body: found.stream, size: found.size }
}
