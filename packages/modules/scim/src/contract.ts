import { defineFeatures } from '@plinth/core'

/** Features of provisioning. */
export const features = defineFeatures('scim', {
  provision: 'Provision accounts by SCIM',
  manage: 'Manage provisioning',
})
