import { defineFeatures } from '@plinth/core'

/** Features of API keys. */
export const features = defineFeatures('api_keys', {
  view: 'View API keys',
  create: 'Create API keys',
  delete: 'Delete API keys',
  'service_accounts.view': 'View service accounts',
  'service_accounts.manage': 'Manage service accounts and their keys',
})

/** The tag of everything cached about a key. Whoever writes the key invalidates it. */
export const keyTag = (id: string) => `api_keys.key:${id}`

/** The tag of everything cached about a service account. */
export const serviceAccountTag = (id: string) => `api_keys.service_account:${id}`
