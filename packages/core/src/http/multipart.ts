import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { badInput, PlatformError } from '../errors.ts'

/** Limits while a multipart body is read. */
export interface MultipartLimits {
  /** Bytes of the whole body. Default: unlimited, for files that are streamed on. */
  readonly size?: number
  /** Bytes of one field's value. */
  readonly fieldSize: number
  readonly fields: number
  /** Bytes of one file; 0 refuses files. Reading ends where one is larger. */
  readonly fileSize: number
  readonly files: number
  /** Bytes of a file that may arrive before they are read. Default: 64 KiB. */
  readonly ahead?: number | undefined
}

/** A file part, as it arrives. It must be read or drained before the next part comes. */
export interface FilePart {
  readonly field: string
  readonly fileName: string
  readonly mimeType: string
  readonly stream: Readable & { readonly truncated?: boolean }
}

/** The fields of a multipart body by name; the last of equal names wins. */
export type MultipartFields = Record<string, string>

/**
 * Reads a multipart body. Fields are collected, files are handed to `onFile` as streams, with the fields that came
 * before them. Errors: 400 for a broken body, 413 beyond a limit. After an error nothing more is parsed.
 */
export async function readMultipart(
  request: Request,
  limits: MultipartLimits,
  onFile: (file: FilePart, before: Readonly<MultipartFields>) => Promise<void> = ({ stream }) => drain(stream),
): Promise<MultipartFields> {
  const source = bodyOf(request)
  if (!source) return {}
  // A client that has disconnected already emits no further event.
  if (source.destroyed) throw broken()
  const fields: MultipartFields = Object.create(null) as MultipartFields
  const pending: Promise<void>[] = []
  const parser = startParser(request.headers, limits)
  const open = new Set<Readable>()
  let remaining = limits.size ?? Number.POSITIVE_INFINITY
  await new Promise<void>((resolve, reject) => {
    const count = ({ byteLength }: Uint8Array) => {
      remaining -= byteLength
      if (remaining < 0) fail(tooLarge())
    }
    const fail = (reason: Error) => {
      reject(reason)
      for (const stream of open) stream.destroy(reason)
      parser.destroy()
      // What is left passes unread: else it would keep its connection from the requests that follow.
      source.unpipe(parser).off('data', count).resume()
    }
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated) fail(tooLarge())
      fields[name] = value
    })
    parser.on('file', (field, stream, { filename, mimeType }) => {
      open.add(stream)
      stream.once('close', () => open.delete(stream))
      // A reader gets the error, too; there may be none any more.
      stream.on('error', () => {})
      stream.once('limit', () => fail(fileTooLarge(limits)))
      const work = onFile({ field, fileName: filename ?? '', mimeType, stream }, fields)
      work.catch(fail)
      pending.push(work)
    })
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) parser.on(limit, () => fail(tooLarge()))
    parser.on('error', () => fail(broken()))
    parser.on('close', () => resolve())
    source.on('error', () => fail(broken()))
    // A client that goes away ends its request without an end.
    source.on('close', () => {
      if (!source.readableEnded) fail(broken())
    })
    source.on('data', count)
    source.pipe(parser)
  }).finally(() => Promise.allSettled(pending))
  await Promise.all(pending)
  return fields
}

/** The body as Node reads it: the socket's own stream where there is one, which saves two conversions. */
export function bodyOf(request: Request): Readable | null {
  const { runtime } = request as Request & { readonly runtime?: { readonly node?: { readonly req?: Readable } } }
  const own = runtime?.node?.req
  if (own && !request.bodyUsed && !own.readableDidRead) return own
  return request.body ? Readable.fromWeb(request.body as ReadableStream) : null
}

function startParser(headers: Headers, { fieldSize, fields, fileSize, files, ahead }: MultipartLimits) {
  try {
    return busboy({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      ...(ahead !== undefined && { fileHwm: ahead }),
      // The parser counts a file as too large when it has as many bytes as it may have.
      limits: {
        fieldNameSize: 200,
        fieldSize,
        fields,
        fileSize: fileSize + 1,
        files,
        parts: fields + files,
        headerPairs: 50,
      },
      defParamCharset: 'utf8',
    })
  } catch {
    throw broken()
  }
}

async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream);
}

function tooLarge(): PlatformError {
  return new PlatformError('too_large', 'The request body is too large')
}

function fileTooLarge({ fileSize }: MultipartLimits): PlatformError {
  return new PlatformError('too_large', `A file may have ${fileSize} bytes at most`)
}

const broken = () => badInput('The multipart body is broken')
