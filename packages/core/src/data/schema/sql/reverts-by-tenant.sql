create or replace function plinth.revert_steps(are_alike boolean) returns json language plpgsql as $$ begin return (
  select coalesce(json_agg(json_build_object(
    'table', n."table", 'kind', n.kind, 'isOfTenants', n.of_tenants, 'exists', n.oid is not null,
    'columns', (select coalesce(json_agg(attname), '[]') from pg_attribute
      where attrelid = n.oid and attnum > 0 and not attisdropped and attgenerated = ''),
    'references', (select coalesce(json_agg(distinct r.name), '[]') from (
      select t.relname::text as name from pg_constraint c join pg_class t on t.oid = c.confrelid
      where c.conrelid = n.oid and c.contype = 'f'
      union all
      select substring(d.description from '^refers to (\w+)$') from pg_description d
      where d.classoid = 'pg_class'::regclass and d.objoid = n.oid and d.objsubid > 0) r where r.name is not null),
    'gone', (select coalesce(json_agg(distinct key), '[]') from unnest(n.samples) s, jsonb_object_keys(s) key
      where not exists (select from pg_attribute
        where attrelid = n.oid and attname = key and attnum > 0 and not attisdropped)),
    'absent', (select coalesce(json_agg(json_build_object('column', a.attname, 'isRequired', a.attnotnull and a.attidentity = '',
        'default', pg_get_expr(d.adbin, d.adrelid))), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = n.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and n.kind = 'insert'
        and exists (select from unnest(n.samples) s where not s ? a.attname))
    ) order by n.last desc), '[]')
  from (
    select t.*, to_regclass(quote_ident(t."table")) as oid, array(
      select coalesce(r."to", r."from") from pg_temp.reverted_rows r where r."table" = t."table" and r.kind = t.kind
      limit case when are_alike then 1 end) as samples
    from (
      select "table", kind, bool_and(tenant <> plinth.all_tenants()) is true as of_tenants, max(seq) as last
      from pg_temp.reverted_rows group by "table", kind
    ) t
  ) n
); end $$;
