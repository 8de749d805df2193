import type { ModuleFixtures, TestPlatform } from '@plinth/testing'
import { apply, cookieOf, onboardingForm } from './applicants.ts'

const VERIFY = 'GET /onboarding/onboarding/verify'
const SUBMIT = 'POST /onboarding/onboarding'
const CHOOSE = 'POST /onboarding/onboarding/verify'
const fresh = () => ({ body: { ...onboardingForm, email: `${crypto.randomUUID()}@new.example` } })
const link = async (app: TestPlatform) => ({
  query: { token: (await apply(app, fresh().body)).split('token=')[1]! },
})

const asSender = async (app: TestPlatform) => ({ ...(await link(app)), headers: { cookie: cookieOf(app) } })

/** Contract samples of onboarding. The accounts come from auth's fixtures. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: [SUBMIT, VERIFY, CHOOSE],
  // onboarding.test.ts
  provenElsewhere: { [SUBMIT]: [404, 429, 502], [VERIFY]: [429], [CHOOSE]: [429] },
  samples: [
    { route: SUBMIT, request: fresh, expect: 201 },
    { route: SUBMIT, request: { body: {} }, expect: 400 },
    { route: SUBMIT, request: { body: { ...onboardingForm, email: 'admin@acme.com' } }, expect: 409 },
    { route: VERIFY, request: link, expect: 200 },
    {
      route: VERIFY,
      request: async (app) => ({ ...(await link(app)), headers: { accept: 'text/html' } }),
      expect: 302,
    },
    { route: VERIFY, request: asSender, expect: 200 },
    {
      route: CHOOSE,
      request: async (app) => ({ body: { token: (await link(app)).query.token, password: onboardingForm.password } }),
      expect: 200,
    },
    { route: CHOOSE, request: { body: { token: 'x', password: 'weak' } }, expect: 400 },
  ],
}
