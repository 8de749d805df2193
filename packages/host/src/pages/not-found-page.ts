import { html } from './html.ts'
import { page, type PageView } from './layout.ts'
import { textsFor } from './texts.ts'

/** The page for addresses that do not exist. */
export function notFoundPage(view: PageView): string {
  const texts = textsFor(view.locale)
  const body = html`<p class="intro">${texts.notFound}</p>
    <p class="below"><a href="/">${texts.toStart}</a></p>`
  return page({ ...view, title: texts.notFoundTitle, locale: texts.locale, body })
}
