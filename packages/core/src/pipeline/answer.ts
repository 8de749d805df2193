import { HTTPResponse } from 'h3'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { toPlatformError } from '../data/database-errors.ts'
import type { Caller } from '../define/access.ts'
import type { Context, Locale } from '../define/context.ts'
import {
  BinaryAnswer,
  MOST_RECORDS,
  type Read,
  type ReadListener,
  type Route,
  type RouteSpec,
} from '../define/route.ts'
import { PlatformError } from '../errors.ts'
import { wire } from '../http/wire.ts'
import type { RouteInput } from './input.ts'
import type { RequestInfo } from './request-info.ts'
import type { RouterDeps } from './serve.ts'

/** What a `Response` takes. Its name in the DOM is not known to a product that compiles without it. */
type Body = Exclude<ConstructorParameters<typeof Response>[0], undefined>

/** A header of an answer. */
export type Header = [name: string, value: string]

/**
 * What every request is answered with. h3 recognizes it by its own mark; a plain `Response` fails where others have replaced
 * the global class, as `@hono/node-server` does.
 */
export class Answer extends HTTPResponse {
  readonly #status: number
  readonly #headers: readonly Header[] | Headers

  constructor(body: Body, { status, headers }: { status: number; headers: readonly Header[] | Headers }) {
    super(body)
    this.#status = status
    this.#headers = headers
  }

  override get status(): number {
    return this.#status
  }

  /** h3 only passes them on, and a list of pairs is what Node writes as it is. */
  override get headers(): Headers {
    return this.#headers as Headers
  }

  /**
   * Writes an answer that is in memory as a whole, in one piece. It bypasses h3 and srvx, whose conversion costs more than
   * many handlers. False for a stream, which is theirs to send.
   */
  writeTo(response: ServerResponse): boolean {
    const { body } = this
    const isText = typeof body === 'string'
    if (!Array.isArray(this.#headers) || response.headersSent) return false
    if (body !== null && !isText && !(body instanceof Uint8Array)) return false
    const headers: string[] = []
    let isSized = false
    for (const [name, value] of this.#headers as readonly Header[]) {
      headers.push(name, value)
      isSized ||= name === 'content-length'
    }
    const isEmpty = body === null || EMPTY.has(this.#status)
    if (!isEmpty && !isSized) headers.push('content-length', String(isText ? Buffer.byteLength(body) : body.byteLength))
    response.writeHead(this.#status, headers)
    if (isEmpty) response.end()
    else if (isText || body.byteLength > SMALL) response.end(body)
    else response.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'), 'latin1')
    return true
  }
}

/** Bytes that go as a text of one byte each: Node writes texts with their headers in one piece, and bytes in a second one. */
const SMALL = 16 * 1024
/** Statuses of answers without a body. */
const EMPTY = new Set([204, 205, 304])

/** Whether a handler made a whole response itself: of today's global class, of the one before, or of another library. */
export function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === '[object Response]'
}

/** Whether an answer is sent as it is: no schema says what is in it. */
export const isWhole = (answer: unknown): answer is Response | BinaryAnswer =>
  answer instanceof BinaryAnswer || isResponse(answer)

/** The same answer as an instance of today's global class, which servers may ask for. */
export function toGlobalResponse(response: Response): Response {
  if (response instanceof Response) return response
  const { body, status, headers } = response as Response
  return new Response(body, { status, headers })
}

/** Makes answers. The headers that all of them carry are prepared once. */
export class Responder {
  readonly #common: readonly Header[]
  readonly #completed = new WeakMap<BinaryAnswer['headers'], readonly Header[]>()

  constructor(headers: Readonly<Record<string, string>>) {
    this.#common = Object.entries(headers)
  }

  /** A JSON answer. */
  json(facts: RequestInfo, status: number, body: unknown): Answer {
    return this.#answer(facts, { status, body: JSON.stringify(body), contentType: JSON_TYPE })
  }

  /** The JSON answer of a refusal, in the language of the caller. */
  refusal(facts: RequestInfo, status: number, body: Readonly<Record<string, unknown>>): Answer {
    return this.json(facts, status, toRefusalIn(facts.locale, body))
  }

  /** What a handler returned, as its route declares it. */
  success(facts: RequestInfo, { status = 200, contentType }: RouteSpec, result: unknown): Answer {
    if (status === 204) return this.#answer(facts, { status, body: null, contentType: JSON_TYPE })
    if (contentType === undefined || contentType === 'application/json') return this.json(facts, status, result)
    return this.#answer(facts, { status, body: result as Body, contentType })
  }

  /** A `Response` that a handler made itself, with the common headers where it has none of its own. */
  complete(facts: RequestInfo, response: Response): Answer {
    const headers = new Headers(response.headers)
    headers.set(wire.requestIdHeader, facts.requestId)
    for (const [name, value] of this.#common) if (!headers.has(name)) headers.set(name, value)
    for (const [name, value] of facts.answer) headers.append(name, value)
    return new Answer(response.body, { status: response.status, headers })
  }

  /** Bytes as they are, with the common headers where the answer has none of its own. */
  binary(facts: RequestInfo, answer: BinaryAnswer): Answer {
    const { status, headers } = answer
    if (facts.method === 'HEAD') answer.destroy()
    const all: Header[] = [...this.#withCommon(headers), [wire.requestIdHeader, facts.requestId], ...facts.answer]
    return new Answer(facts.method === 'HEAD' ? null : toBody(facts, answer), { status, headers: all })
  }

  /** Headers of answers that are given often are made once, and frozen. */
  #withCommon(headers: BinaryAnswer['headers']): readonly Header[] {
    const completed = this.#completed.get(headers)
    if (completed) return completed
    const all = [...Object.entries(headers), ...this.#common.filter(([name]) => headers[name] === undefined)]
    if (Object.isFrozen(headers)) this.#completed.set(headers, all)
    return all
  }

  #answer(facts: RequestInfo, { status, body, contentType }: { status: number; body: Body; contentType: string }) {
    const headers: Header[] = [['content-type', contentType], [wire.requestIdHeader, facts.requestId], ...this.#common]
    if (facts.answer.length > 0) headers.push(...facts.answer)
    return new Answer(body, { status, headers })
  }
}

/**
 * Node's server writes streams of Node as they are. Other readers of the answer may cancel it, and a `Response` does not
 * cancel a stream that was never read: its file would stay open.
 */
function toBody({ isFromNode }: RequestInfo, { body }: BinaryAnswer): Body {
  if (body instanceof Readable && !isFromNode) return Readable.toWeb(body) as ReadableStream<Uint8Array>
  return body as Body
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** A failure as the client sees it: JSON `{error}`, never SQL, a stack or an internal name (decision 4). */
interface ErrorAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** Set for statuses of 500 and more: the error to log, with its cause. */
  readonly failure?: unknown
}

/** Makes an answer of a thrown error. */
export function toErrorAnswer(thrown: unknown): ErrorAnswer {
  const error = toPlatformError(thrown)
  if (error instanceof PlatformError && error.code !== 'broken_setup') {
    const { status, message, body, headers } = error
    return { status, body: { error: message, ...body }, headers, ...(status >= 500 && { failure: error }) }
  }
  return {
    status: 500,
    body: { error: 'Internal server error', message: 'Something went wrong. Please try again later.' },
    headers: {},
    failure: error,
  }
}

type TranslatedText = Readonly<Record<Exclude<Locale, 'en'>, string>>

/** Translations of refusals before a handler runs, by the published English text. */
const translations: ReadonlyMap<string, TranslatedText> = new Map([
  ['Not Found', { de: 'Nicht gefunden', es: 'No encontrado', pl: 'Nie znaleziono' }],
  ['Unauthorized', { de: 'Nicht angemeldet', es: 'No autenticado', pl: 'Nieuwierzytelniony' }],
  ['Forbidden', { de: 'Keine Berechtigung', es: 'Sin autorización', pl: 'Brak uprawnień' }],
  [
    'Too many requests. Please try again later.',
    {
      de: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.',
      es: 'Demasiadas solicitudes. Inténtelo de nuevo más tarde.',
      pl: 'Zbyt wiele żądań. Spróbuj ponownie później.',
    },
  ],
])

/** The body of a refusal in the caller's language, where its text is one of those. */
function toRefusalIn(locale: Locale, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { error } = body
  const translated = locale === 'en' || typeof error !== 'string' ? undefined : translations.get(error)?.[locale]
  return translated === undefined ? body : { ...body, error: translated }
}

/** Headers of every answer of the API: nothing is sniffed, framed, cached or leaked by default. */
export const securityHeaders: Readonly<Record<string, string>> = Object.freeze({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
})

/** One answered request, as a log line or a metric sees it. */
export interface Finished {
  readonly facts: RequestInfo
  readonly route: string
  readonly status: number
  readonly caller: Caller | null
  readonly milliseconds: number
  /** Set for statuses of 500 and more. */
  readonly error?: unknown
}

/** Logs failures of the platform, and calls `onFinished`. */
export function finish(
  { runtime: { log }, onFinished }: Pick<RouterDeps, 'runtime' | 'onFinished'>,
  answer: Finished,
): void {
  const { error: err, facts, route } = answer
  if (err) log.error({ err, requestId: facts.requestId, route }, 'request failed')
  onFinished?.(answer)
}

type AnswerObject = Readonly<Record<string, unknown>>

interface AnsweredRead {
  readonly ctx: Context
  readonly request: RequestInfo
  readonly input: RouteInput
  readonly answer: unknown
}

/** Calls `onRead` with the records that a route with `reads` has answered; not where it answered none. */
export function noteRead(onRead: ReadListener, { method, spec, path }: Route, answered: AnsweredRead): void {
  const { ctx, request, answer } = answered
  if (!spec.reads || method !== 'GET') return
  const { kind, id: idOf } = typeof spec.reads === 'string' ? { kind: spec.reads } : spec.reads
  const [query, params] = [toAnswerObject(answered.input.query), toAnswerObject(answered.input.params)]
  const records = idOf === undefined && isList(answer) ? answer.items.flatMap(withChildren) : [toAnswerObject(answer)]
  const ids = idOf ? [idOf({ query, params, scope: ctx.scope })] : records.map(({ id }) => id)
  const known = new Set(ids.filter((id) => typeof id === 'string'))
  if (known.size === 0) return
  onRead(ctx, {
    resourceKind: kind,
    resourceIds: [...known].slice(0, MOST_RECORDS),
    resultCount: records.length,
    accessType: accessTypeOf(query, records.length),
    fields: fieldsOf(records),
    queryKeys: Object.keys(query).filter((name) => request.query.has(name)),
    path: `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))}`,
  })
}

function accessTypeOf({ id }: AnswerObject, count: number): Read['accessType'] {
  if (typeof id === 'string' && id !== '') return 'read:item'
  return count > 1 ? 'read:list' : 'read'
}

function fieldsOf(records: readonly AnswerObject[]): string[] {
  const fields = new Set<string>()
  for (const record of records) for (const field in record) fields.add(field)
  return [...fields]
}

const toAnswerObject = (value: unknown): AnswerObject =>
  typeof value === 'object' && value !== null ? (value as AnswerObject) : {}

/** The items of a list, and those inside of them: trees. */
function withChildren(record: AnswerObject): readonly AnswerObject[] {
  const { children } = record
  return Array.isArray(children) ? [record, ...(children as AnswerObject[]).flatMap(withChildren)] : [record]
}

function isList(answer: unknown): answer is { readonly items: readonly AnswerObject[] } {
  return Array.isArray(toAnswerObject(answer)['items'])
}
