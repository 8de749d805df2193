-- Whether undoing an entry would move anything: credentials stay as they are, and so does what only keeps books. An entry
-- without recorded rows may have done something that its command takes back by itself.
create function plinth.is_revertible(of_tenant uuid, of_entry uuid) returns boolean language plpgsql stable
  security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if of_tenant is distinct from plinth.tenant() then return false; end if;
  return exists (
    select from plinth.changes c where c.tenant_id = of_tenant and c.entry_id = of_entry
      and (c.before is null or c.after is null
        or c.before - '{updated_at,updated_by}'::text[] is distinct from c.after - '{updated_at,updated_by}'::text[])
  ) or not exists (select from plinth.changes c where c.tenant_id = of_tenant and c.entry_id = of_entry);
end $$;
