import type { Platform } from '@plinth/core'
import { type EventHandler, H3 } from 'h3'
import type { Metrics } from './metrics.ts'
import { type MetricsAccess, refuseScrape } from './metrics-access.ts'
import { createDocsAssets } from './pages/docs-assets.ts'
import { apiReferencePage, docsHeaders } from './pages/docs-page.ts'
import { mountPages } from './pages/routes.ts'
import { mountSignUp } from './pages/sign-up-routes.ts'
import { tellRequestId, type Watch, watchedPages } from './watch-requests.ts'

export interface WebOptions {
  readonly platform: Platform
  readonly metrics: Metrics
  /** Who may read the metrics. */
  readonly metricsAccess: MetricsAccess
  /** Hears of the host's own pages; the platform reports its routes itself. */
  readonly watch: Watch
  /** False while starting and stopping. */
  readonly isReady: () => Promise<boolean>
}

/** The host's own pages around the platform: everything that is not one of them is the API's. */
export function createWeb({ platform, metrics, metricsAccess, watch, isReady }: WebOptions): H3 {
  // What cannot be decoded is refused by the platform, in its words.
  const web = new H3({ allowMalformedURL: true })
  const assets = createDocsAssets('/docs/assets')
  const pages = watchedPages(web, watch)
  pages.get('/', () => new Response(null, { status: 302, headers: { location: '/login' } }))
  const probe = (path: string, handler: EventHandler) => {
    const answer: EventHandler = (event) => {
      tellRequestId(event)
      return handler(event)
    }
    web.get(path, answer).on('HEAD', path, answer)
  }
  probe('/healthz', () => ({ status: 'ok' }))
  probe('/readyz', async () =>
    (await isReady()) ? { status: 'ready' } : Response.json({ status: 'not ready' }, { status: 503 }),
  )
  probe(
    '/metrics',
    async ({ req }) =>
      refuseScrape(req, metricsAccess) ?? text(await metrics.render(), { 'content-type': metrics.contentType }),
  )
  pages.get('/docs', () => text(apiReferencePage({ specUrl: '/openapi.json', assets: assets.path }), docsHeaders))
  pages.get('/docs/assets/**', async ({ req }) => (await assets.serve(req)) ?? platform.fetch(req))
  mountPages(pages, platform)
  mountSignUp(pages, platform)
  // One router for both: what is not a page above is the platform's.
  web.mount('/', platform.app)
  return web
}

const text = (body: string, headers: Readonly<Record<string, string>>) => new Response(body, { headers })
