import { factorTextsFor } from './factor-texts.ts'
import { html, type Html } from '@plinth/core/http'
import { errorMessage, page, type PageView, type SignInView } from './layout.ts'

/** A sign-in that waits for its second factor. */
export interface FactorPage extends SignInView {
  readonly challenge: string
  /** The kinds of factors that the account has. */
  readonly factors: readonly string[]
  readonly error?: string
  readonly redirect?: string
}

/** Asks for a second factor. It posts `challenge`, `code`, `factors` and `redirect` to `/login/factor`. */
export function factorPage(options: FactorPage): string {
  const { locale, brand, challenge, factors, error, redirect } = options
  const texts = factorTextsFor(locale)
  const hasPasskey = factors.includes('passkey')
  const invalid = error ? html` aria-invalid="true" aria-describedby="error"` : undefined
  const body = html`<p class="intro">${factors.includes('totp') ? texts.intro : texts.introPasskey}</p>
    ${errorMessage(error)}
    <form method="post" action="/login/factor">
      <input type="hidden" name="challenge" value="${challenge}" />
      <input type="hidden" name="factors" value="${factors.join(' ')}" />
      ${redirect && html`<input type="hidden" name="redirect" value="${redirect}" />`}
      <div class="field">
        <label for="code">${texts.code}</label>
        <input
          id="code"
          name="code"
          autocomplete="one-time-code"
          autocapitalize="characters"
          spellcheck="false"
          required
          maxlength="64"
          autofocus
          ${invalid}
        />
      </div>
      <button type="submit">${texts.confirm}</button>
      ${hasPasskey && passkeyButton(options)}
    </form>
    <p class="below"><a href="/login">${texts.again}</a></p>`
  return page({ title: texts.title, locale, brand, body })
}

/** The button that a script shows where passkeys work, and the message that it fills. */
export function passkeyButton({ locale, homePath, links = false }: SignInView): Html {
  const texts = factorTextsFor(locale)
  return html`<button
      class="quiet"
      type="button"
      data-passkey="${links ? 'links' : ''}"
      data-home="${homePath}"
      data-cancelled="${texts.cancelled}"
      hidden
    >
      ${texts.passkey}
    </button>
    <p class="message bad" role="alert" data-passkey-message hidden></p>
    <script src="/login/passkey.js" type="module"></script>`
}

/** The key of a new authenticator app. */
export interface FactorSetupPage extends PageView {
  readonly challenge: string
  readonly enrollment: string
  readonly secret: string
  /** The QR code; absent once it has been scanned. */
  readonly svg?: string
  readonly error?: string
  readonly redirect?: string
}

/** Sets up an authenticator app. It posts everything but the QR code, and `code`, to `/login/factor/setup`. */
export function factorSetupPage(options: FactorSetupPage): string {
  const { locale, brand, challenge, enrollment, secret, svg, error, redirect } = options
  const texts = factorTextsFor(locale)
  const invalid = error ? html` aria-invalid="true" aria-describedby="error"` : undefined
  const image = svg && `data:image/svg+xml,${encodeURIComponent(svg)}`
  const body = html`<p class="intro">${texts.setUpIntro}</p>
    ${errorMessage(error)}
    <form method="post" action="/login/factor/setup">
      <input type="hidden" name="challenge" value="${challenge}" />
      <input type="hidden" name="enrollment" value="${enrollment}" />
      <input type="hidden" name="secret" value="${secret}" />
      ${redirect && html`<input type="hidden" name="redirect" value="${redirect}" />`}
      ${image && html`<p class="hint"><img src="${image}" alt="" width="220" height="220" /></p>`}
      <p class="hint">${texts.key}: <code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>
      <div class="field">
        <label for="code">${texts.firstCode}</label>
        <input
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          required
          maxlength="64"
          autofocus
          ${invalid}
        />
      </div>
      <button type="submit">${texts.confirm}</button>
    </form>`
  return page({ title: texts.setUpTitle, locale, brand, body })
}

/** Shows recovery codes, once. */
export function recoveryCodesPage({
  locale,
  brand,
  codes,
  redirect,
}: PageView & { readonly codes: readonly string[]; readonly redirect: string }): string {
  const texts = factorTextsFor(locale)
  const body = html`<p class="intro">${texts.codesIntro}</p>
    <ul>
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <p class="below"><a href="${redirect}">${texts.goOn}</a></p>`
  return page({ title: texts.codesTitle, locale, brand, body })
}

/** Leads on to the provider of an organization. A link, because a form of this page must not lead to another site. */
export function ssoPage({ locale, brand, url }: PageView & { readonly url: string }): string {
  const texts = factorTextsFor(locale)
  const body = html`<p class="below"><a href="${url}">${texts.ssoContinue}</a></p>`
  return page({ title: texts.ssoTitle, locale, brand, body })
}

/** The message of the sign-in page for an error code of single sign-on; undefined for any other text. */
export function ssoMessage(code: string | null, locale: string): string | undefined {
  const texts = factorTextsFor(locale)
  if (code === 'sso_link_required') return texts.ssoLink
  if (code === 'sso_no_account' || code === 'sso_domain_not_proven') return texts.ssoNoAccount
  if (code === 'sso_denied' || code === 'sso_login_required') return texts.ssoDenied
  return code?.startsWith('sso_') ? texts.ssoFailed : undefined
}
