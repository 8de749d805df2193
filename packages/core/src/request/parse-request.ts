import { z } from 'zod'
import type { Command } from '../define/command.ts'
import type { Route, RouteSpec } from '../define/route.ts'
import { parse, parseToRead } from '../command/parse.ts'
import { parseInput, parseSent } from '../command/parse-input.ts'
import { invalidInput, invalidMember, isInvalidInput } from '../errors.ts'
import { isPlain } from '../plain-object.ts'
import { unreadable } from './read-body.ts'
import type { RequestInfo } from './request-info.ts'

/** The input of the handler. For a command's route it is not parsed; the command does that. */
export interface RouteInput {
  readonly params: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Parses path, query and body with the route's schemas. */
export function parseRequest(
  { method, spec, command: own, previews }: Route,
  request: RequestInfo,
  { params, raw }: { readonly params: Readonly<Record<string, string>>; readonly raw: unknown },
): RouteInput {
  const command = own ?? previews
  assertReadable(spec, raw)
  // The properties of a DELETE body are merged into the query.
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

/** A body that was sent but cannot be read is an error, not an empty change (decision: Unreadable bodies). */
function assertReadable({ http, onUnreadable }: RouteSpec, raw: unknown): void {
  if (raw !== unreadable) return
  if (onUnreadable) throw onUnreadable()
  throw refuseBody(http?.bodyType === 'form' ? 'The body is not a readable form' : 'The body is not valid JSON')
}

const NO_OBJECT = 'The body is not an object'

/** 400 for the body as a whole, with the message that the route uses for invalid input. */
const refuseBody = (message: string) =>
  invalidInput(new z.ZodError([{ code: 'custom', path: [], message, input: undefined }]))

/** The error for invalid input, with the route's own message. */
export function toRouteError({ spec }: Route, request: RequestInfo, error: unknown): unknown {
  return (isInvalidInput(error) && spec.onInvalid?.(error.cause, request)) || error
}

/** Parses a body; null is rejected as not an object even if the schema accepts anything. */
function parseBody({ onUnreadable }: RouteSpec, schema: z.ZodType, raw: unknown): unknown {
  const body = parseSent(schema, raw)
  if (raw === null) throw onUnreadable?.() ?? refuseBody(NO_OBJECT)
  return body
}

/**
 * The body of a command, whose properties are merged with those of the path. Throws 400 if it is not an object, with the issues
 * of the missing properties, if there are any.
 */
function toMembers(body: unknown, { input }: Command, params: object): object {
  if (isPlain(body)) return body
  parseInput(input, params)
  return parseInput(z.looseObject({}), body)
}

/**
 * The query as an object. Repeated names become a list if the schema expects one; DELETE also accepts a body, which takes
 * precedence.
 */
function queryOf({ method, query: sent }: RequestInfo, { query }: RouteSpec, raw: unknown): Record<string, unknown> {
  // `Object.create` would create an object in dictionary mode, which is slow to fill and read.
  const values = { __proto__: null } as unknown as Record<string, unknown>
  const shape = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {}
  for (const [name, value] of sent) {
    if (!isList(shape[name])) {
      if (method === 'DELETE') assertOne(name, values[name], value)
      values[name] = value
    } else if (name in values) (values[name] as unknown[]).push(value)
    else values[name] = [value]
  }
  return method === 'DELETE' ? Object.assign(values, raw) : values
}

/** Nothing is deleted if the query names two: whoever sends two ids does not expect one of them to be passed over. */
function assertOne(name: string, former: unknown, value: unknown): void {
  if (former === undefined || former === value || !/id$/i.test(name) || OF_SCOPE.has(name)) return
  throw invalidMember(name, 'Only one can be named')
}

/** Checked before, whichever of them counts. */
const OF_SCOPE: ReadonlySet<string> = new Set(['tenantId', 'organizationId'])

/** Remembers which schemas accept lists: determining it is expensive, and is needed for each name of every query. */
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
