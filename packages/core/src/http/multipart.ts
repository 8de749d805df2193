import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { badInput, PlatformError } from '../errors.ts'

/** Limits while a multipart body is read. */
export interface MultipartLimits {
  /** Bytes of the whole body; unlimited unless told, for files that are streamed on. */
  readonly size?: number
  /** Bytes of one field's value. */
  readonly fieldSize: number
  readonly fields: number
  /** Bytes of one file; 0 refuses files. */
  readonly fileSize: number
  readonly files: number
}

/** A file part, as it arrives. It must be read or drained before the next part comes. */
export interface FilePart {
  readonly field: string
  readonly fileName: string
  readonly mimeType: string
  readonly stream: Readable & { readonly truncated?: boolean }
}

/**
 * Reads a multipart body. Fields are collected, files are handed to `onFile` as streams. Errors: 400 for a broken
 * body, 413 beyond a limit.
 */
export async function readMultipart(
  request: Request,
  limits: MultipartLimits,
  onFile: (file: FilePart) => Promise<void> = ({ stream }) => drain(stream),
): Promise<Record<string, string>> {
  const { body, headers } = request
  if (!body) return {}
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  const pending: Promise<void>[] = []
  await new Promise<void>((resolve, reject) => {
    const parser = startParser(headers, limits)
    const source = Readable.fromWeb(body as ReadableStream)
    const fail = (error: unknown) => {
      source.destroy()
      reject(error instanceof PlatformError ? error : badInput('The multipart body is broken'))
    }
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated) fail(tooLarge())
      fields[name] = value
    })
    parser.on('file', (field, stream, { filename, mimeType }) => {
      const work = onFile({ field, fileName: filename ?? '', mimeType, stream })
      work.catch(fail)
      pending.push(work)
    })
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) parser.on(limit, () => fail(tooLarge()))
    parser.on('error', fail)
    parser.on('close', () => resolve())
    source.on('error', fail)
    let left = limits.size ?? Number.POSITIVE_INFINITY
    source.on('data', ({ byteLength }: Uint8Array) => {
      left -= byteLength
      if (left < 0) fail(tooLarge())
    })
    source.pipe(parser)
  })
  await Promise.all(pending)
  return fields
}

function startParser(headers: Headers, { fieldSize, fields, fileSize, files }: MultipartLimits) {
  try {
    return busboy({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      limits: { fieldNameSize: 200, fieldSize, fields, fileSize, files, parts: fields + files, headerPairs: 50 },
      defParamCharset: 'utf8',
    })
  } catch {
    throw badInput('The multipart body is broken')
  }
}

async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream);
}

function tooLarge(): PlatformError {
  return new PlatformError('too_large', 'The request body is too large')
}
