import type { Platform } from '@plinth/core'
import type { Pages } from '../watch-requests.ts'
import { call, html, localeOf, readForm } from './api-call.ts'
import { signedUpPage, signUpPage } from './sign-up-page.ts'

const PATH = '/onboarding/onboarding'

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
    if (answer.status === 201) return html(signedUpPage({ locale, email: fields['email'] ?? '' }))
    const { error, fieldErrors } = (await answer.json()) as { error: string; fieldErrors?: Record<string, string> }
    return html(signUpPage({ locale, error, fields, ...(fieldErrors && { fieldErrors }) }), answer.status)
  })
}
