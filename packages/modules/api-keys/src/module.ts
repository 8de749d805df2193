import { defineModule } from '@plinth/core'

/** API keys: never more than their creator holds. */
export const apiKeys = defineModule({
  id: 'api_keys',
  title: 'API keys',
  requires: ['auth', 'directory'],
})
