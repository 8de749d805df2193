import { type H3Event, toResponse } from 'h3'
import type { InternalAnswer } from '../define/internal-request.ts'
import { Answer, type Header } from './answer.ts'

/** What a route answered, as programs read it. What is no JSON is not for them: it is not read. */
export async function toInternalAnswer(answered: unknown, event: H3Event): Promise<InternalAnswer> {
  // A host's own middleware may have answered in another way.
  const answer = answered instanceof Answer ? answered : await toResponse(answered, event)
  const headers = answer.headers as Headers | readonly Header[]
  const type = Array.isArray(headers)
    ? (headers as readonly Header[]).find(([name]) => name === 'content-type')?.[1]
    : (headers as Headers).get('content-type')
  if (type?.startsWith('application/json')) return new Told(answer.status, headers, parse(await textOf(answer.body)))
  if (answer.body instanceof ReadableStream) await answer.body.cancel()
  return new Told(answer.status, headers, undefined)
}

/** Its headers are made when somebody reads them: most callers do not. */
class Told implements InternalAnswer {
  readonly status: number
  readonly body: unknown
  readonly #told: Headers | readonly Header[]
  #headers: Headers | undefined

  constructor(status: number, headers: Headers | readonly Header[], body: unknown) {
    this.status = status
    this.body = body
    this.#told = headers
  }

  get headers(): Headers {
    return (this.#headers ??= new Headers(this.#told as Headers | Header[]))
  }
}

const parse = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

async function textOf(body: unknown): Promise<string> {
  if (typeof body === 'string') return body
  return new Response(body as BodyInit | null).text()
}
