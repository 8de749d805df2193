import { defineMigration } from '@plinth/core'

/** Allows several requests for one address, each with its own link and the browser that sent it (decision 39). */
export const requestBrowsers = defineMigration(
  'onboarding.request_browsers',
  `
alter table onboarding_requests add column browser_hash text;
drop index onboarding_requests_by_email;
create index onboarding_requests_by_address on onboarding_requests (lower(email), mailed_at);
comment on index onboarding_requests_by_address is 'all tenants: the requests of one person, whose tenant is yet to come';
`,
)
