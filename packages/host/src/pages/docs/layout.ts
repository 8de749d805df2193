import { mark } from '@plinth/console'
import { html, type Html } from '@plinth/core/http'
import type { Texts } from './texts.ts'

/** Headers of the pages: only scripts and styles of this host are used, and no other host is connected to. */
export const docsHeaders: Readonly<Record<string, string>> = Object.freeze({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // What is shown depends on who asks, and in which language.
  'cache-control': 'private, no-cache',
  vary: 'cookie, authorization, x-api-key, accept-language, accept-encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
})

/** What all pages have in common. */
export interface Frame {
  /** The name of the product. */
  readonly brand: string
  readonly locale: string
  readonly texts: Texts
  /** Elements that load styles and scripts. */
  readonly head: Html
  /** Links at the top. */
  readonly links: Html
}

/** A page of the documentation. */
export interface DocsPage {
  /** For the window. */
  readonly title: string
  /** What has been searched for. */
  readonly search?: string
  readonly main: Html
  /** Links beside the content. */
  readonly aside?: Html | undefined
}

/** The document of a page. `#docs-page` is what the script replaces when it goes to another page. */
export function renderPage({ brand, locale, texts, head, links }: Frame, page: DocsPage): string {
  const { title, search = '', main, aside } = page
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${brand}</title>
        <link rel="icon" href="data:," />
        ${head}
      </head>
      <body>
        <a class="skip" href="#docs-main">${texts.skip}</a>
        <header class="top">
          <a class="brand" href="/">${mark}${brand}</a>
          <nav aria-label="${brand}">${links}</nav>
        </header>
        <div id="docs-page">
          <form class="search" role="search" action="/docs">
            <label class="unseen" for="docs-search">${texts.search}</label>
            <input
              id="docs-search"
              type="search"
              name="q"
              value="${search}"
              maxlength="200"
              placeholder="${texts.search}"
              autocomplete="off"
            />
          </form>
          <main id="docs-main" tabindex="-1">${main}</main>
          ${aside && html`<aside>${aside}</aside>`}
        </div>
      </body>
    </html> `.markup
}
