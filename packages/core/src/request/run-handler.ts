import { anonymous } from '../acl/callers.ts'
import { parseUnlessParsed } from '../command/parse.ts'
import { parseOutput } from '../command/parse-output.ts'
import { doWork, RequestContext } from '../context/context.ts'
import { assertReadableQuery } from '../context/readable-query.ts'
import { endWork } from '../context/end-work.ts'
import type { Runtime } from '../context/runtime.ts'
import type { RequestOrigin, SentCustomValues } from '../context/origin.ts'
import { UnitOfWork } from '../context/unit-of-work.ts'
import type { Actor, Caller } from '../define/access.ts'
import { BinaryAnswer } from '../define/binary-answer.ts'
import type { RequestFacts } from '../define/context.ts'
import { type FieldPolicies, RESTRICTING } from '../define/field-policies.ts'
import type { Extension } from '../define/extensible.ts'
import { type AnyRouteContext, type Route, takesSeveral } from '../define/route.ts'
import { isPlain } from '../plain-object.ts'
import { toOperationHeader } from '../http/operation-header.ts'
import type { KNOWN_TOTAL, PREVIOUS_ROW } from '../http/paging.ts'
import { isWhole } from '../http/whole-response.ts'
import { wire } from '../http/wire.ts'
import type { H3Event } from 'h3'
import { addCustomValues } from './add-custom-values.ts'
import type { AdmittedRequest } from './admitted-request.ts'
import type { MaybePromise } from './and-then.ts'
import { HandlerRequest } from './handler-request.ts'
import { toRouteError, parseRequest, type RouteInput } from './parse-request.ts'
import { noteRead } from './read-log.ts'
import { inRouteScope } from './row-scope.ts'
import { readCustomValues } from './sent-custom-values.ts'
import type { ServeDeps } from './serve-deps.ts'

/** A page of a list, as requested from its handler. */
export interface ListPage {
  readonly page: number
  readonly pageSize: number
  /** The row after which the page starts, if the list is read along an index. */
  readonly after?: string
  readonly [KNOWN_TOTAL]?: number | undefined
  readonly [PREVIOUS_ROW]?: string | undefined
}

/**
 * Runs the handler or command of a route in one unit of work, and returns its result as the route declares it. For lists, `page`
 * replaces the page of the query.
 */
export async function runHandler(
  deps: ServeDeps,
  route: Route,
  admitted: AdmittedRequest & { readonly page?: ListPage },
): Promise<unknown> {
  const { runtime, onRead } = deps
  const { request, body, page } = admitted
  const scoped = scopeOf(deps, route, admitted)
  const caller = scoped instanceof Promise ? await scoped : scoped
  const state = new UnitOfWork({ runtime, caller, origin: originOf(deps, route, { admitted, caller }) })
  let isDone = false
  let result: unknown
  try {
    if (route.spec.before) await route.spec.before(new RequestContext(state), request.params)
    const parsed = parseRequest(route, request, { params: request.params, raw: body })
    // Elsewhere, `after` is a filter.
    const start = route.lists && { after: undefined }
    const input = page ? { ...parsed, query: { ...(parsed.query as object), ...start, ...page } } : parsed
    const isRestricted = runtime.fieldPolicies.restricts(caller.actor)
    if (isRestricted) assertReadable(runtime, route, { actor: caller.actor, query: parsed.query })
    result = await perform(deps, route, { admitted, state, input })
    const own = toAnswer(route, result)
    const extension = listedExtension(deps, route)
    const full =
      extension && !isWhole(own)
        ? await addCustomValues(state, extension, { answer: own, isComplete: page !== undefined })
        : own
    const answer =
      isRestricted && !isWhole(full) ? readablePart(runtime, route, { actor: caller.actor, answer: full }) : full
    if (onRead && route.spec.reads) {
      // For bytes, only the records that the handler names in `shown` can be reported.
      const shown = isWhole(result) ? (result as Partial<BinaryAnswer>).shown : answer
      noteRead(onRead, route, { ctx: new RequestContext(state), request, input, answer: shown })
    }
    isDone = true
    return answer
  } catch (error) {
    throw toRouteError(route, request, error)
  } finally {
    const closed = endWork(state, isDone)
    if (closed || !isDone) await leave(closed, { isDone, result })
  }
}

/** The caller in the scope that the route declares. */
function scopeOf(
  { runtime }: ServeDeps,
  { spec: { scope = 'selected' } }: Route,
  { request, caller, body }: AdmittedRequest,
): MaybePromise<Caller> {
  if (caller === null) return anonymous
  if (scope === 'selected') return caller
  const { requestId, query, params } = request
  return inRouteScope(scope, caller, () => ({
    input: { ...Object.fromEntries(query), ...(body as object), ...params },
    asked: (ask) => doWork({ runtime, caller, origin: { requestId, client: request } }, ask),
  }))
}

function originOf(
  { runtime }: ServeDeps,
  route: Route,
  { admitted: { request, key, body }, caller }: { readonly admitted: AdmittedRequest; readonly caller: Caller },
): RequestOrigin {
  const { method, command, spec } = route
  const { requestId, headers, internal } = request
  return {
    requestId,
    client: request,
    idempotencyKey: key,
    // A request is a read only if it runs no command at all.
    reads: method === 'GET' && !command ? runtime.routeReads() : undefined,
    expectedUpdatedAt: headers.get(wire.expectedUpdatedAtHeader),
    writes: internal?.writes,
    cause: internal?.cause,
    admitted: { actor: caller.actor, access: spec.access },
    custom: sentCustomValues(runtime, route, body),
    onOperation: ({ actionLabel, ...operation }) => {
      const label = actionLabel === null ? null : request.texts.in(request.locale, actionLabel)
      request.setHeader(wire.operationHeader, toOperationHeader({ ...operation, actionLabel: label }))
    },
  }
}

/** The custom values of a write, for the command that the route runs. */
function sentCustomValues(
  { extensions }: Runtime,
  { method, command, spec }: Route,
  body: unknown,
): SentCustomValues | undefined {
  const { resource: kind, takesCustomValues } = command ?? spec.runs ?? {}
  if (method === 'GET' || method === 'DELETE' || takesCustomValues === false) return undefined
  if (kind === undefined || !extensions.has(kind)) return undefined
  return { kind, values: readCustomValues(body) ?? {} }
}

/** The entity whose rows the route lists, if customers can define fields for it. */
function listedExtension({ runtime }: ServeDeps, { method, spec: { reads } }: Route): Extension | undefined {
  if (method !== 'GET' || reads === undefined) return undefined
  return runtime.extensions.get(typeof reads === 'string' ? reads : reads.kind)
}

/** The kind of resource that a route shows. */
const kindOf = ({ spec: { reads } }: Route): string | undefined => (typeof reads === 'string' ? reads : reads?.kind)

/** Refuses the parameters of a list that does not do so itself, as far as they name fields that the caller may not read. */
function assertReadable(
  { fieldPolicies }: Runtime,
  route: Route,
  { actor, query }: { readonly actor: Actor; readonly query: unknown },
): void {
  const kind = route.method === 'GET' && !route.checksFields ? kindOf(route) : undefined
  const rights = kind === undefined ? undefined : fieldPolicies.ofKind(actor, kind)
  if (rights) assertReadableQuery(rights, (query ?? {}) as Readonly<Record<string, unknown>>)
}

/** An answer without the fields that the caller may not read. If its schema does not tell which rows it shows, `reads` does. */
function readablePart(
  { fieldPolicies }: Runtime,
  route: Route,
  { actor, answer }: { readonly actor: Actor; readonly answer: unknown },
): unknown {
  const shown = fieldPolicies.shownTo(actor, route.spec.response, answer)
  const kind = kindOf(route)
  if (kind === undefined || fieldPolicies.isAboutRows(route.spec.response) || !isPlain(shown)) return shown
  const row = (one: unknown) => (isPlain(one) ? fieldPolicies.rowFor(actor, kind, one as Row) : one)
  if (!('items' in shown)) return row(shown)
  return Array.isArray(shown.items) ? { ...shown, items: shown.items.map(row) } : shown
}

type Row = Readonly<Record<string, unknown>>

interface StartedWork {
  readonly admitted: AdmittedRequest
  readonly state: UnitOfWork
  readonly input: RouteInput
}

/** Runs the command or the handler. */
function perform(deps: ServeDeps, route: Route, { admitted, state, input }: StartedWork): unknown {
  const { command, several, handle } = route
  if (command) {
    const { params, query, body } = input
    const sent = { ...(query as object), ...(body as object), ...(params as object) }
    const named = several && takesSeveral(sent) ? several : command
    return deps.runtime.execute(state, named, { input: sent, isSent: true })
  }
  const request = new HandlerRequest(deps, route, admitted)
  return handle!(new HandlerContext(state, { ...input, request, event: admitted.event }))
}

/** The result of a command is already parsed if the route uses the same schema. */
function toAnswer({ spec, method, path }: Route, result: unknown): unknown {
  if (isWhole(result)) return result
  return parseOutput(spec.response, result, { what: `The answer of ${method} ${path}`, parseWith: parseUnlessParsed })
}

/** If closing the unit of work fails, that error is returned, and the stream of the result is destroyed. */
async function leave(
  closed: Promise<unknown> | undefined,
  { isDone, result }: { readonly isDone: boolean; readonly result: unknown },
): Promise<void> {
  let isSent = false
  try {
    await closed
    isSent = isDone
  } finally {
    if (!isSent && result instanceof BinaryAnswer) result.destroy()
  }
}

/** The context passed to handlers. */
class HandlerContext extends RequestContext implements AnyRouteContext {
  readonly [RESTRICTING]: FieldPolicies | undefined
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly request: RequestFacts
  readonly event: H3Event

  constructor(state: UnitOfWork, handled: RouteInput & { readonly request: RequestFacts; readonly event: H3Event }) {
    super(state)
    const { fieldPolicies } = state.runtime
    this[RESTRICTING] = fieldPolicies.restricts(state.caller.actor) ? fieldPolicies : undefined
    this.params = handled.params
    this.query = handled.query
    this.body = handled.body
    this.request = handled.request
    this.event = handled.event
  }
}
