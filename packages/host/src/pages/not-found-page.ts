import { html } from './html.ts'
import { page } from './layout.ts'
import { textsFor } from './texts.ts'

/** The page for addresses that do not exist. */
export function notFoundPage({ locale }: { readonly locale: string }): string {
  const texts = textsFor(locale)
  const body = html`<p class="intro">${texts.notFound}</p>
    <p class="below"><a href="/">${texts.toStart}</a></p>`
  return page({ title: texts.notFoundTitle, locale: texts.locale, body })
}
