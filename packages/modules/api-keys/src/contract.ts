import { defineFeatures } from '@plinth/core'

/** Features of API keys. */
export const features = defineFeatures('api_keys', {
  view: 'View API keys',
  create: 'Create API keys',
  delete: 'Delete API keys',
})

/** The tag of everything cached about a key. Whoever writes the key invalidates it. */
export const keyTag = (id: string) => `api_keys.key:${id}`
