import { type H3Event, HTTPResponse } from 'h3'
import { z } from 'zod'
import { assertAccess } from '../acl/guard.ts'
import type { Session } from '../define/actor.ts'
import type { Context } from '../define/context.ts'
import { open } from '../define/feature.ts'
import type { Route, RouteSpec } from '../define/route.ts'
import { invalidInput, isInvalidInput, type PlatformError, unauthenticated } from '../errors.ts'
import { readForm, readJson, unreadable } from './body.ts'
import { toErrorAnswer } from './error-response.ts'
import type { Facts } from './facts.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { assertTenantTarget } from './tenant-target.ts'
import { wire } from './wire.ts'

/** What serving a route needs of the platform. */
export interface Entrance {
  /** Who is asking; `invalid` for a credential of ours that no longer counts. */
  identify(facts: Facts): Promise<Session | 'invalid' | null> | Session | 'invalid' | null
  /** Begins work for a caller; null stands for nobody. */
  enter(session: Session | null, facts: Facts): { readonly ctx: Context; close(isDone: boolean): Promise<void> }
  readonly limiter: RateLimiter
  readonly bodyLimit: number
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>
  /** Hears of every answer. */
  finished(answer: Finished): void
}

/** One answered request, as a log line or a metric sees it. */
export interface Finished {
  readonly facts: Facts
  readonly route: string
  readonly status: number
  readonly session: Session | null
  readonly milliseconds: number
  /** Set when the failure is ours. */
  readonly error?: unknown
}

interface Visit {
  session: Session | null
}

/** Answers one request: the checks in the published order (section 1.2), the handler, the response schema. */
export async function serveRoute(entrance: Entrance, route: Route, { event, facts }: { event: H3Event; facts: Facts }) {
  const started = performance.now()
  const visit: Visit = { session: null }
  let status: number
  let response: HTTPResponse | Response
  let failure: unknown
  try {
    const result = await visitRoute(entrance, route, { event, facts, visit })
    response =
      result instanceof Response
        ? withHeaders(entrance, facts, result)
        : toResponse(entrance, facts, { spec: route.spec, result })
    status = response.status ?? 200
  } catch (thrown) {
    const answer = toErrorAnswer(thrown)
    if (answer.unexpected) failure = thrown
    status = answer.status
    const body = route.spec.okInErrors && status !== 429 ? { ok: false, ...answer.body } : answer.body
    for (const [name, value] of Object.entries(answer.headers)) facts.setHeader(name, value)
    response = new HTTPResponse(JSON.stringify(body), {
      status,
      headers: headersOf(entrance, facts, 'application/json'),
    })
  }
  const { session } = visit
  const milliseconds = performance.now() - started
  entrance.finished({
    facts,
    route: route.path,
    status,
    session,
    milliseconds,
    ...(failure !== undefined && { error: failure }),
  })
  return response
}

async function visitRoute(
  entrance: Entrance,
  route: Route,
  { event, facts, visit }: { event: H3Event; facts: Facts; visit: Visit },
) {
  const { spec, handle } = route
  const { access } = spec
  const identified = entrance.identify(facts)
  const identity = identified instanceof Promise ? await identified : identified
  if (identity !== null && identity !== 'invalid') visit.session = identity
  if (access !== open && visit.session === null) {
    if (identity === 'invalid') clearLogin(facts)
    throw unauthenticated()
  }
  const raw = spec.body || facts.method === 'DELETE' ? await readBody(event, spec, entrance.bodyLimit) : undefined
  if (access !== open && visit.session) {
    assertTenantTarget({ actor: visit.session.actor, query: event.url.searchParams, body: raw })
    assertAccess(visit.session.actor, access)
  }
  if (spec.rateLimits) await countCall(entrance.limiter, spec.rateLimits, { facts, raw })
  const input = parseInput(route, facts, { event, raw })
  const work = entrance.enter(visit.session, facts)
  let isDone = false
  try {
    const members = { ...input, request: facts, event }
    const result = await handle(Object.assign(Object.create(work.ctx), members))
    const answer = result instanceof Response ? result : spec.response.parse(result)
    isDone = true
    return answer
  } catch (error) {
    throw isInvalidInput(error) ? toInvalid(spec, facts, error.cause) : error
  } finally {
    await work.close(isDone)
  }
}

async function readBody(event: H3Event, { bodyType }: RouteSpec, limit: number): Promise<unknown> {
  return bodyType === 'form' ? readForm(event.req, limit) : readJson(event.req, limit)
}

function parseInput({ spec, command }: Route, facts: Facts, { event, raw }: { event: H3Event; raw: unknown }) {
  if (raw === unreadable && spec.onUnreadable) throw spec.onUnreadable()
  const arrived = {
    params: event.context.params ?? {},
    query: queryOf(event, spec, raw),
    body: raw === unreadable ? {} : raw,
  }
  if (command) return { params: arrived.params, ...(spec.body ? { body: arrived.body } : { query: arrived.query }) }
  try {
    return {
      params: spec.params?.parse(arrived.params),
      query: spec.query?.parse(arrived.query),
      body: spec.body?.parse(arrived.body),
    }
  } catch (error) {
    throw error instanceof z.ZodError ? toInvalid(spec, facts, error) : error
  }
}

function toInvalid(spec: RouteSpec, facts: Facts, error: z.ZodError): PlatformError {
  return spec.onInvalid?.(error, facts) ?? invalidInput(error)
}

/** The query as an object. Repeated names become a list where the schema wants one; DELETE accepts a body, which wins. */
function queryOf(event: H3Event, { query }: RouteSpec, raw: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const shape = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {}
  for (const [name, value] of event.url.searchParams) {
    if (name in values && isList(shape[name])) (values[name] as unknown[]).push(value)
    else values[name] = isList(shape[name]) ? [value] : value
  }
  if (event.req.method === 'DELETE' && typeof raw === 'object' && raw !== null) Object.assign(values, raw)
  return values
}

function isList(schema: z.ZodType | undefined): boolean {
  if (schema instanceof z.ZodArray) return true
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodCatch)
    return isList(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return isList(schema.in as z.ZodType)
  return false
}

async function countCall(
  limiter: RateLimiter,
  limits: NonNullable<RouteSpec['rateLimits']>,
  { facts, raw }: { facts: Facts; raw: unknown },
) {
  const keys = limits.map((limit) => ({ limit, key: limit.key(facts, raw) }))
  facts.resetter = async (name) => {
    for (const { limit, key } of keys) if (limit.name === name && key !== null) await limiter.reset(limit, key)
  }
  for (const { limit, key } of keys) if (key !== null) await limiter.consume(limit, key, facts.locale)
}

/** Clears the login of a credential that was ours and no longer counts (section 1.3). */
function clearLogin(facts: Facts): void {
  for (const name of [wire.accessCookie, wire.sessionCookie]) facts.setCookie(name, '', { maxAge: 0 })
}

function toResponse(
  entrance: Entrance,
  facts: Facts,
  { spec, result }: { spec: RouteSpec; result: unknown },
): HTTPResponse {
  const { status = 200, contentType = 'application/json' } = spec
  const body =
    status === 204 ? null : contentType === 'application/json' ? JSON.stringify(result) : (result as BodyInit)
  return new HTTPResponse(body, { status, headers: headersOf(entrance, facts, contentType) })
}

function headersOf(entrance: Entrance, facts: Facts, contentType: string): HeadersInit {
  const headers: [string, string][] = [
    ['content-type', contentType === 'application/json' ? 'application/json; charset=utf-8' : contentType],
    [wire.requestIdHeader, facts.requestId],
  ]
  for (const name in entrance.headers) headers.push([name, entrance.headers[name]!])
  for (const pair of facts.answer) headers.push(pair)
  return headers
}

function withHeaders(entrance: Entrance, facts: Facts, response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(wire.requestIdHeader, facts.requestId)
  for (const name in entrance.headers) if (!headers.has(name)) headers.set(name, entrance.headers[name]!)
  for (const [name, value] of facts.answer) headers.append(name, value)
  return new Response(response.body, { status: response.status, headers })
}
