import type { H3Event } from 'h3'
import { isDeepStrictEqual } from 'node:util'
import { anonymous } from '../acl/callers.ts'
import { hasAccess } from '../acl/grants.ts'
import type { RequestReads } from '../data/connection/replicas.ts'
import type { Extension } from '../define/extensible.ts'
import { type Caller, open } from '../define/access.ts'
import { BinaryAnswer } from '../define/binary-answer.ts'
import type { ReadListener } from '../define/read.ts'
import type { AnyRouteContext, Route, RouteSpec } from '../define/route.ts'
import { isInvalidInput, PlatformError, unauthenticated } from '../errors.ts'
import type { FairSlots } from '../scheduling/fair-slots.ts'
import { exportedItem, type ExportFormat, toExportFormat } from '../http/list-exports.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import { wire } from '../http/wire.ts'
import { type Answer, isResponse, isWhole } from '../http/answer.ts'
import { toErrorAnswer } from '../http/error-answer.ts'
import { addCustomValues } from './add-custom-values.ts'
import { readCustomValues } from './sent-custom-values.ts'
import { finish, type Finished } from './finished.ts'
import { noteRead } from './read-log.ts'
import type { Responder } from './responder.ts'
import { byHeader, type Callers, type Identification } from './authenticate.ts'
import { assertOwnOrigin, type OriginCheck } from './own-origin.ts'
import { enterScope } from './target-scope.ts'
import { toOperationHeader } from '../context/operation.ts'
import { doWork, RequestContext } from '../context/context.ts'
import { execute } from '../command/execute.ts'
import { exportList, type ListPage } from './export-list.ts'
import { type IdempotencyStore, type KeyedWrite, serveOnce } from './idempotency.ts'
import { parseRequest, type RouteInput } from './input.ts'
import { parseAnswer } from '../command/parse.ts'
import { readBody } from './read-body.ts'
import { inRouteScope } from './row-scope.ts'
import type { RequestHooks, RequestInfo } from './request-info.ts'
import type { Runtime } from '../context/runtime.ts'
import { type RequestOrigin, RequestState, type SentCustomValues } from '../context/unit-of-work.ts'

/** What serving routes needs from the platform. */
export interface RouterDeps {
  readonly runtime: Runtime
  readonly callers: Callers
  readonly idempotency: IdempotencyStore
  readonly limiter: RateLimiter
  /** If set, applies pending invalidations of other hosts first, so that revoked rights are never used. */
  readonly becomeCurrent: (() => Promise<void>) | undefined
  /** The CSRF check for writes. */
  readonly isOwnOrigin: OriginCheck
  readonly bodyLimit: number
  readonly responder: Responder
  /** Called for reads; undefined if no module listens. */
  readonly onRead: ReadListener | undefined
  /** Slots for exports of lists. */
  readonly exportSlots: FairSlots
  /** Called after every response. */
  readonly onFinished: ((answer: Finished) => void) | undefined
}

/** Handles a request: all its steps, in the documented order. */
export async function serveRoute(
  deps: RouterDeps,
  route: Route,
  { event, request }: { event: H3Event; request: RequestInfo },
): Promise<Answer> {
  const started = performance.now()
  const { responder } = deps
  const pipeline = new RequestPipeline(deps, route, { event, request })
  let response: Answer
  let error: unknown
  try {
    const result = await pipeline.run()
    response = isResponse(result)
      ? responder.complete(request, result)
      : result instanceof BinaryAnswer
        ? responder.binary(request, result)
        : responder.success(request, route.spec, result)
  } catch (thrown) {
    const { status, body, headers, failure } = toErrorAnswer(thrown)
    error = failure
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    response = responder.refusal(
      request,
      status,
      route.spec.okInErrors && status !== 429 ? { ok: false, ...body } : body,
    )
  }
  const { caller } = pipeline
  const milliseconds = performance.now() - started
  const { status } = response
  finish(
    { log: deps.runtime.log, onFinished: deps.onFinished },
    {
      facts: request,
      route: route.path,
      status,
      caller,
      milliseconds,
      ...(error !== undefined && { error }),
    },
  )
  return response
}

/** A request in progress: caller, access, input, work. */
class RequestPipeline implements RequestHooks {
  /** The authenticated caller, once known. */
  caller: Caller | null = null
  readonly #deps: RouterDeps
  readonly #route: Route
  readonly #event: H3Event
  readonly #request: RequestInfo
  #body: unknown
  #key: KeyedWrite | null = null

  constructor(deps: RouterDeps, route: Route, { event, request }: { event: H3Event; request: RequestInfo }) {
    this.#deps = deps
    this.#route = route
    this.#event = event
    this.#request = request
  }

  async run(): Promise<unknown> {
    const { isOwnOrigin, bodyLimit, idempotency, becomeCurrent } = this.#deps
    const [{ spec }, request] = [this.#route, this.#request]
    if (request.internal?.mayReach?.(this.#route) === false) throw new PlatformError('not_found', 'Not Found')
    if (becomeCurrent) await becomeCurrent()
    const identifying = this.#identify()
    const found = identifying instanceof Promise ? await identifying : identifying
    if (spec.access !== open && found.isRefused) this.#refuse(found)
    assertOwnOrigin(request, found, isOwnOrigin)
    if (spec.access !== open && found.caller === null) this.#refuse(found)
    this.caller = found.caller
    if (spec.body || request.method === 'DELETE') this.#body = await readBody(this.#event, spec, bodyLimit)
    if (spec.access !== open) this.caller = await this.enter(this.#body)
    request.hooks = this
    if (spec.rateLimits) await this.#countCall(spec.rateLimits)
    if (this.caller && request.headers.has(wire.idempotencyKeyHeader))
      this.#key = idempotency.keyOf(request, this.#route, { params: this.#request.params, raw: this.#body })
    // Awaited here: returning the promise would take three microtasks.
    const format = this.#exportFormat
    if (format) return await this.#export(format)
    if (!this.#key) return await this.#work()
    return serveOnce(idempotency, { caller: this.caller!, write: this.#key, isRead: !spec.parts }, () => this.#work())
  }

  /** The requested format of a list. Internal requests are answered from memory, so they get pages. */
  get #exportFormat(): ExportFormat | undefined {
    const { method, spec } = this.#route
    if (method !== 'GET' || this.#request.internal) return undefined
    const format = toExportFormat(this.#request.query)
    return format && exportedItem(spec) && format
  }

  #export(format: ExportFormat): Promise<unknown> {
    const { exportSlots, runtime } = this.#deps
    const { requestId } = this.#request
    return exportList({
      route: this.#route,
      format,
      slots: exportSlots,
      owner: this.caller?.scope.tenantId ?? '',
      read: (page) => this.#work(page),
      isStillAllowed: () => this.isStillAllowed(),
      onFailure: (err) => runtime.log.warn({ err, requestId, route: this.#route.path }, 'an export broke off'),
    })
  }

  /** Authenticates by the credential of an internal request, otherwise by the headers. */
  #identify(): Promise<Identification> | Identification {
    const { internal, selection } = this.#request
    const identified = internal?.identify?.(selection)
    return identified ? identified.then(byHeader) : this.#deps.callers.identify(this.#request)
  }

  #refuse({ hasEnded }: Identification): never {
    if (hasEnded) this.#request.clearLogin()
    throw unauthenticated()
  }

  /** The caller in the tenant and organization named by the body; throws if the caller has no access there. */
  async enter(body: unknown): Promise<Caller> {
    const { spec } = this.#route
    const request = this.#request
    if (!this.caller || spec.access === open) throw unauthenticated()
    const arrival = await enterScope(spec, {
      caller: this.caller,
      request,
      body,
      now: this.#deps.runtime.now(),
      identify: () => this.#identify(),
    })
    if (arrival.refusal) throw this.#inWordsOfRoute(arrival.refusal)
    return arrival.caller
  }

  async isStillAllowed(): Promise<boolean> {
    const { access } = this.#route.spec
    if (access === open) return true
    const { caller } = this
    const { caller: again } = await this.#identify()
    if (caller === null || again === null) return false
    // Known callers come from the cache, as the same object.
    if (again === caller) return hasAccess(again.actor, access)
    const isSame = again.actor.id === caller.actor.id && isDeepStrictEqual(again.scope, caller.scope)
    return isSame && hasAccess(again.actor, access)
  }

  async #countCall(limits: NonNullable<RouteSpec['rateLimits']>): Promise<void> {
    for (const limit of limits) {
      const key = limit.key(this.#request, this.#body)
      if (key !== null) await this.#deps.limiter.consume(limit, key, { request: this.#request })
    }
  }

  async resetRateLimit(name: string): Promise<void> {
    for (const limit of this.#route.spec.rateLimits ?? []) {
      const key = limit.name === name ? limit.key(this.#request, this.#body) : null
      if (key !== null) await this.#deps.limiter.reset(limit, key)
    }
  }

  describeBody(digest: string): void {
    this.#key?.describeBody(digest)
  }

  /** A request is a read only if it runs no command at all. */
  get #reads(): RequestReads | undefined {
    const { method, command } = this.#route
    return method === 'GET' && !command ? this.#deps.runtime.replicas.begin() : undefined
  }

  /** The caller in the scope that the route declares. */
  #inRouteScope({ scope: where = 'selected' }: RouteSpec, caller: Caller): Promise<Caller> | Caller {
    if (where === 'selected') return caller
    const { requestId, query } = this.#request
    return inRouteScope(where, caller, () => ({
      input: { ...Object.fromEntries(query), ...(this.#body as object), ...this.#request.params },
      asked: (work) => doWork({ runtime: this.#deps.runtime, caller, origin: { requestId } }, work),
    }))
  }

  #origin({ actor }: Caller): RequestOrigin {
    const request = this.#request
    const { requestId, headers, internal } = request
    return {
      requestId,
      idempotencyKey: this.#key,
      replicaReads: this.#reads,
      expectedUpdatedAt: headers.get(wire.expectedUpdatedAtHeader),
      writes: internal?.writes,
      cause: internal?.cause,
      admitted: { actor, access: this.#route.spec.access },
      custom: this.#customValues,
      onOperation: (operation) => request.setHeader(wire.operationHeader, toOperationHeader(operation)),
    }
  }

  /** The custom values of a write, for the command that the route runs. */
  get #customValues(): SentCustomValues | undefined {
    const { method, command, spec } = this.#route
    const kind = (command ?? spec.runs)?.resource
    if (method === 'GET' || method === 'DELETE' || kind === undefined) return undefined
    if (!this.#deps.runtime.extensions.has(kind)) return undefined
    return { kind, values: readCustomValues(this.#body) ?? {} }
  }

  /** Runs one unit of work and filters its response; for lists, `page` replaces the page of the query. */
  async #work(page?: ListPage): Promise<unknown> {
    const { spec } = this.#route
    const { runtime } = this.#deps
    const scoped = this.caller ? this.#inRouteScope(spec, this.caller) : anonymous
    const caller = scoped instanceof Promise ? await scoped : scoped
    const state = new RequestState({ runtime, caller, origin: this.#origin(caller) })
    let isDone = false
    let result: unknown
    try {
      if (spec.before) await spec.before(new RequestContext(state), this.#request.params)
      const parsed = parseRequest(this.#route, this.#request, { params: this.#request.params, raw: this.#body })
      const input = page ? { ...parsed, query: { ...(parsed.query as object), after: undefined, ...page } } : parsed
      result = await this.#perform(state, input)
      const own = this.#toAnswer(result)
      const extension = this.#listedExtension
      const answer =
        extension && !isWhole(own)
          ? await addCustomValues(state, extension, { answer: own, isComplete: page !== undefined })
          : own
      if (spec.reads && this.#deps.onRead)
        noteRead(this.#deps.onRead, this.#route, {
          ctx: new RequestContext(state),
          request: this.#request,
          input,
          // Bytes have no members to report except those that the handler names.
          answer: isWhole(result) ? (result as Partial<BinaryAnswer>).shown : answer,
        })
      isDone = true
      return answer
    } catch (error) {
      throw this.#inWordsOfRoute(error)
    } finally {
      const closed = state.close(isDone)
      if (closed || !isDone) await this.#leave(closed, { isDone, result })
    }
  }

  /** Runs the handler or the command. */
  #perform(state: RequestState, input: RouteInput): unknown {
    const { command, handle } = this.#route
    if (!command) return handle!(new HandlerContext(state, { ...input, request: this.#request, event: this.#event }))
    const { params, query, body } = input
    const sent = { ...(query as object), ...(body as object), ...(params as object) }
    return execute(state, command, { input: sent, isSent: true })
  }

  /** The result of a command is already parsed if the route uses the same schema. */
  #toAnswer(result: unknown): unknown {
    const { spec, method, path } = this.#route
    if (isWhole(result)) return result
    return parseAnswer(spec.response, result, `The answer of ${method} ${path}`)
  }

  /** The entity whose rows the route lists, if customers can define fields for it. */
  get #listedExtension(): Extension | undefined {
    const { method, spec } = this.#route
    if (method !== 'GET' || spec.reads === undefined) return undefined
    return this.#deps.runtime.extensions.get(typeof spec.reads === 'string' ? spec.reads : spec.reads.kind)
  }

  /** If closing the unit of work fails, that error is returned, and the stream of the result is destroyed. */
  async #leave(closed: Promise<unknown> | undefined, { isDone, result }: { isDone: boolean; result: unknown }) {
    let isSent = false
    try {
      await closed
      isSent = isDone
    } finally {
      if (!isSent && result instanceof BinaryAnswer) result.destroy()
    }
  }

  /** The error for invalid input, with the route's own message. */
  #inWordsOfRoute(error: unknown): unknown {
    return (isInvalidInput(error) && this.#route.spec.onInvalid?.(error.cause, this.#request)) || error
  }
}

/** The context passed to handlers. */
class HandlerContext extends RequestContext implements AnyRouteContext {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly request: RequestInfo
  readonly event: H3Event

  constructor(state: RequestState, request: RouteInput & { request: RequestInfo; event: H3Event }) {
    super(state)
    this.params = request.params
    this.query = request.query
    this.body = request.body
    this.request = request.request
    this.event = request.event
  }
}
