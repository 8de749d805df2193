import { exactly, says } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { applicant, PATH, VERIFY } from './applicants.ts'

export const closedOnboarding = group(
  'Onboarding switched off',
  { settings: { SELF_SERVICE_ONBOARDING_ENABLED: 'false' }, scenario: async () => ({}) },
  {
    'POST /onboarding/onboarding: disabled': ({ anonymous }) => {
      const disabled = exactly({ ok: false, error: 'Self-service onboarding is disabled.' })
      return [undefined, '{', {}, applicant('x@example.com'), applicant('admin@acme.com')].map((body, index) =>
        says(
          `before anything else: ${['no body', 'no JSON', 'an empty form', 'a right one', 'a taken address'][index]}`,
          anonymous.post(PATH, body),
          404,
          disabled,
        ),
      )
    },

    'GET /onboarding/onboarding/verify: disabled': ({ anonymous }) => [
      says('links lead nowhere', anonymous.get(`${VERIFY}${'f'.repeat(64)}`), 200, { ok: false, status: 'invalid' }),
    ],
  },
)
