import { randomUUID } from 'node:crypto'
import { type Finished, maskPath, wire } from '@plinth/core/http'
import type { EventHandler, H3, H3Event, Middleware } from 'h3'
import type { RequestLogger } from './logging.ts'
import type { Metrics } from './metrics.ts'

/** Hears of an answered request; `route` is its pattern. */
export type Watch = (request: RequestFacts & { readonly route: string }) => void

/** Counts and logs requests. */
export function watchRequests(log: RequestLogger, metrics: Metrics): Watch {
  return ({ route, ...facts }) => {
    metrics.record({ method: facts.method, route, status: facts.status, milliseconds: facts.milliseconds })
    logRequest(log, facts)
  }
}

/** What the platform says about a request of its API. */
export function toFacts({ facts, route, status, caller, milliseconds }: Finished) {
  const { requestId, method, path } = facts
  const who = { tenant: caller?.scope.tenantId ?? null, actor: caller?.actor.id ?? null }
  return { requestId, method, path, route, status, milliseconds, ...who }
}

/** Where the host's own pages are registered. */
export interface Pages {
  get(path: string, handler: EventHandler): void
  post(path: string, handler: EventHandler): void
}

/** Counts and logs a page like the API; what a page asks of the API carries the page's request id. */
export const watchPage =
  (watch: Watch): Middleware =>
  async (event, next) => {
    const started = performance.now()
    let status = 500
    tellRequestId(event)
    try {
      const answer = await next()
      status = answer instanceof Response ? answer.status : 200
      return answer
    } finally {
      const { method } = event.req
      const path = event.url.pathname
      const route = event.context.matchedRoute?.route ?? 'unmatched'
      watch({
        requestId: requestIdOf(event),
        method,
        path,
        route,
        status,
        milliseconds: performance.now() - started,
      })
    }
  }

/** Registers pages that are watched. */
export function watchedPages(web: H3, watch: Watch): Pages {
  const middleware = [watchPage(watch)]
  return {
    // HEAD answers like GET; h3 leaves the body out (decision 52).
    get: (path, handler) => void web.get(path, handler, { middleware }).on('HEAD', path, handler, { middleware }),
    post: (path, handler) => void web.post(path, handler, { middleware }),
  }
}

/** Every answer carries the id under which its request is logged. */
export const tellRequestId = (event: H3Event): void => event.res.headers.set(wire.requestIdHeader, requestIdOf(event))

/** The id of a page's request, made once. */
export function requestIdOf({ context }: H3Event): string {
  return ((context as { requestId?: string }).requestId ??= randomUUID())
}

/** What is known about an answered request. */
export interface RequestFacts {
  readonly requestId: string
  readonly method: string
  /** Only the path is logged: queries carry tokens and search terms. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly tenant?: string | null
  readonly actor?: string | null
}

/** One line for one request; answers of 500 and above are errors. */
export function logRequest(log: RequestLogger, facts: RequestFacts): void {
  const { requestId, method, status, tenant, actor } = facts
  const line = {
    requestId,
    method,
    path: withoutTokens(facts.path),
    status,
    milliseconds: Math.round(facts.milliseconds * 10) / 10,
    ...(tenant && { tenant }),
    ...(actor && { actor }),
  }
  log[status >= 500 ? 'error' : 'info'](line, 'request')
}

/** Mailed links carry their token in the path: it is masked by its place, however short, and by its shape everywhere. */
function withoutTokens(path: string): string {
  return maskPath(path)
    .replace(/(\/(?:reset|confirm)\/+)[^/].*/i, '$1[secret]')
    .slice(0, 500)
}
