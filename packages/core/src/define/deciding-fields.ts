import { defineService } from './service.ts'

/**
 * The keys of custom fields of accounts by which row policies of the tenant decide: whoever is restricted themselves may not change
 * their values. Resolve with `inject(decidingFields)`; implemented by the module with accounts.
 */
export const decidingFields = defineService<() => Promise<ReadonlySet<string>>>(
  'core.deciding-fields',
  () => async () => new Set(),
)
