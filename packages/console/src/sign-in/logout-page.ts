import { html } from '@plinth/core/http'
import { page, type PageView } from './layout.ts'
import { textsFor } from './texts.ts'

/** Asks whether to sign out, since links may be followed by others than the visitor. Posts to `/logout`. */
export function logoutPage({ locale, brand }: PageView): string {
  const texts = textsFor(locale)
  const body = html`<p class="intro">${texts.logoutIntro}</p>
    <form method="post" action="/logout"><button type="submit">${texts.logout}</button></form>
    <p class="below"><a href="/">${texts.toStart}</a></p>`
  return page({ title: texts.logout, locale: texts.locale, brand, body })
}
