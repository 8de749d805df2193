create function plinth.image_bytes(image jsonb) returns bigint language sql immutable parallel safe
  set search_path = pg_catalog
  as $$ select case when image is null then 0 when pg_column_size(image) < 1000 then pg_column_size(image)
    else octet_length(image::text) end $$;

create function plinth.written_tables(of_tenant uuid, of_entry uuid, most bigint) returns text[] language plpgsql
  set search_path = pg_catalog, plinth as $$
declare
  names text[];
  bytes bigint;
begin
  select array_agg(distinct table_name), sum(plinth.image_bytes(before) + plinth.image_bytes(after)) into names, bytes
    from plinth.changes where tenant_id = of_tenant and entry_id = of_entry;
  if bytes > most then
    raise exception 'Too much at once: the rows that one action changes may have % bytes, before and after it together', most
      using errcode = 'PL002';
  end if;
  return coalesce(names, '{}');
end $$;
revoke all on function plinth.image_bytes, plinth.written_tables from public;
grant execute on function plinth.image_bytes, plinth.written_tables to plinth_app, plinth_system;
