import { defineFeatures } from '@plinth/core'

/** Declared as published. They guard nothing, because applicants are not signed in. */
export const features = defineFeatures('onboarding', {
  access: 'Access onboarding',
  submit: 'Submit onboarding requests',
  verify: 'Verify onboarding requests',
})
