import { html, type Html } from '@plinth/core/http'
import type { Assets } from './assets.ts'
import type { LocalText } from '@plinth/points'
import { icon } from './mark.ts'
import type { PageView, WidgetView } from './pages.ts'

/** The parts of the console's page. */
interface Shell {
  readonly basePath: string
  readonly apiPath: string
  readonly locale: string
  /** The languages that visitors can choose; null for those of the console. */
  readonly languages: readonly string[] | null
  readonly brand: { readonly name: string; readonly logo: string | null }
  readonly files: Assets
  /** The name of the stylesheet of the product's colours. */
  readonly theme: string
  readonly pages: readonly PageView[]
  /** What modules call members of their records. */
  readonly members: Readonly<Record<string, LocalText>>
  readonly widgets: readonly WidgetView[]
  /** The responses of the API; null for requests that it rejected. */
  readonly navigation: unknown
  readonly sidebar: unknown
  readonly settings: unknown
  readonly profile: unknown
  /** The views with which lists open. */
  readonly views: unknown
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "frame-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The only page of the console. Its data is in an attribute, which needs neither a script nor a separate request: the content
 * of the navigation is there before the first script runs.
 */
export function createShell({ files, theme, locale, basePath, brand, ...facts }: Shell): Response {
  const asset = (name: string) => `${basePath}/assets/${name}`
  const [main, ...others] = files.entry.scripts
  const styles = [...files.entry.styles, theme]
  const text = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="console" content="${JSON.stringify({ basePath, locale, brand, ...facts })}" />
        <title>${brand.name}</title>
        <link rel="icon" href="${brand.logo ?? icon}" />
        ${files.entry.fonts.map(
          (name) => html`<link rel="preload" href="${asset(name)}" as="font" type="font/woff2" crossorigin /> `,
        )}
        ${styles.map((name) => html`<link rel="stylesheet" href="${asset(name)}" /> `)}
        ${others.map((name) => html`<link rel="modulepreload" href="${asset(name)}" /> `)}
        <script type="module" src="${asset(main!)}"></script>
      </head>
      <body>
        <div id="app"></div>
        ${withoutScripts(facts)}
      </body>
    </html>`.markup
  return new Response(text, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      vary: 'cookie, accept-language',
    },
  })
}

/** Without JavaScript, people can at least see who is signed in, and sign out. */
function withoutScripts({ apiPath, profile }: Pick<Shell, 'apiPath' | 'profile'>): Html {
  const { email = '' } = (profile ?? {}) as { email?: string }
  return html`<noscript
    ><main class="card padded stack">
      <p>${email}</p>
      <p>This page needs JavaScript.</p>
      <form method="post" action="${apiPath}/auth/logout"><button class="button">Sign out</button></form>
    </main></noscript
  >`
}
