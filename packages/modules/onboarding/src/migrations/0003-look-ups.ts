import { defineMigration } from '@plinth/core'

/** Makes the token of a mailed link unique across tenants, whose rows need not be stored in one place. */
export const lookUps = defineMigration(
  'onboarding.look_ups',
  `
select plinth.unique_among_tenants('onboarding_requests', 'token_hash');
-- squawk-ignore require-concurrent-index-deletion
drop index onboarding_requests_by_token;
`,
)
