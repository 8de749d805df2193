import { ZodError } from 'zod'

/**
 * Any failure that the platform reports deliberately. `code` is stable, `status` is derived from it, `message` is for people,
 * and `body` contains additional properties of the JSON error (`details`, `requiredFeatures`, `fieldErrors` …).
 *
 * @example
 * throw new PlatformError('too_large', 'The file is too large', { body: { limit: 10 * MIB } })
 */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  readonly code: ErrorCode
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, options: PlatformErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.body = options.body ?? {}
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return STATUS[this.code]
  }
}

export interface PlatformErrorOptions extends ErrorOptions {
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

const STATUS = {
  bad_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  refused: 422,
  too_many: 429,
  checksum_mismatch: 460,
  broken_setup: 500,
  failed: 500,
  unavailable: 503,
  upstream_failed: 502,
} as const

export type ErrorCode = keyof typeof STATUS

type Extra = Readonly<Record<string, unknown>>

/**
 * 400: the request is malformed or violates a constraint on the data.
 *
 * @example
 * if (ends < starts) throw badInput('The end of the period must be after its start', { fieldErrors: { ends: 'Too early' } })
 */
export const badInput = (message: string, body?: Extra) => new PlatformError('bad_input', message, { body })
/** 400 with the issues of a schema. */
export const invalidInput = (error: ZodError) =>
  new PlatformError('bad_input', 'Invalid input', { body: { details: error.issues }, cause: error })
/** 400 for a single invalid property, in the format of schema issues. */
export const invalidMember = (name: string, message: string) => {
  const cause = memberError(name, message)
  return new PlatformError('bad_input', message, { body: { details: cause.issues }, cause })
}
/** A `ZodError` with a single issue for that property. */
export const memberError = (name: string, message: string) =>
  new ZodError([{ code: 'custom', path: [name], message, input: undefined }])
/**
 * For `onInvalid`: the documented message for a missing or malformed `id` of an update or deletion; other issues keep their
 * usual messages.
 */
export const toIdRefusal = (missing: string) => (error: ZodError) => {
  const issue = error.issues.find(({ path }) => path[0] === 'id')
  const message = !issue ? 'Invalid input' : issue.code === 'invalid_type' ? missing : 'Invalid id'
  return badInput(message, { details: error.issues })
}
/** True for errors created by `invalidInput`, whose message a route may replace. */
export const isInvalidInput = (error: unknown): error is PlatformError & { readonly cause: ZodError } =>
  error instanceof PlatformError && error.cause instanceof ZodError
/** 401: the caller is not signed in. */
export const unauthenticated = (message = 'Unauthorized', body?: Extra) =>
  new PlatformError('unauthenticated', message, { body })
/**
 * 403: the caller is authenticated but lacks access.
 *
 * @example
 * if (!hasAccess(actor, features.manage)) throw forbidden()
 */
export const forbidden = (message = 'Forbidden', body?: Extra) => new PlatformError('forbidden', message, { body })
/** 403: somebody who views the platform as another person can neither change anything nor see what is personal. */
export const readOnlyView = () =>
  forbidden('You are viewing as somebody else: you can change nothing, and what is personal is not shown.', {
    code: 'viewing_as',
  })
/**
 * 404: not found, or not visible to the caller.
 *
 * @example
 * if (!tag) throw notFound('Tag')
 */
export const notFound = (what: string) => new PlatformError('not_found', `${what} not found`)
/**
 * 409: the current state of the data does not allow it.
 *
 * @example
 * if (order.status === 'sent') throw conflict('The order is on its way')
 */
export const conflict = (message: string, body?: Extra) => new PlatformError('conflict', message, { body })
/** 422: rejected by a business rule. */
export const refused = (message: string, body?: Extra) => new PlatformError('refused', message, { body })
/** Thrown when a platform is composed incorrectly: an error of the program, not of a request. */
export const brokenSetup = (message: string) => new PlatformError('broken_setup', message)
