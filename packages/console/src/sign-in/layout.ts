import { createHash } from 'node:crypto'
import { html, trusted, type Html } from '@plinth/core/http'
import { icon, mark } from '../mark.ts'
import { style } from './style.ts'

const styleHash = createHash('sha256').update(style).digest('base64')
// Must equal the hashed text exactly, including whitespace, or browsers ignore the style.
const styleElement = trusted('<style>' + style + '</style>')

/** Headers of every page: no scripts, no external resources, no caching. */
export const pageHeaders: Readonly<Record<string, string>> = Object.freeze({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; form-action 'self'; ` +
    "base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // With `no-referrer`, browsers send `Origin: null` with forms, and the host could not tell its own forms from others.
  'referrer-policy': 'same-origin',
})

/** Headers of a page with a script of this site, which may call the API. */
export const scriptedPageHeaders: Readonly<Record<string, string>> = Object.freeze({
  ...pageHeaders,
  'content-security-policy': `${pageHeaders['content-security-policy']}; script-src 'self'; connect-src 'self'`,
})

/** The data that all pages need. */
export interface PageView {
  readonly locale: string
  /** The name of the product. Default: Plinth. */
  readonly brand?: string | undefined
}

/** The additional data that the sign-in pages need. */
export interface SignInView extends PageView {
  /** Where people go once they are signed in, unless they wanted another page. */
  readonly homePath: string
  /** Whether the browser came with an identity that is linked once it is signed in. */
  readonly links?: boolean
}

/** A complete document around the content of its card. */
export function page({ title, locale, brand = 'Plinth', body }: PageView & { title: string; body: Html }): string {
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${brand}</title>
        <link rel="icon" href="${icon}" />
        ${styleElement}
      </head>
      <body>
        <header><a class="brand" href="/">${mark}${brand}</a></header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.markup
}

/** An error message that screen readers announce immediately. */
export function errorMessage(text: string | undefined): Html | undefined {
  return text ? html`<p class="message bad" role="alert" id="error">${text}</p>` : undefined
}

/** A success message. */
export function goodMessage(text: string | undefined): Html | undefined {
  return text ? html`<p class="message good" role="status">${text}</p>` : undefined
}
