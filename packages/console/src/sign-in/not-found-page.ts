import { html } from '@plinth/core/http'
import { localeOf } from '../locale.ts'
import { page, pageHeaders } from './layout.ts'
import { textsFor } from './texts.ts'

/** The response to a browser that requests a URL that does not exist: 404 with a page. */
export function notFoundPage(request: Request, { brand }: { readonly brand?: string | undefined } = {}): Response {
  const texts = textsFor(localeOf(request.headers))
  const body = html`<p class="intro">${texts.notFound}</p>
    <p class="below"><a href="/">${texts.toStart}</a></p>`
  const markup = page({ brand, title: texts.notFoundTitle, locale: texts.locale, body })
  return new Response(markup, { status: 404, headers: pageHeaders })
}
