import { defineMigration } from '@plinth/core'

/** What a tenant's rules have sent on a day; only the platform counts (decision 43). */
export const sendingQuotas = defineMigration(
  'business_rules.quotas',
  `
create table rule_sendings (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  day date not null,
  kind text not null check (kind in ('mail', 'webhook')),
  sent integer not null,
  primary key (tenant_id, id),
  unique (tenant_id, day, kind)
);
select plinth.guard('rule_sendings', plinth.visible('rule_sendings'));
revoke insert, update, delete on rule_sendings from plinth_app;
`,
)
