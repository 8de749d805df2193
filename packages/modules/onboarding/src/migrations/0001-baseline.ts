import { defineBaseline, sqlFile } from '@plinth/core/data'

/**
 * Requests of people who have no account yet. The ids of the future tenant and organization are chosen with the request, so that
 * provisioning twice could only result in the same tenant. The table has row-level security but is not recorded: requests are
 * never undone, and the log must not contain password hashes.
 */
export const baseline = defineBaseline(
  'onboarding.baseline',
  sqlFile(new URL('./0001-baseline.sql', import.meta.url)),
  ['onboarding.requests', 'onboarding.request_browsers', 'onboarding.look_ups'],
)
