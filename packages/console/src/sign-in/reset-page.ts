import { type Html, html } from '@plinth/core/http'
import { errorMessage, goodMessage, page, type PageView } from './layout.ts'
import { textsFor } from './texts.ts'

export interface ResetPage extends PageView {
  readonly error?: string
  readonly email?: string
  /** The response is the same whether or not the account exists. */
  readonly sent?: boolean
}

/** Asks for an address to send a link to. Posts `email` to `/reset`. */
export function resetPage({ locale, brand, error, email, sent }: ResetPage): string {
  const texts = textsFor(locale)
  const form = html`<p class="intro">${texts.resetIntro}</p>
    ${errorMessage(error)}
    <form method="post" action="/reset">
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
          ${error && html` aria-invalid="true" aria-describedby="error"`}
          autofocus
        />
      </div>
      <button type="submit">${texts.sendLink}</button>
    </form>`
  const body = html`${sent ? goodMessage(texts.linkSent) : form}
    <p class="below"><a href="/login">${texts.backToSignIn}</a></p>`
  return page({ title: texts.resetTitle, locale: texts.locale, brand, body })
}

export interface NewPasswordPage extends PageView {
  readonly token: string
  readonly error?: string | undefined
  /** What is wrong with the chosen password. The link remains valid. */
  readonly problem?: string | undefined
  /** The description of the password policy. */
  readonly rules: string
}

/** The target of a mailed link. Posts `password` to `/reset/<token>`, so that the token appears nowhere else. */
export function newPasswordPage({ locale, brand, token, error, problem, rules }: NewPasswordPage): string {
  const texts = textsFor(locale)
  const form = passwordForm({ action: `/reset/${encodeURIComponent(token)}`, locale, error, problem, rules })
  const body = html`${form}
    <p class="below"><a href="${error ? '/reset' : '/login'}">${error ? texts.newLink : texts.backToSignIn}</a></p>`
  return page({ title: texts.newPasswordTitle, locale: texts.locale, brand, body })
}

interface PasswordForm {
  readonly action: string
  readonly locale: string
  readonly error?: string | undefined
  readonly problem?: string | undefined
  readonly rules: string
}

/** A form that posts a new `password`. */
export function passwordForm({ action, locale, error, problem, rules }: PasswordForm): Html {
  const texts = textsFor(locale)
  return html`${errorMessage(error)}
    <form method="post" action="${action}">
      <div class="field">
        <label for="password">${texts.newPassword}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          required
          maxlength="1024"
          aria-describedby="${error && 'error '}${problem && 'problem '}rules"
          ${(error ?? problem) !== undefined && html` aria-invalid="true"`}
          autofocus
        />
        ${problem && html`<p class="problem" role="alert" id="problem">${problem}</p>`}
        <p class="hint" id="rules">${rules}</p>
      </div>
      <button type="submit">${texts.savePassword}</button>
    </form>`
}
