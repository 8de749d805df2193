import type { H3Event } from 'h3'
import type { ConsolePlatform } from '../console-platform.ts'
import { call, html, localeOf, readForm, redirect } from './api-call.ts'
import type { PageRoutes } from './page-routes.ts'
import { passwordProblem, passwordRules } from './password-rules.ts'
import type { PageSettings } from './settings.ts'
import { confirmPage, signedUpPage, signUpPage } from './sign-up-page.ts'

const PATH = '/onboarding/onboarding'

const tokenOf = (event: H3Event) => event.context.params?.['token'] ?? ''

/** The sign-up page, which also works without JavaScript: the form is converted to the published request. */
export function mountSignUp(web: PageRoutes, platform: ConsolePlatform, settings: PageSettings): void {
  const { brand, passwordPolicy, termsUrl } = settings
  const shown = (event: H3Event) => {
    const locale = localeOf(event)
    return { locale, brand, rules: passwordRules(passwordPolicy, locale), termsUrl }
  }
  web.get('/onboarding', (event) => html(signUpPage({ ...shown(event), status: event.url.searchParams.get('status') })))
  web.post('/onboarding', async (event) => {
    const fields = Object.fromEntries(await readForm(event))
    const json = {
      ...fields,
      // Without terms there is nothing to accept, but the published request requires the property.
      termsAccepted: termsUrl === undefined || fields['termsAccepted'] === 'on',
      marketingConsent: fields['marketingConsent'] === 'on',
    }
    const answer = await call(platform, event, { path: PATH, json })
    const locale = localeOf(event)
    if (answer.status === 201) return html(signedUpPage({ locale, brand, email: fields['email'] ?? '' }), 200, answer)
    const { error, fieldErrors } = (await answer.json()) as { error: string; fieldErrors?: Record<string, string> }
    const weak = passwordProblem(passwordPolicy, fields['password'] ?? '', locale)
    return html(
      signUpPage({
        ...shown(event),
        error,
        fields,
        ...(fieldErrors && { fieldErrors: { ...fieldErrors, ...(weak && { password: weak }) } }),
      }),
      answer.status,
    )
  })
  // The mailed link, followed in a different browser from the one that sent the form: the password is chosen here.
  web.get(`/onboarding/confirm/:token`, (event) => html(confirmPage({ ...shown(event), token: tokenOf(event) })))
  web.post(`/onboarding/confirm/:token`, async (event) => {
    const token = tokenOf(event)
    const json = { token, password: (await readForm(event)).get('password') ?? '' }
    const answer = await call(platform, event, { path: `${PATH}/verify`, json })
    const reply = (await answer.json()) as { redirect?: string; error?: string; fieldErrors?: Record<string, string> }
    if (answer.status === 200 && reply.redirect !== undefined) return redirect(reply.redirect, answer)
    const problem = passwordProblem(passwordPolicy, json.password, localeOf(event)) ?? reply.fieldErrors?.['password']
    return html(
      confirmPage({ ...shown(event), token, problem, error: problem === undefined ? reply.error : undefined }),
      answer.status,
    )
  })
}
