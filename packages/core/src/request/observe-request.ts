import type { Route } from '../define/route.ts'
import type { Telemetry } from '../define/telemetry.ts'
import type { Answer } from '../http/answer.ts'
import type { RequestInfo } from './request-info.ts'

interface ObservedRequest {
  readonly route: Route
  readonly request: RequestInfo
}

/**
 * Serves a request in a span that continues the client's trace. Internal requests belong to the span of the request around
 * them.
 */
export function observeRequest(
  telemetry: Telemetry | undefined,
  { route, request }: ObservedRequest,
  serve: () => Promise<Answer>,
): Promise<Answer> {
  if (!telemetry) return serve()
  const named = { 'http.request.method': route.method, 'http.route': route.path }
  return telemetry.span(
    {
      name: `${route.method} ${route.path}`,
      kind: request.internal ? 'internal' : 'server',
      attributes: { ...named, 'url.scheme': request.origin.split(':')[0], 'plinth.request.id': request.requestId },
      traceparent: request.headers.get('traceparent') ?? undefined,
      ...(!request.internal && { duration: { name: 'http.server.request.duration', attributes: named } }),
    },
    async (end) => {
      const answer = await serve()
      end.set({ 'http.response.status_code': answer.status }, { counted: true })
      if (answer.status >= 500) end.fail(String(answer.status))
      return answer
    },
  )
}
