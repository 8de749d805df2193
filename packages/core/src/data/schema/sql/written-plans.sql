-- What one entry has recorded is read with each commit. A plan of its own for each would be made anew each time, because the
-- log is in parts: that costs more than all else. The one plan leaves out parts when it begins.
create or replace function plinth.written_tables(of_tenant uuid, of_entry uuid, most bigint) returns text[] language plpgsql
  set search_path = pg_catalog, plinth set plan_cache_mode = force_generic_plan as $$
declare
  names text[];
  bytes bigint;
begin
  -- Small images are as large as they are stored; larger ones are stored compressed, so their text is counted.
  select array_agg(distinct c.table_name), sum(i.bytes) into names, bytes from plinth.changes c, lateral (
      select sum(case when pg_column_size(image) < 1000 then pg_column_size(image) else octet_length(image::text) end) as bytes
        from (values (c.before), (c.after)) v (image)) i
    where c.tenant_id = of_tenant and c.entry_id = of_entry;
  if bytes > most then
    raise exception 'Too much at once: the rows that one action changes may have % bytes, before and after it together', most
      using errcode = 'PL002';
  end if;
  return coalesce(names, '{}');
end $$;
drop function plinth.image_bytes(jsonb);
