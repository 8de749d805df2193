import { defineModule } from '@plinth/core'

/** New customers sign themselves up. */
export const onboarding = defineModule({
  id: 'onboarding',
  title: 'Onboarding',
  requires: ['auth', 'directory'],
})
