-- Forgets the next of the old secrets, at most so many, and returns how many it found of the kind of which there were more.
create function plinth.forget_next_secrets(older_than timestamptz, most integer) returns bigint language plpgsql
  security definer set search_path = pg_catalog, plinth, pg_temp as $$
declare
  secrets bigint;
  effects bigint;
begin
  perform plinth.assert_key();
  update plinth.kept_secrets set before = null, after = null, is_forgotten = true
    where (tenant_id, entry_id, seq) in (select s.tenant_id, s.entry_id, s.seq from plinth.kept_secrets s
      where s.created_at < older_than and not s.is_forgotten limit most for update skip locked);
  get diagnostics secrets = row_count;
  update plinth.entry_effects set sealed = null
    where (tenant_id, entry_id) in (select e.tenant_id, e.entry_id from plinth.entry_effects e
      where e.created_at < older_than and e.sealed is not null limit most for update skip locked);
  get diagnostics effects = row_count;
  return greatest(secrets, effects);
end $$;
revoke all on function plinth.forget_next_secrets from public;
grant execute on function plinth.forget_next_secrets to plinth_system;
