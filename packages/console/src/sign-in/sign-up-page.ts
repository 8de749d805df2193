import { html } from '@plinth/core/http'
import { errorMessage, goodMessage, page, type PageView } from './layout.ts'
import { passwordForm } from './reset-page.ts'
import { signUpTextsFor } from './sign-up-texts.ts'

/** Entered values by field name. */
export type SignUpFields = Readonly<Record<string, string>>

export interface SignUpPage extends PageView {
  readonly error?: string | undefined
  /** Errors of individual fields, as returned by the API. */
  readonly fieldErrors?: SignUpFields
  /** Entered values, without passwords. */
  readonly fields?: SignUpFields
  /** The description of the password policy. */
  readonly rules: string
  readonly termsUrl?: string | undefined
  /** The result of following a mailed link, if it did not lead to the login page. */
  readonly status?: string | null
}

const STATUSES = ['invalid', 'already_exists', 'error'] as const

/** The sign-up form. It posts the properties of the published request to `/onboarding`. */
export function signUpPage(options: SignUpPage): string {
  const { locale, brand, error, fieldErrors = {}, fields = {}, status, rules, termsUrl } = options
  const texts = signUpTextsFor(locale)
  const ended = STATUSES.find((known) => known === status)
  const field = (name: 'firstName' | 'lastName' | 'organizationName', maxlength: number, autocomplete: string) =>
    input({ name, label: texts[name], maxlength, autocomplete, value: fields[name], problem: fieldErrors[name] })
  const password = (name: 'password' | 'confirmPassword', hint?: string) =>
    input({
      name,
      label: texts[name],
      maxlength: 120,
      autocomplete: 'new-password',
      type: 'password',
      problem: fieldErrors[name],
      hint,
    })
  const email = { name: 'email', label: texts.email, maxlength: 320, autocomplete: 'username', type: 'email' }
  const body = html`<p class="intro">${texts.signUpIntro}</p>
    ${errorMessage(error ?? (ended && texts[ended]))}
    <form method="post" action="/onboarding">
      ${field('organizationName', 240, 'organization')} ${field('firstName', 120, 'given-name')}
      ${field('lastName', 120, 'family-name')}
      ${input({ ...email, value: fields['email'], problem: fieldErrors['email'] })} ${password('password', rules)}
      ${password('confirmPassword')} ${termsUrl && termsBox(termsUrl, { texts, problem: fieldErrors['termsAccepted'] })}
      <label class="check"
        ><input
          name="marketingConsent"
          type="checkbox"
          value="on"
          ${fields['marketingConsent'] && html` checked`}
        />${texts.marketing}</label
      >
      <button type="submit">${texts.submit}</button>
    </form>
    <p class="below"><a href="/login">${texts.backToSignIn}</a></p>`
  return page({ title: texts.signUp, locale: texts.locale, brand, body })
}

/** Shown once the email has been sent. */
export function signedUpPage({ locale, brand, email }: PageView & { readonly email: string }): string {
  const texts = signUpTextsFor(locale)
  const body = html`${goodMessage(texts.sent.replace('{email}', () => email))}
    <p class="below"><a href="/login">${texts.backToSignIn}</a></p>`
  return page({ title: texts.sentTitle, locale: texts.locale, brand, body })
}

export interface ConfirmPage extends PageView {
  readonly token: string
  readonly error?: string | undefined
  readonly problem?: string | undefined
  readonly rules: string
}

/**
 * The target of a mailed link that is opened in a different browser from the one that signed up. The password is chosen here.
 */
export function confirmPage(link: ConfirmPage): string {
  const texts = signUpTextsFor(link.locale)
  const form = passwordForm({ ...link, action: `/onboarding/confirm/${encodeURIComponent(link.token)}` })
  const body = html`<p class="intro">${texts.confirmIntro}</p>
    ${form}`
  return page({ title: texts.confirmTitle, locale: texts.locale, brand: link.brand, body })
}

interface Input {
  readonly name: string
  readonly label: string
  readonly maxlength: number
  readonly autocomplete: string
  readonly type?: string
  readonly value?: string | undefined
  readonly problem?: string | undefined
  readonly hint?: string | undefined
}

function input({ name, label, maxlength, autocomplete, type = 'text', value, problem, hint }: Input) {
  const described = [...(problem ? [`${name}-problem`] : []), ...(hint ? [`${name}-hint`] : [])].join(' ')
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      required
      maxlength="${maxlength}"
      value="${value}"
      ${described && html` aria-describedby="${described}"`}${problem && html` aria-invalid="true"`}
    />
    ${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`
}

interface TermsBox {
  readonly texts: ReturnType<typeof signUpTextsFor>
  readonly problem: string | undefined
}

/** Opens in a new tab, so that entered values are not lost. */
function termsBox(termsUrl: string, { texts, problem }: TermsBox) {
  const [before, after] = texts.terms.split('{terms}')
  const link = html`<a href="${termsUrl}" target="_blank" rel="noopener">${texts.termsOfUse}</a>`
  return html`<div class="field">
    <label class="check"
      ><input
        name="termsAccepted"
        type="checkbox"
        value="on"
        required
        ${problem && html` aria-invalid="true" aria-describedby="terms-problem"`}
      /><span>${before}${link}${after}</span></label
    >
    ${problem && html`<p class="problem" id="terms-problem">${problem}</p>`}
  </div>`
}
