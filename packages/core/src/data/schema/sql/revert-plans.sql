-- What has to be done to which table, the latest change first; columns that PostgreSQL computes by itself are left out.
-- Rows of one table have the same keys, unless they were upgraded one by one.
create function plinth.revert_steps(are_alike boolean) returns json language plpgsql as $$ begin return (
  select coalesce(json_agg(json_build_object(
    'table', n."table", 'kind', n.kind, 'isOfTenants', n.of_tenants, 'exists', n.oid is not null,
    'columns', (select coalesce(json_agg(attname), '[]') from pg_attribute
      where attrelid = n.oid and attnum > 0 and not attisdropped and attgenerated = ''),
    'references', (select coalesce(json_agg(distinct r.relname), '[]')
      from pg_constraint c join pg_class r on r.oid = c.confrelid where c.conrelid = n.oid and c.contype = 'f'),
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
      select "table", kind, bool_and(tenant is not null) as of_tenants, max(seq) as last
      from pg_temp.reverted_rows group by "table", kind
    ) t
  ) n
); end $$;

create function plinth.plan_revert(of_tenant uuid, of_entry uuid) returns json language plpgsql as $$
declare
  lines bigint;
begin
  if to_regclass('pg_temp.reverted_rows') is null then
    create temporary table reverted_rows ("table" text, id uuid, seq bigint, "from" jsonb, "to" jsonb, tenant uuid,
      kind text, schema bigint) on commit delete rows;
  end if;
  delete from pg_temp.reverted_rows;
  -- Credentials are never undone or redone (decision 50): they come back with a deleted row, and stay on a changed one.
  insert into pg_temp.reverted_rows
  select c.name, c.id, c.seq,
    case when c.before is null then c.after || c.after_secret else c.after end,
    case when c.after is null then c.before || c.before_secret else c.before end,
    (coalesce(c.after, c.before) ->> 'tenant_id')::uuid,
    case when c.after is null then 'insert' when c.before is null then 'delete' else 'update' end, c.schema
  from (
    select c.table_name as name, c.row_id as id, max(c.seq) as seq, min(c.schema) as schema,
      (array_agg(c.before order by c.seq))[1] as before,
      (array_agg(coalesce(s.before, '{}') order by c.seq))[1] as before_secret,
      (array_agg(c.after order by c.seq desc))[1] as after,
      (array_agg(coalesce(s.after, '{}') order by c.seq desc))[1] as after_secret
    from plinth.changes c left join plinth.kept_secrets s using (tenant_id, entry_id, seq)
    where c.tenant_id = of_tenant and c.entry_id = of_entry
    group by c.table_name, c.row_id
  ) c
  where c.before is not null or c.after is not null;
  get diagnostics lines = row_count;
  -- The planner takes a table that nobody counted for a few rows.
  if lines > 100 then analyze pg_temp.reverted_rows ("table", id, tenant, kind); end if;
  return json_build_object('steps', plinth.revert_steps(true), 'schema', plinth.schema_number(),
    'isForgotten', exists (select from plinth.kept_secrets
      where tenant_id = of_tenant and entry_id = of_entry and is_forgotten),
    'outdated', (select coalesce(json_agg(json_build_object('table', o."table", 'schema', o.schema)), '[]') from (
      select "table", min(schema) as schema from pg_temp.reverted_rows
      where schema < plinth.schema_number() group by "table") o));
end $$;
