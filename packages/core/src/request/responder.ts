import { Readable } from 'node:stream'
import { BinaryAnswer } from '../define/binary-answer.ts'
import type { RouteSpec } from '../define/route.ts'
import { wire } from '../http/wire.ts'
import { Answer, type Body, type Header } from '../http/answer.ts'
import { isResponse } from '../http/whole-response.ts'
import type { RequestInfo } from './request-info.ts'
import { toRefusalIn } from '../http/localized-refusal.ts'

interface Refusal {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Creates responses. Headers that all responses have are prepared once. */
export class Responder {
  readonly #common: readonly Header[]
  readonly #completed = new WeakMap<BinaryAnswer['headers'], readonly Header[]>()

  constructor(headers: Readonly<Record<string, string>>) {
    this.#common = Object.entries(headers)
  }

  /** The result of a handler: a complete response, bytes, or what the route declares. */
  answer(facts: RequestInfo, spec: RouteSpec, result: unknown): Answer {
    if (isResponse(result)) return this.#complete(facts, result)
    return result instanceof BinaryAnswer ? this.binary(facts, result) : this.#success(facts, spec, result)
  }

  /** A JSON response. */
  json(facts: RequestInfo, status: number, body: unknown): Answer {
    return this.#respond(facts, { status, body: JSON.stringify(body), contentType: JSON_TYPE })
  }

  /** A JSON error response in the caller's language, and in the format of the route. */
  refusal(facts: RequestInfo, { status, body }: Refusal, { http }: Pick<RouteSpec, 'http'> = {}) {
    const translated = toRefusalIn(facts.texts, facts.locale, body)
    const sent = http?.errorFormat?.toBody?.(status, translated) ?? translated
    const contentType = isJson(http?.contentType) ? http.contentType : JSON_TYPE
    return this.#respond(facts, { status, body: JSON.stringify(sent), contentType })
  }

  /** A result as its route declares it. */
  #success(facts: RequestInfo, { status = 200, http }: RouteSpec, result: unknown): Answer {
    const contentType = http?.contentType
    if (status === 204) return this.#respond(facts, { status, body: null, contentType: JSON_TYPE })
    if (contentType === undefined || contentType === 'application/json') return this.json(facts, status, result)
    const body = isJson(contentType) ? JSON.stringify(result) : (result as Body)
    return this.#respond(facts, { status, body, contentType })
  }

  /** A `Response` created by a handler, with common headers added unless it sets them itself. */
  #complete(facts: RequestInfo, response: Response): Answer {
    const headers = new Headers(response.headers)
    headers.set(wire.requestIdHeader, facts.requestId)
    for (const [name, value] of this.#common) if (!headers.has(name)) headers.set(name, value)
    for (const [name, value] of facts.answer) headers.append(name, value)
    return new Answer(response.body, { status: response.status, headers })
  }

  /** A binary response, with common headers added unless it sets them itself. */
  binary(facts: RequestInfo, answer: BinaryAnswer): Answer {
    const { status, headers } = answer
    if (facts.method === 'HEAD') answer.destroy()
    const all: Header[] = [...this.#withCommon(headers), [wire.requestIdHeader, facts.requestId], ...facts.answer]
    return new Answer(facts.method === 'HEAD' ? null : toBody(facts, answer), { status, headers: all })
  }

  /** Headers of frequent responses are created once and frozen. */
  #withCommon(headers: BinaryAnswer['headers']): readonly Header[] {
    const completed = this.#completed.get(headers)
    if (completed) return completed
    const all = [...Object.entries(headers), ...this.#common.filter(([name]) => headers[name] === undefined)]
    if (Object.isFrozen(headers)) this.#completed.set(headers, all)
    return all
  }

  #respond(facts: RequestInfo, { status, body, contentType }: { status: number; body: Body; contentType: string }) {
    const headers: Header[] = [['content-type', contentType], [wire.requestIdHeader, facts.requestId], ...this.#common]
    if (facts.answer.length > 0) headers.push(...facts.answer)
    return new Answer(body, { status, headers })
  }
}

/**
 * Node's server sends Node streams directly. Other consumers of the response may cancel it, and a `Response` does not cancel a
 * stream that was never read, which would leave its file open.
 */
function toBody({ isFromNode }: RequestInfo, { body }: BinaryAnswer): Body {
  if (body instanceof Readable && !isFromNode) return Readable.toWeb(body) as ReadableStream<Uint8Array>
  return body as Body
}

/** Whether a route answers with JSON under a media type of its own. */
const isJson = (contentType: string | undefined): contentType is string => contentType?.endsWith('+json') === true

const JSON_TYPE = 'application/json; charset=utf-8'
