import { z } from 'zod'
import type { Command } from '../define/command.ts'
import { open } from '../define/feature.ts'
import type { Route } from '../define/route.ts'
import type { Json, Schemas } from './openapi-schemas.ts'

/** What a route writes with. */
export const commandOf = ({ command, spec }: Route): Command | undefined => command ?? spec.runs

/** Whether a client may say which version it has seen, so that the write may be refused with 409. */
export function isVersioned(route: Route): boolean {
  const command = commandOf(route)
  if (!command || command.logged === false) return false
  const mayChange = command.input instanceof z.ZodObject && 'id' in command.input.shape
  return mayChange || ['PUT', 'PATCH', 'DELETE'].includes(route.method)
}

/** What the command of a route implies: the version that a client names, the rules that customers write. */
export function impliedByCommand(route: Route): readonly number[] {
  return [...(isVersioned(route) ? [409] : []), ...(commandOf(route)?.rules ? [422] : [])]
}

/**
 * The statuses that a route documents, ascending: its success, its `errors`, and what its declaration implies. A route
 * with `onInvalid` names the status of invalid input itself.
 */
export function documentedStatuses(route: Route): readonly number[] {
  const { method, spec } = route
  const { access, status = 200, errors = [], params, query, body, onInvalid, rateLimits } = spec
  const statuses = new Set([status, ...errors, ...impliedByCommand(route)])
  if (!onInvalid && (canFail(params, true) || canFail(query) || body)) statuses.add(400)
  if (access !== open) statuses.add(401).add(403)
  // What other sites send is refused wherever something is written (decision 42).
  if (method !== 'GET') statuses.add(403)
  if (body || method === 'DELETE') statuses.add(413)
  if (rateLimits && rateLimits.length > 0) statuses.add(429)
  return [...statuses].toSorted((a, b) => a - b)
}

/**
 * Whether some query (or, with `isComplete`, some path) could be refused by the schema. Their values are strings, so an
 * optional string without rules cannot be, nor can what has a `catch`.
 */
function canFail(schema: z.ZodType | undefined, isComplete = false): boolean {
  if (schema === undefined || schema instanceof z.ZodCatch || schema instanceof z.ZodTransform) return false
  if (schema instanceof z.ZodObject) {
    const members = Object.values(schema.shape as Record<string, z.ZodType>)
    return hasRules(schema) || members.some((member) => (!isComplete && isRequired(member)) || canFail(member))
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return canFail(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return canFail(schema.in as z.ZodType) || canFail(schema.out as z.ZodType)
  if (schema instanceof z.ZodArray) return hasRules(schema) || canFail(schema.element as z.ZodType)
  if (schema instanceof z.ZodString || schema instanceof z.ZodUnknown) return hasRules(schema)
  return true
}

function isRequired(schema: z.ZodType): boolean {
  return schema._zod.optin === undefined
}

/** Checks that only rewrite, such as `trim()`, refuse nothing. */
function hasRules(schema: z.ZodType): boolean {
  return (schema._zod.def.checks ?? []).some(({ _zod }) => _zod.def.check !== 'overwrite')
}

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
