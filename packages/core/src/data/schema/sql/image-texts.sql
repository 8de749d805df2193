-- As it was before, but what is stored compressed counts as its text, however little is stored of it.
create or replace function plinth.image_bytes(of_tenant uuid, of_entry uuid) returns bigint language plpgsql
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin return (
  select sum(case when pg_column_size(image) < 1000 and pg_column_compression(image) is null then pg_column_size(image)
    else octet_length(image::text) end)
  from plinth.changes c, lateral (values (c.before), (c.after)) v (image)
  where c.tenant_id = of_tenant and c.entry_id = of_entry
); end $$;
