import type { Json, Schemas } from './openapi-schemas.ts'

/** The error responses that the document's operations refer to. */
export class ErrorResponses {
  readonly components: Record<string, Json> = {}
  readonly #schemas: Schemas

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  /** Refers to the response of a status. With `isNotOk` its body carries `ok: false`, except where requests are counted. */
  refer(status: number, isNotOk = false): Json {
    const shape = isNotOk && status !== 429 ? 'NotOk' : 'Error'
    const name = `${shape}${status}`
    this.components[name] ??= {
      description: DESCRIPTIONS[status] ?? 'The request failed.',
      ...(status === 429 && { headers: { 'retry-after': { description: 'Seconds.', schema: { type: 'integer' } } } }),
      content: { 'application/json': { schema: this.#schemas.name(BODIES[shape], `${shape}Body`) } },
    }
    return { $ref: `#/components/responses/${name}` }
  }
}

const error = { type: 'string' }

const BODIES = {
  Error: { type: 'object', properties: { error }, required: ['error'] },
  NotOk: { type: 'object', properties: { ok: { const: false }, error }, required: ['ok', 'error'] },
} as const

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'Nobody is signed in.',
  403: 'The caller may not.',
  404: 'There is no such thing within reach of the caller.',
  409: 'The state of the data does not allow it.',
  412: 'What the request presumes does not hold.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  422: 'A rule refuses it.',
  429: 'Too many requests.',
  500: 'The server failed.',
  503: 'The server cannot answer now.',
}
