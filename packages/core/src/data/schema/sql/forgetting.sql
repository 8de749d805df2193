alter table plinth.kept_secrets add column is_forgotten boolean not null default false;
create index kept_secrets_by_age on plinth.kept_secrets (created_at) where not is_forgotten;
comment on index plinth.kept_secrets_by_age is 'all tenants: secrets are forgotten by age alone';

create function plinth.forget_secrets(older_than timestamptz) returns void language sql security definer
  set search_path = pg_catalog, plinth, pg_temp
  as $$ update plinth.kept_secrets set before = null, after = null, is_forgotten = true
    where created_at < older_than and not is_forgotten $$;
revoke all on function plinth.forget_secrets from public;
grant execute on function plinth.forget_secrets to plinth_system;
