import { html } from './html.ts'
import { page, type PageView } from './layout.ts'
import { textsFor } from './texts.ts'

export interface BackendPage extends PageView {
  readonly email: string
  readonly name?: string | null
  readonly tenantName?: string | null
  readonly organizationName?: string | null
  readonly roles: readonly string[]
}

/** The default target after login: shows who is signed in, and a button that posts to `/logout`. */
export function backendPage(options: BackendPage): string {
  const { email, name, tenantName, organizationName, roles } = options
  const texts = textsFor(options.locale)
  const row = (term: string, value: string | null | undefined) =>
    value &&
    html`<div>
      <dt>${term}</dt>
      <dd>${value}</dd>
    </div>`
  const body = html`<dl>
      ${row(texts.account, name ? `${name} (${email})` : email)} ${row(texts.tenant, tenantName)}
      ${row(texts.organization, organizationName)} ${row(texts.roles, roles.join(', '))}
    </dl>
    <form method="post" action="/logout"><button class="quiet" type="submit">${texts.signOut}</button></form>
    <p class="below"><a href="/docs">${texts.apiReference}</a></p>`
  return page({ ...options, title: texts.signedInAs, locale: texts.locale, body })
}
