import type { H3Event } from 'h3'
import type { Readable } from 'node:stream'
import type { Route } from '../define/route.ts'
import { badInput, PlatformError } from '../errors.ts'
import { readMultipart } from '../http/multipart.ts'
import { inSlices } from '../fairness/time-slices.ts'
import { endOfString, isPrototypeName, readSentJson } from '../http/parse-sent-json.ts'
import { InsideRequest } from './inside-request.ts'

interface BodyOptions {
  /** In bytes. */
  readonly limit: number
  /** Waits until the body, which may be large, can be parsed. */
  readonly turn: () => Promise<void> | undefined
}

/** Whether a route takes a body; DELETE also accepts one in place of a query. */
export const takesBody = ({ method, spec }: Route): boolean => spec.body !== undefined || method === 'DELETE'

/** The body as received, read as the route declares; `unreadable` if that fails. */
export async function readBody({ req }: H3Event, { spec }: Route, { limit, turn }: BodyOptions): Promise<unknown> {
  if (spec.http?.bodyType === 'form') {
    await turn()
    return readForm(req, limit)
  }
  const text = await readText(req, limit)
  await turn()
  return parseJson(text, spec.onUnreadable ? unreadable : {})
}

/** Stands for a body that was sent but cannot be read. */
export const unreadable: unique symbol = Symbol('unreadable')

/**
 * Reads a JSON body whatever its content type. A missing body gives `{}` by default, invalid JSON gives `unreadable`, more than
 * `limit` bytes throws 413, more than `MAX_BODY_DEPTH` levels, `MAX_BODY_MEMBERS` members of an object or `MAX_BODY_PARTS` parts
 * 400. Names that could reach a prototype are left out.
 */
export async function readJson(request: Request, limit: number, whenMissing: unknown = {}): Promise<unknown> {
  return parseJson(await readText(request, limit), whenMissing)
}

async function parseJson(text: string | typeof unreadable, whenMissing: unknown): Promise<unknown> {
  if (text === unreadable) return unreadable
  if (text.trim() === '') return whenMissing
  assertShape(text)
  try {
    return await inSlices(readSentJson(text))
  } catch {
    return unreadable
  }
}

/**
 * Reads a form, URL-encoded or multipart. A missing body is empty; a body with another content type, or that is not UTF-8, gives
 * `unreadable`; more than `MAX_BODY_MEMBERS` fields throw 400. For repeated names, the last value is used; names that could reach a
 * prototype are left out.
 */
export async function readForm(request: Request, limit: number): Promise<Record<string, string> | typeof unreadable> {
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data/i.test(type)) {
    assertLength(request, limit)
    return readMultipart(request, { size: limit, fieldSize: limit, fields: 200, fileSize: 0, files: 0 })
  }
  const text = await readText(request, limit)
  if (text === unreadable) return unreadable
  const form: Record<string, string> = Object.create(null) as Record<string, string>
  if (text.trim() === '') return form
  if (!/^application\/x-www-form-urlencoded/i.test(type)) return unreadable
  if (separatorsIn(text) >= MAX_BODY_MEMBERS) throw badInput(`The form has more than ${MAX_BODY_MEMBERS} fields`)
  for (const [name, value] of new URLSearchParams(text)) if (!isPrototypeName(name)) form[name] = value
  return form
}

/** Maximum depth of lists and objects: code that reads, checks, compares or writes a body may be recursive. */
export const MAX_BODY_DEPTH = 100

/**
 * Maximum number of members of one object: names are looked up, copied and compared one by one, at a hundred times the cost of the
 * items of a list.
 */
const MAX_BODY_MEMBERS = 10_000

/** Maximum number of lists, objects and members in a body, each of which costs far more than the bytes that it takes. */
const MAX_BODY_PARTS = 60_000

/** Throws 400 for a JSON text that exceeds one of these limits, before it is parsed. */
function assertShape(text: string): void {
  // Every level has an opening and a closing bracket.
  if (text.length <= 2 * MAX_BODY_DEPTH) return
  const members = [0]
  let depth = 0
  let parts = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === QUOTE) index = endOfString(text, index)
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      if (++depth > MAX_BODY_DEPTH) throw badInput(`The JSON body is nested deeper than ${MAX_BODY_DEPTH} levels`)
      members[depth] = 0
      parts++
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth--
    else if (unit === COLON) {
      if (++members[depth]! > MAX_BODY_MEMBERS)
        throw badInput(`An object in the JSON body has more than ${MAX_BODY_MEMBERS} members`)
      parts++
    }
  }
  if (parts > MAX_BODY_PARTS) throw badInput(`The JSON body has more than ${MAX_BODY_PARTS} lists, objects and members`)
}

function separatorsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count++
  return count
}

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COLON] = [34, 91, 93, 123, 125, 58]

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
    // A client that disconnects midway is not a server error.
    throw error instanceof PlatformError ? error : badInput('The request body was cut off')
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

/** Events cost half as much as iterating over the stream. */
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
 * The Node stream of a body with `content-length`, which Node enforces. Reading it as a web stream costs several times as much.
 * Other bodies can be too long, and to stop reading the Node stream would close the connection.
 */
function nodeBodyOf(request: Request | H3Event['req']): Readable | undefined {
  const incoming = 'runtime' in request ? request.runtime?.node?.req : undefined
  return incoming?.readableDidRead === false && request.headers.has('content-length') ? incoming : undefined
}

function assertLength(request: Request, limit: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
}

const tooLarge = (limit: number) => new PlatformError('too_large', `The request body is larger than ${limit} bytes`)
