import { cookiesOf, withHeaders } from '@plinth/auth/testing'
import type { TestResponse, Client, TestPlatform } from '@plinth/testing'

export const PATH = '/onboarding/onboarding'

/** A valid sign-up form. */
export const onboardingForm = {
  email: 'Ann@New.example',
  firstName: 'Ann',
  lastName: 'Founder',
  organizationName: 'New & <Co>',
  password: 'Secret-123',
  confirmPassword: 'Secret-123',
  termsAccepted: true,
}

/** The path of the link in the most recent email. */
export function linkOf(app: TestPlatform): string {
  return /https:\/\/[^/\s]+(\/api\/onboarding\/onboarding\/verify\?token=[0-9a-f]{64})/.exec(
    app.mails.at(-1)?.text ?? '',
  )![1]!
}

const cookies = new WeakMap<TestPlatform, string>()

/** Submits a request and returns the path of the mailed link. */
export async function apply(app: TestPlatform, fields: object = {}): Promise<string> {
  const answer = await app.anonymous.post(PATH, { ...onboardingForm, ...fields })
  if (answer.status !== 201) throw new Error(answer.text)
  cookies.set(app, `om_onboarding=${cookiesOf(answer)['om_onboarding']!.value}`)
  return linkOf(app)
}

/** The cookie of the browser that sent the last request. */
export const cookieOf = (app: TestPlatform): string => cookies.get(app) ?? ''

/** A client with the cookie of that browser. */
export const applicant = (app: TestPlatform): Client => withHeaders(app, { cookie: cookieOf(app) })

/** Follows a link as the browser that sent the last request. */
export const browse = (app: TestPlatform, path: string): Promise<TestResponse> =>
  applicant(app).get(path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
