import { defineFeatures } from '@plinth/core'

/** What people may be allowed to do with API keys (section 10.4 of the auth contract). */
export const features = defineFeatures('api_keys', {
  view: 'View API keys',
  create: 'Create API keys',
  delete: 'Delete API keys',
})

/** The tag of everything that is cached of a key; whoever writes the key invalidates it. */
export const keyTag = (id: string) => `api_keys.key:${id}`
