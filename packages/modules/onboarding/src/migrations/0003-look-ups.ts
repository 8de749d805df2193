import { defineMigration } from '@plinth/core'

/** The token of a mailed link is unique among all tenants, whose tables need not be in one place. */
export const lookUps = defineMigration(
  'onboarding.look_ups',
  `
select plinth.unique_among_tenants('onboarding_requests', 'token_hash');
-- squawk-ignore require-concurrent-index-deletion
drop index onboarding_requests_by_token;
`,
)
