import type { H3Event } from 'h3'
import type { Caller } from '../define/access.ts'
import type { Route } from '../define/route.ts'
import { PlatformError } from '../errors.ts'
import type { Answer } from '../http/answer.ts'
import { toErrorAnswer } from '../http/error-answer.ts'
import { admit } from './admit.ts'
import { authenticate } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { exportFormatOf, exportList } from './export-list.ts'
import { finish } from './finished.ts'
import { once } from './idempotency.ts'
import { limitRate } from './rate-limit.ts'
import { readBody, takesBody } from './read-body.ts'
import type { RequestInfo } from './request-info.ts'
import type { ServeDeps } from './serve-deps.ts'
import { work } from './work.ts'

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
    if (!route.spec.fromOtherSites) {
      const identified = authenticate(deps, request)
      const found = identified instanceof Promise ? await identified : identified
      caller = admit(deps, route, { request, found })
    }
    // Internal requests are part of one that was counted.
    if (deps.quotas && caller && !request.internal) deps.quotas.count(caller, request)
    const turn = () => (request.internal ? undefined : deps.turns.take(caller?.scope.tenantId ?? ''))
    // Without a body, nothing is awaited unless others are waiting.
    const reading = takesBody(route) ? readBody(event, route, { limit: deps.bodyLimit, turn }) : turn()
    const body = reading && (await reading)
    const authorized = authorize(deps, route, { request, caller, body })
    caller = authorized instanceof Promise ? await authorized : authorized
    if (route.spec.rateLimits) await limitRate(deps, route, { request, body })
    const admitted = { event, request, caller, body }
    const format = exportFormatOf(route, request)
    const result = await once(deps.idempotency, { ...admitted, route }, (key) =>
      format ? exportList(deps, route, { ...admitted, key, format }) : work(deps, route, { ...admitted, key }),
    )
    answer = deps.responder.answer(request, route.spec, result)
  } catch (thrown) {
    const { status, body, headers, failure } = toErrorAnswer(thrown)
    error = failure
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    const isMarked = route.spec.okInErrors && status !== 429
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
