import { randomUUID } from 'node:crypto'
import { type Finished, maskPath, wire } from '@plinth/core/http'
import type { EventHandler, H3, H3Event, Middleware } from 'h3'
import type { RequestLogger } from './logging.ts'
import type { Metrics } from './metrics.ts'
import type { Usage } from './tenant-usage.ts'

/** Called for every answered request; `route` is its pattern. */
export type Watch = (request: RequestFacts & { readonly route: string }) => void

/** Counts and logs requests. */
export function watchRequests(log: RequestLogger, metrics: Metrics): Watch {
  return ({ route, ...facts }) => {
    metrics.record({ method: facts.method, route, status: facts.status, milliseconds: facts.milliseconds })
    logRequest(log, facts)
  }
}

/** Converts what the platform reports about an API request. */
export function toFacts({ facts, route, status, caller, milliseconds }: Finished) {
  const { requestId, method, path } = facts
  const { id = null, viewer } = caller?.actor ?? {}
  const who = {
    tenant: caller?.scope.tenantId ?? null,
    actor: viewer ? viewer.actor.id : id,
    viewedAs: viewer ? id : null,
  }
  return { requestId, method, path, route, status, milliseconds, ...who }
}

/** What an API request adds to the usage of its tenant. */
export const toUsage = ({ status, milliseconds }: Finished): Partial<Usage> => ({
  requests: 1,
  refused: status === 429 ? 1 : 0,
  seconds: milliseconds / 1000,
})

/** A router for the host's own pages. */
export interface Pages {
  get(path: string, handler: EventHandler): void
  post(path: string, handler: EventHandler): void
}

/**
 * Counts and logs a page like a request to the API, unless the page leaves the request to others by returning `undefined`. API
 * requests made by a page carry the page's request id. `pattern` is the route of a handler for which h3 has none.
 */
export const watchPage =
  (watch: Watch, pattern?: string): Middleware =>
  async (event, next) => {
    const started = performance.now()
    let status: number | undefined = 500
    tellRequestId(event)
    try {
      const answer = await next()
      status = answer === undefined ? undefined : answer instanceof Response ? answer.status : 200
      return answer
    } finally {
      if (status !== undefined) note(status)
    }
    function note(status: number) {
      const { method } = event.req
      const path = event.url.pathname
      const route = pattern ?? event.context.matchedRoute?.route ?? 'unmatched'
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

/** Registers pages that are counted and logged. */
export function watchedPages(web: H3, watch: Watch): Pages {
  const middleware = [watchPage(watch)]
  return {
    // HEAD is answered like GET; h3 omits the body (decision: HEAD).
    get: (path, handler) => void web.get(path, handler, { middleware }).on('HEAD', path, handler, { middleware }),
    post: (path, handler) => void web.post(path, handler, { middleware }),
  }
}

/** Adds the id under which the request is logged to every response. */
export const tellRequestId = (event: H3Event): void => event.res.headers.set(wire.requestIdHeader, requestIdOf(event))

/** The request id of a page, generated once. */
function requestIdOf({ context }: H3Event): string {
  return ((context as { requestId?: string }).requestId ??= randomUUID())
}

/** Facts about an answered request. */
export interface RequestFacts {
  readonly requestId: string
  readonly method: string
  /** Only the path is logged, because queries contain tokens and search terms. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly tenant?: string | null
  /** Who has made the request, also if they view the platform as somebody else. */
  readonly actor?: string | null
  readonly viewedAs?: string | null
}

/** Logs one line per request. Responses of 500 and above are logged as errors. */
export function logRequest(log: RequestLogger, facts: RequestFacts): void {
  const { requestId, method, status, tenant, actor, viewedAs } = facts
  const line = {
    requestId,
    method,
    path: withoutTokens(facts.path),
    status,
    milliseconds: Math.round(facts.milliseconds * 10) / 10,
    ...(tenant && { tenant }),
    ...(actor && { actor }),
    ...(viewedAs && { viewedAs }),
  }
  log[status >= 500 ? 'error' : 'info'](line, 'request')
}

/**
 * Mailed links contain their token in the path. It is masked by its position, whatever its length, and by its format anywhere
 * else.
 */
function withoutTokens(path: string): string {
  return maskPath(path)
    .replace(/(\/(?:reset|confirm)\/+)[^/].*/i, '$1[secret]')
    .slice(0, 500)
}
