create or replace function plinth.plan_turn(of_tenant uuid, of_entry uuid) returns json language plpgsql as $$
declare
  lines bigint;
begin
  if to_regclass('pg_temp.net_changes') is null then
    create temporary table net_changes ("table" text, id uuid, seq bigint, "from" jsonb, "to" jsonb, tenant uuid,
      kind text) on commit delete rows;
  end if;
  delete from pg_temp.net_changes;
  insert into pg_temp.net_changes
  select c.name, c.id, c.seq,
    case when c.before is null then c.after || c.after_secret else c.after end,
    case when c.after is null then c.before || c.before_secret else c.before end,
    (coalesce(c.after, c.before) ->> 'tenant_id')::uuid,
    case when c.after is null then 'insert' when c.before is null then 'delete' else 'update' end
  from (
    select c.table_name as name, c.row_id as id, max(c.seq) as seq,
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
  if lines > 100 then analyze pg_temp.net_changes ("table", id, tenant, kind); end if;
  return (
    select json_agg(json_build_object('table', n."table", 'kind', n.kind, 'isOfTenants', n.of_tenants,
      'columns', (select json_agg(attname) from pg_attribute where attrelid = to_regclass(quote_ident(n."table"))
        and attnum > 0 and not attisdropped and attgenerated = ''),
      'references', (select coalesce(json_agg(distinct r.relname), '[]')
        from pg_constraint c join pg_class r on r.oid = c.confrelid
        where c.conrelid = to_regclass(quote_ident(n."table")) and c.contype = 'f')) order by n.last desc)
    from (
      select "table", kind, bool_and(tenant is not null) as of_tenants, max(seq) as last
      from pg_temp.net_changes group by "table", kind
    ) n
  );
end $$;
