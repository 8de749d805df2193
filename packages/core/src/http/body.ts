import type { Readable } from 'node:stream'
import type { H3Event } from 'h3'
import { badInput, PlatformError } from '../errors.ts'
import { InsideRequest } from './inside-request.ts'
import { readMultipart } from './multipart.ts'

/** A body that is not valid JSON, for the routes that word its refusal. */
export const unreadable: unique symbol = Symbol('unreadable')

/**
 * Reads a JSON body whatever its content type. Missing gives `{}` unless told, invalid JSON gives
 * `unreadable`, more than `limit` bytes throws 413, more than `MAX_DEPTH` levels 400. Keys that could reach a prototype
 * are dropped.
 */
export async function readJson(request: Request, limit: number, whenMissing: unknown = {}): Promise<unknown> {
  const text = await readText(request, limit)
  if (text === unreadable) return unreadable
  if (text.trim() === '') return whenMissing
  if (isDeep(text)) throw badInput(`The JSON body is nested deeper than ${MAX_DEPTH} levels`)
  try {
    // A key may also be spelled with escapes.
    const isSuspect = text.includes('__proto__') || text.includes('\\u')
    return isSuspect ? JSON.parse(text, withoutPrototypes) : JSON.parse(text)
  } catch {
    return unreadable
  }
}

/** Reads a form, URL-encoded or multipart; any other content type gives an empty form. The last of equal names wins. */
export async function readForm(request: Request, limit: number): Promise<Record<string, string>> {
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data/i.test(type)) {
    assertLength(request, limit)
    return readMultipart(request, { size: limit, fieldSize: limit, fields: 200, fileSize: 0, files: 0 })
  }
  if (!/^application\/x-www-form-urlencoded/i.test(type)) return {}
  const text = await readText(request, limit)
  const form: Record<string, string> = Object.create(null) as Record<string, string>
  if (text !== unreadable) for (const [name, value] of new URLSearchParams(text)) form[name] = value
  return form
}

/** Levels of lists and objects: whatever reads, checks, compares or writes a body may go down by calling itself. */
export const MAX_DEPTH = 100

/** Whether a JSON text opens more levels than it may; looked at before anything is made of it. */
function isDeep(text: string): boolean {
  // Every level is opened and closed.
  if (text.length <= 2 * MAX_DEPTH) return false
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === QUOTE) index = endOfString(text, index)
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return true
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth--
  }
  return false
}

/** Where the string that begins at `start` ends. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === BACKSLASH) index++
    else if (unit === QUOTE) return index
  }
  return text.length
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

async function readText(request: Request, limit: number): Promise<string | typeof unreadable> {
  if (request instanceof InsideRequest) {
    const { sent = '' } = request
    if (Buffer.byteLength(sent) > limit) throw tooLarge(limit)
    return sent
  }
  assertLength(request, limit)
  const incoming = nodeBodyOf(request)
  const chunks = await (incoming ? readNode(incoming) : readWeb(request, limit)).catch((error: unknown) => {
    // Who breaks off in the middle is no failure of ours.
    throw error instanceof PlatformError ? error : badInput('The request body broke off')
  })
  try {
    return decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
  } catch {
    return unreadable
  }
}

async function readWeb({ body }: Request, limit: number): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (!body) return chunks
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return chunks
}

/** Its events cost half as much as an iterator over them. */
function readNode(incoming: Readable): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    const breakOff = () => reject(new Error('The connection has ended'))
    if (incoming.destroyed) return breakOff()
    incoming
      .on('data', (chunk: Uint8Array) => chunks.push(chunk))
      .once('end', () => resolve(chunks))
      .once('error', reject)
      .once('close', () => incoming.readableEnded || breakOff())
  })
}

/**
 * Node's own stream of a body whose length is told, and held to by Node. To read it as a web stream costs several times
 * as much. Of other bodies too much may arrive, and to stop reading Node's stream would end the connection.
 */
function nodeBodyOf(request: Request | H3Event['req']): Readable | undefined {
  const incoming = 'runtime' in request ? request.runtime?.node?.req : undefined
  const isWhole = incoming?.readableDidRead === false && request.headers.has('content-length')
  return isWhole ? incoming : undefined
}

function assertLength(request: Request, limit: number): void {
  const length = Number(request.headers.get('content-length') ?? 0)
  if (length > limit) throw tooLarge(limit)
}

function tooLarge(limit: number): PlatformError {
  return new PlatformError('too_large', `The request body is larger than ${limit} bytes`)
}

function withoutPrototypes(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}
