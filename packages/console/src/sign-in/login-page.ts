import { passkeyButton } from './factor-page.ts'
import { factorTextsFor } from './factor-texts.ts'
import { html } from '@plinth/core/http'
import { errorMessage, goodMessage, page, type SignInView } from './layout.ts'
import { localPath } from '../local-path.ts'
import { signUpTextsFor } from './sign-up-texts.ts'

export interface LoginPage extends SignInView {
  /** The error of the last attempt, as returned by the API. */
  readonly error?: string
  /** The email entered before. Passwords are never returned. */
  readonly email?: string
  readonly remember?: boolean
  /** Where to go after login; ignored unless it is on this site. */
  readonly redirect?: string
  readonly tenantId?: string
  /** Whether the page may run the script for passkeys. */
  readonly takesPasskeys?: boolean
  /** Whether organizations may have single sign-on. */
  readonly hasSso?: boolean
  /** Whether to link to the sign-up page. */
  readonly signsUp?: boolean
  /** Shown after a new password has been set. */
  readonly passwordChanged?: boolean
}

/** The login form. It posts `email`, `password`, `remember`, `redirect` and `tenantId` to `/login`. */
export function loginPage(options: LoginPage): string {
  const { error, email, tenantId } = options
  const texts = signUpTextsFor(options.locale)
  const redirect = localPath(options.redirect, '')
  const invalid = error ? html` aria-invalid="true" aria-describedby="error"` : undefined
  const body = html`<p class="intro">${texts.welcome}</p>
    ${errorMessage(error)}${goodMessage(options.passwordChanged ? texts.passwordChanged : undefined)}
    <form method="post" action="/login">
      ${redirect && html`<input type="hidden" name="redirect" value="${redirect}" />`}
      ${tenantId && html`<input type="hidden" name="tenantId" value="${tenantId}" />`}
      <div class="field">
        <label for="email">${texts.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          inputmode="email"
          autocapitalize="none"
          spellcheck="false"
          required
          maxlength="320"
          value="${email}"
          ${invalid}${!email && html` autofocus`}
        />
      </div>
      <div class="field">
        <label for="password">${texts.password}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="1024"
          ${invalid}${email && html` autofocus`}
        />
      </div>
      <div class="row">
        <label class="check"
          ><input
            name="remember"
            type="checkbox"
            value="on"
            ${options.remember && html` checked`}
          />${texts.remember}</label
        >
        <a href="/reset">${texts.forgot}</a>
      </div>
      <button type="submit">${texts.signIn}</button>
      ${options.takesPasskeys && passkeyButton(options)}
      ${options.hasSso && html`<button class="quiet" type="submit" formaction="/login/sso" formnovalidate>${factorTextsFor(options.locale).sso}</button>`}
    </form>
    ${options.signsUp && html`<p class="below">${texts.newHere} <a href="/onboarding">${texts.signUp}</a></p>`}`
  return page({ ...options, title: texts.signIn, locale: texts.locale, body })
}
