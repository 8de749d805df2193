import type { Platform } from '@plinth/core'
import { H3, type H3Event } from 'h3'
import type { Metrics } from './metrics.ts'
import { createDocsAssets } from './pages/docs-assets.ts'
import { apiReferencePage, docsHeaders } from './pages/docs-page.ts'
import { mountPages } from './pages/routes.ts'

export interface WebOptions {
  readonly platform: Platform
  readonly metrics: Metrics
  /** False while starting and stopping. */
  readonly isReady: () => Promise<boolean>
}

/** The host's own pages around the platform: everything that is not one of them is the API's. */
export function createWeb({ platform, metrics, isReady }: WebOptions): H3 {
  const web = new H3()
  const assets = createDocsAssets('/docs/assets')
  const reference = apiReferencePage({ specUrl: '/openapi.json', assets: assets.path, title: 'API reference' })
  web.get('/', () => new Response(null, { status: 302, headers: { location: '/login' } }))
  web.get('/healthz', () => ({ status: 'ok' }))
  web.get('/readyz', async () =>
    (await isReady()) ? { status: 'ready' } : Response.json({ status: 'not ready' }, { status: 503 }),
  )
  web.get('/metrics', async () => text(await metrics.render(), { 'content-type': metrics.contentType }))
  web.get('/docs', () => text(reference, docsHeaders))
  web.get('/docs/assets/**', async ({ req }) => (await assets.serve(req)) ?? platform.fetch(req))
  mountPages(web, platform)
  web.all('/**', ({ req }: H3Event) => platform.fetch(req))
  return web
}

const text = (body: string, headers: Readonly<Record<string, string>>) => new Response(body, { headers })
