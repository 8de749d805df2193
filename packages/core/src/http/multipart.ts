import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { badInput, PlatformError } from '../errors.ts'
import { isPrototypeName } from './parse-sent-json.ts'

/** Limits for reading a multipart body. */
export interface MultipartLimits {
  /** Maximum size of the whole body in bytes. Default: unlimited, for files that are streamed onwards. */
  readonly size?: number
  /** Maximum size of a field's value in bytes. */
  readonly fieldSize: number
  readonly fields: number
  /** Maximum size of a file in bytes; 0 rejects files. Reading stops at a file that is larger. */
  readonly fileSize: number
  readonly files: number
  /** Bytes of a file that are buffered before they are read. Default: 64 KiB. */
  readonly ahead?: number | undefined
}

/** A file part, as a stream. It must be consumed or drained before the next part is parsed. */
export interface FilePart {
  readonly field: string
  readonly fileName: string
  readonly mimeType: string
  readonly stream: Readable & { readonly truncated?: boolean }
}

/** The fields of a multipart body by name; for repeated names, the last value is used. Names that could reach a prototype are left out. */
export type MultipartFields = Record<string, string>

/**
 * Reads a multipart body. Fields are collected; files are passed to `onFile` as streams, with the fields that precede them.
 * Errors: 400 for a malformed body, 413 beyond a limit. Parsing stops after an error.
 */
export async function readMultipart(
  request: Request,
  limits: MultipartLimits,
  onFile: (file: FilePart, before: Readonly<MultipartFields>) => Promise<void> = ({ stream }) => drain(stream),
): Promise<MultipartFields> {
  const source = bodyOf(request)
  if (!source) return {}
  // A client that has already disconnected emits no further events.
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
      // Drain the rest: otherwise it would block later requests on the connection.
      source.unpipe(parser).off('data', count).resume()
    }
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated) fail(tooLarge())
      if (!isPrototypeName(name)) fields[name] = value
    })
    parser.on('file', (field, stream, { filename, mimeType }) => {
      open.add(stream)
      stream.once('close', () => open.delete(stream))
      // The reader of the stream gets the error too, but there may be no reader left.
      stream.on('error', () => {})
      stream.once('limit', () => fail(fileTooLarge(limits)))
      const work = onFile({ field, fileName: decoded(filename ?? ''), mimeType, stream }, fields)
      work.catch(fail)
      pending.push(work)
    })
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) parser.on(limit, () => fail(tooLarge()))
    parser.on('error', () => fail(broken()))
    parser.on('close', () => resolve())
    source.on('error', () => fail(broken()))
    // If a client disconnects, its request does not emit `end`.
    source.on('close', () => {
      if (!source.readableEnded) fail(broken())
    })
    source.on('data', count)
    source.pipe(parser)
  }).finally(() => Promise.allSettled(pending))
  await Promise.all(pending)
  return fields
}

/** Browsers encode quotes and line breaks of a name, and nothing else (multipart/form-data in the standards Fetch and HTML). */
const decoded = (name: string): string =>
  name.replaceAll(/%(22|0d|0a)/gi, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The body as a Node stream: that of the socket if there is one, which saves two conversions. */
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
      // The parser treats a file as too large as soon as it reaches the limit.
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
  return new PlatformError('too_large', `A file can have at most ${fileSize} bytes`)
}

const broken = () => badInput('The multipart body is invalid')
