import { defineFeatures } from '@plinth/core'

/** Declared as published; they guard nothing, because nobody has signed in yet (section 9.3 of the auth contract). */
export const features = defineFeatures('onboarding', {
  access: 'Access onboarding',
  submit: 'Submit onboarding requests',
  verify: 'Verify onboarding requests',
})
