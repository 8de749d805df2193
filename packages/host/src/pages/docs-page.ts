import { mark } from '@plinth/console'
import { html } from '@plinth/core/http'

/** Headers of the API reference: only scripts of this host may run, and the page may not connect to other hosts. */
export const docsHeaders: Readonly<Record<string, string>> = Object.freeze({
  'content-type': 'text/html; charset=utf-8',
  // The bundle positions elements with style attributes.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
})

export interface ApiReferencePage {
  /** URL of the OpenAPI document, on this origin. */
  readonly specUrl: string
  /** The versioned path of `createDocsAssets`. */
  readonly assets: string
  readonly title?: string
  /** The name of the product. Default: Plinth. */
  readonly brand?: string | undefined
}

/** The API reference with a form for trying out every operation. Needs no other server. */
export function apiReferencePage(options: ApiReferencePage): string {
  const { specUrl, assets, title = 'API reference', brand = 'Plinth' } = options
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${brand}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assets}/swagger-ui.css" />
        <link rel="stylesheet" href="${assets}/frame.css" />
        <link rel="stylesheet" href="${assets}/theme.css" />
        <script src="${assets}/swagger-ui-bundle.js" defer></script>
        <script src="${assets}/start.js" defer></script>
      </head>
      <body>
        <header class="top">
          <a class="brand" href="/">${mark}${brand}</a>
          <nav><a href="${specUrl}">OpenAPI</a><a href="/login">Sign in</a></nav>
        </header>
        <main>
          <h1 class="unseen">${title}</h1>
          <div id="reference" data-spec="${specUrl}">
            <noscript
              >This page needs JavaScript; the document itself is at <a href="${specUrl}">${specUrl}</a>.</noscript
            >
          </div>
        </main>
      </body>
    </html> `.markup
}
