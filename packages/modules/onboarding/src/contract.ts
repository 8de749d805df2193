import { defineFeatures } from '@plinth/core'

/** Declared as published; they guard nothing, because nobody has signed in yet. */
export const features = defineFeatures('onboarding', {
  access: 'Access onboarding',
  submit: 'Submit onboarding requests',
  verify: 'Verify onboarding requests',
})
