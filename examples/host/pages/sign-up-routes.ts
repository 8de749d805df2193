import type { Platform } from '@plinth/core'
import type { H3Event } from 'h3'
import type { Pages } from '../watch-requests.ts'
import { call, html, localeOf, readForm, redirect } from './api-call.ts'
import { confirmPage, signedUpPage, signUpPage } from './sign-up-page.ts'

const PATH = '/onboarding/onboarding'

const tokenOf = (event: H3Event) => event.context.params?.['token'] ?? ''

/** The page of new customers, for browsers without JavaScript too: its form becomes the published request. */
export function mountSignUp(web: Pages, platform: Platform): void {
  web.get('/onboarding', (event) =>
    html(signUpPage({ locale: localeOf(event), status: event.url.searchParams.get('status') })),
  )
  web.post('/onboarding', async (event) => {
    const fields = Object.fromEntries(await readForm(event))
    const json = {
      ...fields,
      termsAccepted: fields['termsAccepted'] === 'on',
      marketingConsent: fields['marketingConsent'] === 'on',
    }
    const answer = await call(platform, event, { path: PATH, json })
    const locale = localeOf(event)
    if (answer.status === 201) return html(signedUpPage({ locale, email: fields['email'] ?? '' }), 200, answer)
    const { error, fieldErrors } = (await answer.json()) as { error: string; fieldErrors?: Record<string, string> }
    return html(signUpPage({ locale, error, fields, ...(fieldErrors && { fieldErrors }) }), answer.status)
  })
  // The link, followed elsewhere than where the form was sent: whoever follows it chooses the password.
  web.get(`/onboarding/confirm/:token`, (event) =>
    html(confirmPage({ locale: localeOf(event), token: tokenOf(event) })),
  )
  web.post(`/onboarding/confirm/:token`, async (event) => {
    const token = tokenOf(event)
    const json = { token, password: (await readForm(event)).get('password') ?? '' }
    const answer = await call(platform, event, { path: `${PATH}/verify`, json })
    const reply = (await answer.json()) as { redirect?: string; error?: string; fieldErrors?: Record<string, string> }
    if (answer.status === 200 && reply.redirect !== undefined) return redirect(reply.redirect, answer)
    const error = reply.fieldErrors?.['password'] ?? reply.error
    return html(confirmPage({ locale: localeOf(event), token, ...(error !== undefined && { error }) }), answer.status)
  })
}
