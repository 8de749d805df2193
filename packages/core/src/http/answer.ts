import { HTTPResponse } from 'h3'

/** A header of an answer. */
export type Header = [name: string, value: string]

/**
 * What every request is answered with. h3 knows it by a mark of its own. A `Response` it would know by the global class,
 * which others replace: `@hono/node-server` does.
 */
export class Answer extends HTTPResponse {
  readonly #status: number
  readonly #headers: readonly Header[] | Headers

  constructor(body: BodyInit | null, { status, headers }: { status: number; headers: readonly Header[] | Headers }) {
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
}

/** Whether a handler made a whole response itself: of today's global class, of the one before, or of another library. */
export function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === '[object Response]'
}

/** The same answer as an instance of today's global class, which servers may ask for. */
export function toGlobalResponse(response: Response): Response {
  if (response instanceof Response) return response
  const { body, status, headers } = response as Response
  return new Response(body, { status, headers })
}
