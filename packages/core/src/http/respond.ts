import { Readable } from 'node:stream'
import type { BinaryAnswer } from '../define/binary-answer.ts'
import type { RouteSpec } from '../define/route.ts'
import { Answer, type Header } from './answer.ts'
import type { Facts } from './facts.ts'
import { toRefusalIn } from './gate-texts.ts'
import { wire } from './wire.ts'

/** Makes answers. The headers that all of them carry are prepared once. */
export class Responder {
  readonly #common: readonly Header[]

  constructor(headers: Readonly<Record<string, string>>) {
    this.#common = Object.entries(headers)
  }

  /** A JSON answer. */
  json(facts: Facts, status: number, body: unknown): Answer {
    return this.#answer(facts, { status, body: JSON.stringify(body), contentType: JSON_TYPE })
  }

  /** The JSON answer of a refusal, in the language of whoever reads it. */
  refusal(facts: Facts, status: number, body: Readonly<Record<string, unknown>>): Answer {
    return this.json(facts, status, toRefusalIn(facts.locale, body))
  }

  /** What a handler gave back, as its route declares it. */
  success(facts: Facts, { status = 200, contentType }: RouteSpec, result: unknown): Answer {
    if (status === 204) return this.#answer(facts, { status, body: null, contentType: JSON_TYPE })
    if (contentType === undefined || contentType === 'application/json') return this.json(facts, status, result)
    return this.#answer(facts, { status, body: result as BodyInit, contentType })
  }

  /** A `Response` that a handler made itself, with the common headers where it has none of its own. */
  complete(facts: Facts, response: Response): Answer {
    const headers = new Headers(response.headers)
    headers.set(wire.requestIdHeader, facts.requestId)
    for (const [name, value] of this.#common) if (!headers.has(name)) headers.set(name, value)
    for (const [name, value] of facts.answer) headers.append(name, value)
    return new Answer(response.body, { status: response.status, headers })
  }

  /** Bytes as they are, with the common headers where the answer has none of its own. */
  binary(facts: Facts, answer: BinaryAnswer): Answer {
    const { status, headers } = answer
    if (facts.method === 'HEAD') answer.destroy()
    const common = this.#common.filter(([name]) => headers[name] === undefined)
    const all: Header[] = [
      ...Object.entries(headers),
      [wire.requestIdHeader, facts.requestId],
      ...common,
      ...facts.answer,
    ]
    return new Answer(facts.method === 'HEAD' ? null : toBody(facts, answer), { status, headers: all })
  }

  #answer(facts: Facts, { status, body, contentType }: { status: number; body: BodyInit | null; contentType: string }) {
    const headers: Header[] = [['content-type', contentType], [wire.requestIdHeader, facts.requestId], ...this.#common]
    if (facts.answer.length > 0) headers.push(...facts.answer)
    return new Answer(body, { status, headers })
  }
}

/**
 * Node's server writes streams of Node as they are. Whoever else reads the answer may cancel it, and a `Response` does not
 * tell such a stream that nobody has begun to read: its file would stay open.
 */
function toBody({ isFromNode }: Facts, { body }: BinaryAnswer): BodyInit | null {
  if (body instanceof Readable && !isFromNode) return Readable.toWeb(body) as ReadableStream<Uint8Array>
  return body as BodyInit | null
}

const JSON_TYPE = 'application/json; charset=utf-8'
