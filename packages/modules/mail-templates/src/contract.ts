import { defineFeatures } from '@plinth/core'

/** Features that grant access to the texts of emails. */
export const features = defineFeatures('mail_templates', {
  view: 'View email templates',
  manage: 'Edit email templates',
})
