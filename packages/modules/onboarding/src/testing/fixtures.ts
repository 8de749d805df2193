import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'

/** Test fixtures of onboarding. Its emails must reach the kit's mailer. */
export const onboardingFixtures: ModuleFixtures = {
  contract,
  isolation: {
    unrecorded: ['onboarding_requests'],
    secrets: { onboarding_requests: ['password_hash', 'token_hash', 'browser_hash'] },
    rows: {
      onboarding_requests: () => ({ status: 'pending', created_at: new Date(), updated_at: new Date() }),
    },
  },
}
