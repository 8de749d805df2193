import type { H3Event } from 'h3'
import type { Caller } from '../define/access.ts'
import type { Route } from '../define/route.ts'
import { PlatformError } from '../errors.ts'
import type { Answer } from '../http/answer.ts'
import { toErrorAnswer } from '../http/error-answer.ts'
import { admit } from './admit.ts'
import { admitViewer } from './admit-viewer.ts'
import { authenticate } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { exportFormatOf, exportList } from './export-list.ts'
import { finish } from './finish-request.ts'
import { once } from './idempotency.ts'
import { limitRate } from './rate-limit.ts'
import { readBody, takesBody } from './read-body.ts'
import type { RequestInfo } from './request-info.ts'
import type { ServeDeps } from './serve-deps.ts'
import { runHandler } from './run-handler.ts'

/** Serves a request: every stage, in the documented order. */
export async function serve(
  deps: ServeDeps,
  route: Route,
  { event, request }: { readonly event: H3Event; readonly request: RequestInfo },
): Promise<Answer> {
  const started = performance.now()
  let caller: Caller | null = null
  let answer: Answer
  let error: unknown
  try {
    if (request.internal?.mayReach?.(route) === false) throw new PlatformError('not_found', 'Not Found')
    if (deps.becomeCurrent) await deps.becomeCurrent()
    // Only promises are awaited: with a cached caller, a read waits for nothing but its work.
    if (!route.spec.http?.fromOtherSites) {
      const identified = authenticate(deps, request)
      const found = identified instanceof Promise ? await identified : identified
      caller = admit(deps, route, { request, found })
      if (caller) caller = admitViewer(route, caller)
    }
    // Internal requests are part of one that was counted.
    if (deps.quotas && caller && !request.internal) deps.quotas.count(caller, request)
    const turn = () => (request.internal ? undefined : deps.turns.take(caller?.scope.tenantId ?? ''))
    // Without a body, nothing is awaited unless others are waiting.
    const reading = takesBody(route) ? readBody(event, route, { limit: deps.bodyLimit, turn }) : turn()
    const body = reading && (await reading)
    const authorizing = authorize(deps, route, { request, caller, body })
    const authorized = authorizing instanceof Promise ? await authorizing : authorizing
    caller = authorized.caller
    if (route.spec.rateLimits) await limitRate(deps, route, authorized)
    const admitted = { event, ...authorized }
    const format = exportFormatOf(route, authorized.request)
    const respond = () =>
      once(deps.idempotency, { ...admitted, route }, (key) =>
        format ? exportList(deps, route, { ...admitted, key, format }) : runHandler(deps, route, { ...admitted, key }),
      )
    const { loopTime } = deps.runtime
    const result = await (loopTime && caller ? loopTime.run(caller.scope.tenantId, respond) : respond())
    answer = deps.responder.answer(request, route.spec, result)
  } catch (thrown) {
    const { status, body, headers, failure } = toErrorAnswer(thrown)
    error = failure
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    const isMarked = route.spec.http?.okInErrors && status !== 429
    answer = deps.responder.refusal(request, { status, body: isMarked ? { ok: false, ...body } : body }, route.spec)
  }
  finish(
    { log: deps.runtime.log, onFinished: deps.onFinished },
    {
      facts: request,
      route: route.path,
      status: answer.status,
      caller,
      milliseconds: performance.now() - started,
      ...(error !== undefined && { error }),
    },
  )
  return answer
}
