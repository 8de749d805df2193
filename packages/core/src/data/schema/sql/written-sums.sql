-- As it was before, for less: the owner reads without a policy, and only what could be too much is measured as text. The
-- text of a JSON image is less than 16,384 times as long as what is stored, compression and numbers such as 1e308 included.
create or replace function plinth.written_tables(of_tenant uuid, of_entry uuid, most bigint) returns text[] language plpgsql
  security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  names text[];
  was bigint;
  becomes bigint;
begin
  if of_tenant is distinct from plinth.tenant() then return '{}'; end if;
  select array_agg(c.table_name), sum(pg_column_size(c.before)), sum(pg_column_size(c.after)) into names, was, becomes
    from plinth.changes c where c.tenant_id = of_tenant and c.entry_id = of_entry;
  -- A condition of its own: PL/pgSQL would run the query of a second one, whatever the first one says.
  if coalesce(was, 0) + coalesce(becomes, 0) > most / 16384 then
    if plinth.image_bytes(of_tenant, of_entry) > most then
      raise exception 'Too much at once: the rows that one action changes may have % bytes, before and after it together', most
        using errcode = 'PL002';
    end if;
  end if;
  if cardinality(names) = 1 then return names; end if;
  return array(select distinct name from unnest(names) name order by name);
end $$;

-- Small images are as large as they are stored; larger ones are stored compressed, so their text is counted.
create function plinth.image_bytes(of_tenant uuid, of_entry uuid) returns bigint language plpgsql
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin return (
  select sum(case when pg_column_size(image) < 1000 then pg_column_size(image) else octet_length(image::text) end)
  from plinth.changes c, lateral (values (c.before), (c.after)) v (image)
  where c.tenant_id = of_tenant and c.entry_id = of_entry
); end $$;
revoke execute on function plinth.image_bytes from public;
