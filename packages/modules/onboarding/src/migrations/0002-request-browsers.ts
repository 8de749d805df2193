import { defineMigration } from '@plinth/core'

/**
 * Requests for one address stand beside each other, each with a link of its own, and know the browser that sent them
 * (decision 39).
 */
export const requestBrowsers = defineMigration(
  'onboarding.request_browsers',
  `
alter table onboarding_requests add column browser_hash text;
drop index onboarding_requests_by_email;
create index onboarding_requests_by_address on onboarding_requests (lower(email), mailed_at);
comment on index onboarding_requests_by_address is 'all tenants: the requests of one person, whose tenant is yet to come';
`,
)
