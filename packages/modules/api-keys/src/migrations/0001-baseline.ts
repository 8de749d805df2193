import { defineBaseline, sqlFile } from '@plinth/core/data'

/** API keys, their uses, and session keys of conversations. */
export const baseline = defineBaseline('api_keys.baseline', sqlFile(new URL('./0001-baseline.sql', import.meta.url)), [
  'api_keys.keys',
  'api_keys.parents',
  'api_keys.confinement',
  'api_keys.look_ups',
])
