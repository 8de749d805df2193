import { isDeepStrictEqual } from 'node:util'
import type { H3Event } from 'h3'
import { z } from 'zod'
import type { Once } from '../commands/once.ts'
import { assertAccess, hasAccess } from '../acl/guard.ts'
import type { Session } from '../define/actor.ts'
import { BinaryAnswer } from '../define/binary-answer.ts'
import type { Context } from '../define/context.ts'
import { open } from '../define/feature.ts'
import type { ReadListener } from '../define/read.ts'
import type { AnyRouteContext, Route, RouteSpec } from '../define/route.ts'
import { invalidInput, isInvalidInput, keepWord, type PlatformError, unauthenticated } from '../errors.ts'
import { type Answer, isResponse } from './answer.ts'
import { readForm, readJson, unreadable } from './body.ts'
import { toErrorAnswer } from './error-response.ts'
import type { Facts } from './facts.ts'
import type { KeyedWrite } from './idempotency.ts'
import { assertTenantTarget, enterNamedPlace } from './named-place.ts'
import { noteRead } from './note-read.ts'
import { assertOwnOrigin, type OriginCheck } from './own-origin.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Responder } from './respond.ts'
import { type KeptAnswers, serveOnce } from './serve-once.ts'
import { wire } from './wire.ts'

/** What serving a route needs of the platform. */
export interface Entrance {
  /** Who is asking; `invalid` for a credential of ours that no longer counts. */
  identify(facts: Facts): Promise<Session | 'invalid' | null> | Session | 'invalid' | null
  /** Begins work for a caller; null stands for nobody. */
  enter(
    session: Session | null,
    facts: Facts,
    once: Once | null,
  ): { readonly ctx: Context; close(isDone: boolean): Promise<void> }
  /** The key of a write that takes effect once; null for other requests. */
  keyOf(facts: Facts, route: Route, sent: { params: unknown; raw: unknown }): KeyedWrite | null
  /** Answers of such writes. */
  readonly answers: KeptAnswers
  readonly limiter: RateLimiter
  /** Which senders may make a browser write. */
  readonly isOwnOrigin: OriginCheck
  readonly bodyLimit: number
  readonly responder: Responder
  /** Hears of reads, when somebody does. */
  readonly onRead: ReadListener | undefined
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

/** Answers one request: the checks in the published order, the handler, the response schema. */
export async function serveRoute(entrance: Entrance, route: Route, { event, facts }: { event: H3Event; facts: Facts }) {
  const started = performance.now()
  const visit: Visit = { session: null }
  let status: number
  let response: Answer
  let failure: unknown
  try {
    const result = await visitRoute(entrance, route, { event, facts, visit })
    const { responder } = entrance
    response = isResponse(result)
      ? responder.complete(facts, result)
      : result instanceof BinaryAnswer
        ? responder.binary(facts, result)
        : responder.success(facts, route.spec, result)
    status = response.status
  } catch (thrown) {
    const answer = toErrorAnswer(thrown)
    failure = answer.failure
    status = answer.status
    const body = route.spec.okInErrors && status !== 429 ? { ok: false, ...answer.body } : answer.body
    for (const [name, value] of Object.entries(answer.headers)) facts.setHeader(name, value)
    response = entrance.responder.refusal(facts, status, body)
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
  const { spec } = route
  const { access } = spec
  assertOwnOrigin(facts.method, facts.headers, entrance.isOwnOrigin)
  const identified = entrance.identify(facts)
  const identity = identified instanceof Promise ? await identified : identified
  if (identity !== null && identity !== 'invalid') visit.session = identity
  if (access !== open && visit.session === null) {
    if (identity === 'invalid') clearLogin(facts)
    throw unauthenticated()
  }
  const raw = spec.body || facts.method === 'DELETE' ? await readBody(event, spec, entrance.bodyLimit) : undefined
  if (access !== open && visit.session) {
    const { session } = visit
    const enter = (body: unknown) => enterPlace(entrance, spec, { facts, session, body })
    facts.enter = enter
    visit.session = await enter(raw)
  }
  const recheck = () => isStillAllowed(entrance, route, { facts, session: visit.session })
  facts.recheck = recheck
  if (spec.rateLimits) await countCall(entrance.limiter, spec.rateLimits, { facts, raw })
  const write = visit.session && entrance.keyOf(facts, route, { params: event.context.params, raw })
  const serve = () => handleRoute(entrance, route, { event, facts, raw, session: visit.session, write })
  if (!visit.session || !write) return serve()
  facts.describer = write.describeBody
  return serveOnce(entrance.answers, { session: visit.session, write, isRead: !spec.parts }, serve)
}

/** The caller where they may do what they want to, or why not. */
async function enterPlace(
  entrance: Entrance,
  spec: RouteSpec,
  { facts, session, body }: { facts: Facts; session: Session; body: unknown },
): Promise<Session> {
  const choosesOrganization = !spec.writesOrganization
  const naming = { session, facts, body, choosesOrganization, identify: () => entrance.identify(facts) }
  assertTenantTarget(naming)
  const arrival = await enterNamedPlace(naming)
  assertAccess(arrival.session.actor, spec.access)
  if (arrival.refusal) throw inWordsOf(spec, facts, arrival.refusal)
  return arrival.session
}

async function isStillAllowed(
  entrance: Entrance,
  { spec }: Route,
  { facts, session }: { facts: Facts; session: Session | null },
): Promise<boolean> {
  if (spec.access === open) return true
  const again = await entrance.identify(facts)
  if (session === null || again === null || again === 'invalid') return false
  // Who is known is answered from memory, as the same object.
  if (again === session) return hasAccess(again.actor, spec.access)
  const isSame = again.actor.id === session.actor.id && isDeepStrictEqual(again.scope, session.scope)
  return isSame && hasAccess(again.actor, spec.access)
}

interface Arrival {
  readonly event: H3Event
  readonly facts: Facts
  readonly raw: unknown
  readonly session: Session | null
  readonly write: KeyedWrite | null
}

async function handleRoute(
  entrance: Entrance,
  route: Route,
  { event, facts, raw, session, write }: Arrival,
): Promise<unknown> {
  const { spec, handle } = route
  const work = entrance.enter(session, facts, write)
  let isDone = false
  let result: unknown
  try {
    await spec.before?.(work.ctx, event.context.params ?? {})
    const input = parseInput(route, facts, { event, raw })
    const members = { ...input, request: facts, event }
    // Onto the context itself, which nobody else has: an object made a prototype costs V8 a hidden class of its own.
    result = await handle(Object.assign(work.ctx, members) as AnyRouteContext)
    const isWhole = isResponse(result) || result instanceof BinaryAnswer
    const answer = isWhole ? result : keepWord(spec.response, result, `The answer of ${route.method} ${route.path}`)
    const { query, params } = input
    // Of bytes nobody says which members they have.
    if (entrance.onRead)
      noteRead(entrance.onRead, route, { ctx: work.ctx, facts, query, params, answer: isWhole ? {} : answer })
    isDone = true
    return answer
  } catch (error) {
    throw inWordsOf(spec, facts, error)
  } finally {
    await close(work, isDone, result)
  }
}

/** Where the work cannot be ended well, the caller hears of that and nobody reads what was answered. */
async function close(work: ReturnType<Entrance['enter']>, isDone: boolean, result: unknown): Promise<void> {
  let isSent = false
  try {
    await work.close(isDone)
    isSent = isDone
  } finally {
    if (!isSent && result instanceof BinaryAnswer) result.destroy()
  }
}

async function readBody(event: H3Event, { bodyType, onUnreadable }: RouteSpec, limit: number): Promise<unknown> {
  if (bodyType === 'form') return readForm(event.req, limit)
  return readJson(event.req, limit, onUnreadable ? unreadable : {})
}

function parseInput({ spec, command }: Route, facts: Facts, { event, raw }: { event: H3Event; raw: unknown }) {
  if (raw === unreadable && spec.onUnreadable) throw spec.onUnreadable()
  const arrived = {
    params: event.context.params ?? {},
    query: spec.query || command ? queryOf(facts, spec, raw) : {},
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

/** Invalid input as the route words it. */
function inWordsOf(spec: RouteSpec, facts: Facts, error: unknown): unknown {
  return (isInvalidInput(error) && spec.onInvalid?.(error.cause, facts)) || error
}

/** The query as an object. Repeated names become a list where the schema wants one; DELETE accepts a body, which wins. */
function queryOf(facts: Facts, { query }: RouteSpec, raw: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const shape = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {}
  for (const [name, value] of facts.query) {
    if (name in values && isList(shape[name])) (values[name] as unknown[]).push(value)
    else values[name] = isList(shape[name]) ? [value] : value
  }
  if (facts.method === 'DELETE' && typeof raw === 'object' && raw !== null) Object.assign(values, raw)
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
  const reset = async (name: string) => {
    for (const { limit, key } of keys) if (limit.name === name && key !== null) await limiter.reset(limit, key)
  }
  facts.resetter = reset
  for (const { limit, key } of keys) if (key !== null) await limiter.consume(limit, key, facts)
}

/** Clears the login of a credential that was ours and no longer counts. */
function clearLogin(facts: Facts): void {
  for (const name of [wire.accessCookie, wire.sessionCookie]) facts.setCookie(name, '', { maxAge: 0 })
}
