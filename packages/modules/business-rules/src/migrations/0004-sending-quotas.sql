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
