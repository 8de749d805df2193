import { notFoundPage, type PageRoute } from '@plinth/console'
import type { Health, Platform } from '@plinth/core'
import { type EventHandler, H3, type H3Event } from 'h3'
import type { PathHandler } from '../host-options.ts'
import type { Metrics } from '../observe/metrics.ts'
import { type MetricsAccess, refuseScrape } from '../observe/metrics-access.ts'
import { mountDocs } from './docs/docs-routes.ts'
import { tellRequestId, type Watch, watchedPages, watchPage } from '../observe/watch-requests.ts'

export interface WebOptions {
  readonly platform: Platform
  readonly metrics: Metrics
  /** Who may read the metrics. */
  readonly metricsAccess: MetricsAccess
  /** The name of the product. */
  readonly brand: string
  /** The sign-in pages; none if the product has its own. */
  readonly signIn: readonly PageRoute[]
  /** Whether the API reference and the guides are served. */
  readonly apiReference: boolean
  /** Handlers of the product by path prefix, before all pages. */
  readonly mounts?: readonly { readonly path: string; readonly handle: PathHandler }[]
  /** Called for the host's own pages and for mounted handlers. The platform reports its routes itself. */
  readonly watch: Watch
  /** Whether the host can serve requests, and what an operator should look at. */
  readonly health: () => Promise<Health>
}

/** Serves the host's own pages. Every other path is handled by the API. */
export function createWeb(options: WebOptions): H3 {
  const { platform, metrics, metricsAccess, brand, signIn, apiReference, watch, health, mounts = [] } = options
  // Malformed URLs are rejected by the platform, with its own error.
  const web = new H3({ allowMalformedURL: true })
  const pages = watchedPages(web, watch)
  for (const { path, handle } of mounts) {
    const watched = watchPage(watch, `${path}/**`)
    web.use(`${path}/**`, async (event, next) => (await watched(event, () => handle(event.req))) ?? next())
  }
  const probe = (path: string, handler: EventHandler) => {
    const answer: EventHandler = (event) => {
      tellRequestId(event)
      return handler(event)
    }
    web.get(path, answer).on('HEAD', path, answer)
  }
  probe('/healthz', () => ({ status: 'ok' }))
  probe('/readyz', async () => {
    const { isHealthy, findings } = await health()
    const details = findings.length > 0 ? { details: findings } : {}
    return isHealthy
      ? { status: 'ready', ...details }
      : Response.json({ status: 'not ready', ...details }, { status: 503 })
  })
  probe(
    '/metrics',
    async ({ req }) =>
      refuseScrape(req, metricsAccess) ?? text(await metrics.render(), { 'content-type': metrics.contentType }),
  )
  if (apiReference) mountDocs(pages, { platform, brand, signsIn: signIn.length > 0 })
  if (signIn.length > 0) pages.get('/', () => new Response(null, { status: 302, headers: { location: '/login' } }))
  for (const { method, path, handler } of signIn) pages[method === 'GET' ? 'get' : 'post'](path, handler)
  const watched = watchPage(watch)
  const unknown: EventHandler = (event) =>
    wantsPage(event) ? watched(event, () => notFoundPage(event.req, { brand })) : platform.fetch(event.req)
  web.get('/**', unknown).on('HEAD', '/**', unknown)
  // Everything that is not a page above belongs to the platform.
  web.mount('/', platform.app)
  return web
}

/** Browsers request a document when somebody follows a link or enters an address; API clients get the API's response. */
const wantsPage = ({ req, url }: H3Event) =>
  req.headers.get('accept')?.includes('text/html') === true && !url.pathname.startsWith('/api/')

const text = (body: string, headers: Readonly<Record<string, string>>) => new Response(body, { headers })
