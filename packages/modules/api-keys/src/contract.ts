import { defineFeatures } from '@plinth/core'

/** What people may be allowed to do with API keys. */
export const features = defineFeatures('api_keys', {
  view: 'View API keys',
  create: 'Create API keys',
  delete: 'Delete API keys',
})

/** The tag of everything that is cached of a key; whoever writes the key invalidates it. */
export const keyTag = (id: string) => `api_keys.key:${id}`
