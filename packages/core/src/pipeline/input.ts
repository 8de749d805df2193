import type { H3Event } from 'h3'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { pathsOfNul } from '../data/text.ts'
import type { Command } from '../define/command.ts'
import type { Route, RouteSpec } from '../define/route.ts'
import { badInput, brokenSetup, invalidInput, PlatformError } from '../errors.ts'
import { readMultipart } from '../http/multipart.ts'
import { InsideRequest, type RequestInfo } from './request-info.ts'

/** The body as it arrived, read as the route says: `unreadable` where it cannot be. */
export async function readBody(
  { req }: H3Event,
  { bodyType, onUnreadable }: RouteSpec,
  limit: number,
): Promise<unknown> {
  return bodyType === 'form' ? readForm(req, limit) : readJson(req, limit, onUnreadable ? unreadable : {})
}

/** A body that was sent and cannot be read says nothing, rather than that nothing is to be changed (decision 86). */
function assertReadable({ bodyType, onUnreadable }: RouteSpec, raw: unknown): void {
  if (raw !== unreadable) return
  if (onUnreadable) throw onUnreadable()
  throw refuseBody(bodyType === 'form' ? 'The body is not a readable form' : 'The body is not valid JSON')
}

const NO_OBJECT = 'The body is not an object'

/** 400 for a body as a whole, in the words that the route has for invalid input. */
const refuseBody = (message: string) =>
  invalidInput(new z.ZodError([{ code: 'custom', path: [], message, input: undefined }]))

/** What the handler receives. Raw for a command's route: the command parses it. */
export interface RouteInput {
  readonly params: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Path, query and body by the route's schemas. */
export function parseRequest(
  { method, spec, command }: Route,
  request: RequestInfo,
  { params, raw }: { readonly params: Readonly<Record<string, string>>; readonly raw: unknown },
): RouteInput {
  assertReadable(spec, raw)
  // The members of its body are those of its query.
  if (method === 'DELETE' && !isPlain(raw)) throw refuseBody(NO_OBJECT)
  const query = spec.query || command ? queryOf(request, spec, raw) : {}
  if (command) return { params, ...(spec.body ? { body: toMembers(raw, command, params) } : { query }) }
  const parseWith = method === 'GET' ? parseToRead : parse
  return {
    params: spec.params && parseInput(spec.params, params, parseWith),
    query: spec.query && parseSent(spec.query, query, parseWith),
    body: spec.body && parseBody(spec, spec.body, raw),
  }
}

/** A body by its schema, which may be content with anything: null is no object all the same. */
function parseBody({ onUnreadable }: RouteSpec, schema: z.ZodType, raw: unknown): unknown {
  const body = parseSent(schema, raw)
  if (raw === null) throw onUnreadable?.() ?? refuseBody(NO_OBJECT)
  return body
}

/**
 * A command's body, whose members come together with those of the path. Throws 400 for what is no object: by the issues
 * of what is missing then, where anything is.
 */
function toMembers(body: unknown, { input }: Command, params: object): object {
  if (isPlain(body)) return body
  parseInput(input, params)
  return parseInput(z.looseObject({}), body)
}

interface ParseMemo {
  readonly schema: z.ZodType
  readonly made: object
}

/**
 * Values that a parse has made, and what parsing them again made. A route and its command often share a schema, so the
 * second of them finds what the first has parsed.
 */
const parsedValues = new WeakMap<object, ParseMemo>()

/** Parses a value, once by one schema. What the schema makes is frozen: nothing gets into it that was not parsed. */
function parse<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  const parsed = parseUnlessParsed(schema, value)
  const made: unknown = parsed.data
  // What the schema passed on as it came is its sender's, and may change.
  if (!isPlain(made) || made === value || parsedValues.get(made)?.schema === schema) return parsed
  freeze(made, value)
  if (parsedValues.has(value as object)) parsedValues.set(value as object, { schema, made })
  parsedValues.set(made, { schema, made })
  return parsed
}

/** What a reader asks by goes to no command, which would parse it again: it is not remembered. */
const parseToRead: typeof parse = (schema, value) => schema.safeParse(value)

function parseUnlessParsed<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  const before = parsedValues.get(value as object)
  return before?.schema === schema ? { success: true, data: before.made as z.output<S> } : schema.safeParse(value)
}

/** Freezes what a schema has made of a value, down to the members that it passed on as they came. */
function freeze(made: unknown, value: unknown): void {
  if (made === value || !(isPlain(made) || Array.isArray(made)) || Object.isFrozen(made)) return
  Object.freeze(made)
  for (const name of Object.keys(made)) freeze(memberOf(made, name), memberOf(value, name))
}

const memberOf = (value: unknown, name: string): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[name]

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Parses input of a client; throws 400 with the issues. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, parseWith = parse): z.output<S> {
  const { data, error } = parseWith(schema, value)
  if (error) throw invalidInput(error)
  return data
}

/** The same of a body or a query, in which nothing that the schema takes may hold NUL. */
export function parseSent<S extends z.ZodType>(schema: S, value: unknown, parseWith = parse): z.output<S> {
  const data = parseInput(schema, value, parseWith)
  assertNoNul(data)
  return data
}

/** Throws 400 for NUL, which the database cannot hold, in a text or in the name of a member, with the paths where it stands. */
export function assertNoNul(value: unknown): void {
  if (!hasNul(value)) return
  const paths = pathsOfNul(value)
  const message = 'Text cannot hold U+0000'
  throw invalidInput(new z.ZodError(paths.map((path) => ({ code: 'custom', path, message, input: undefined }))))
}

function hasNul(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' && value.includes('\0')
  return Object.keys(value).some((name) => name.includes('\0') || hasNul(memberOf(value, name)))
}

/** Parses a value that the program itself made; throws 500 and logs it where it does not fit. */
export function parseOutput<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  return dataOrBroken(parse(schema, value), what)
}

/** The same for a value that is only sent, which therefore is not frozen. */
export function parseAnswer<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  return dataOrBroken(parseUnlessParsed(schema, value), what)
}

function dataOrBroken<T>({ data, error }: z.ZodSafeParseResult<T>, what: string): T {
  if (error) throw brokenSetup(`${what} does not match its schema:\n${z.prettifyError(error)}`)
  return data
}

/** The query as an object. Repeated names become a list where the schema wants one; DELETE accepts a body, which wins. */
function queryOf({ method, query: sent }: RequestInfo, { query }: RouteSpec, raw: unknown): Record<string, unknown> {
  // `Object.create` would make a dictionary, which is slow to fill and to read.
  const values = { __proto__: null } as unknown as Record<string, unknown>
  const shape = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {}
  for (const [name, value] of sent) {
    if (!isList(shape[name])) values[name] = value
    else if (name in values) (values[name] as unknown[]).push(value)
    else values[name] = [value]
  }
  if (method === 'DELETE') Object.assign(values, raw)
  return values
}

/** Which schemas take lists: to find out asks many questions, and each request asks for each name in its query. */
const lists = new WeakMap<z.ZodType, boolean>()

function isList(schema: z.ZodType | undefined): boolean {
  if (!schema) return false
  let isOne = lists.get(schema)
  if (isOne === undefined) lists.set(schema, (isOne = takesList(schema)))
  return isOne
}

function takesList(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodArray) return true
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodCatch)
    return takesList(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodPipe && takesList(schema.in as z.ZodType)
}

/** In the place of a body that was sent and cannot be read. */
export const unreadable: unique symbol = Symbol('unreadable')

/**
 * Reads a JSON body whatever its content type. A missing one gives `{}` by default, invalid JSON gives
 * `unreadable`, more than `limit` bytes throws 413, more than `MAX_BODY_DEPTH` levels 400. Keys that could reach a prototype
 * are dropped.
 */
export async function readJson(request: Request, limit: number, whenMissing: unknown = {}): Promise<unknown> {
  const text = await readText(request, limit)
  if (text === unreadable) return unreadable
  if (text.trim() === '') return whenMissing
  if (isDeep(text)) throw badInput(`The JSON body is nested deeper than ${MAX_BODY_DEPTH} levels`)
  try {
    // A key may also be spelled with escapes.
    const isSuspect = text.includes('__proto__') || text.includes('\\u')
    return isSuspect ? JSON.parse(text, withoutPrototypes) : JSON.parse(text)
  } catch {
    return unreadable
  }
}

/**
 * Reads a form, URL-encoded or multipart. A missing one is empty; one of another content type, or that is not UTF-8,
 * gives `unreadable`. The last of equal names wins.
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
  for (const [name, value] of new URLSearchParams(text)) form[name] = value
  return form
}

/** Levels of lists and objects: whatever reads, checks, compares or writes a body may go down by calling itself. */
export const MAX_BODY_DEPTH = 100

/** Whether a JSON text opens more levels than it may; looked at before anything is made of it. */
function isDeep(text: string): boolean {
  // Every level is opened and closed.
  if (text.length <= 2 * MAX_BODY_DEPTH) return false
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === QUOTE) index = endOfString(text, index)
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      if (++depth > MAX_BODY_DEPTH) return true
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
 * Node's own stream of a body with `content-length`, which Node enforces. To read it as a web stream costs several times
 * as much. Of other bodies too much may arrive, and to stop reading Node's stream would end the connection.
 */
function nodeBodyOf(request: Request | H3Event['req']): Readable | undefined {
  const incoming = 'runtime' in request ? request.runtime?.node?.req : undefined
  return incoming?.readableDidRead === false && request.headers.has('content-length') ? incoming : undefined
}

function assertLength(request: Request, limit: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
}

const tooLarge = (limit: number) => new PlatformError('too_large', `The request body is larger than ${limit} bytes`)

const withoutPrototypes = (key: string, value: unknown) => (key === '__proto__' ? undefined : value)
