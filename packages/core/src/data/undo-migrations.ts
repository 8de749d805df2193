import { defineMigration } from './migration.ts'

/**
 * What became of entries of the log. The log itself is only ever added to: that an entry was undone or redone is a
 * row of its own, and its primary key makes one winner of any number of attempts.
 */
export const turns = defineMigration(
  'core.turns',
  `
alter table plinth.action_log
  add column cache_tags jsonb not null default '[]', add column seq bigint generated always as identity;

create table plinth.turns (
  tenant_id uuid not null,
  source_id uuid not null,
  kind text not null check (kind in ('undo', 'redo')),
  entry_id uuid not null,
  actor_id text not null,
  created_at timestamptz not null,
  primary key (tenant_id, source_id, kind)
);
alter table plinth.turns enable row level security, force row level security;
create policy tenant on plinth.turns to plinth_app using (tenant_id = (select plinth.tenant()));
create policy system on plinth.turns to plinth_system using (true);
grant select, insert on plinth.turns to plinth_app, plinth_system;

create policy system on plinth.kept_secrets for select to plinth_system using (true);
grant select on plinth.kept_secrets to plinth_system;
`,
)

/**
 * What a turn moves. The net changes of an entry, one line per row: what it is now if nobody came in between, and what
 * it was, secrets put back in. They lie in a table that a connection keeps and every commit empties: to make one each
 * time would cost more than to fill it. Answers what has to be done to which table, the latest change first; columns
 * that PostgreSQL computes by itself are left out.
 */
export const turnPlans = defineMigration(
  'core.turn_plans',
  `
create function plinth.plan_turn(of_tenant uuid, of_entry uuid) returns json language plpgsql as $$
declare
  lines bigint;
begin
  if to_regclass('pg_temp.net_changes') is null then
    create temporary table net_changes ("table" text, id uuid, seq bigint, "from" jsonb, "to" jsonb, tenant uuid,
      kind text) on commit delete rows;
  end if;
  delete from pg_temp.net_changes;
  insert into pg_temp.net_changes
  select c.name, c.id, c.seq, c.after, c.before, (coalesce(c.after, c.before) ->> 'tenant_id')::uuid,
    case when c.after is null then 'insert' when c.before is null then 'delete' else 'update' end
  from (
    select c.table_name as name, c.row_id as id, max(c.seq) as seq,
      (array_agg(c.before || coalesce(s.before, '{}') order by c.seq))[1] as before,
      (array_agg(c.after || coalesce(s.after, '{}') order by c.seq desc))[1] as after
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
`,
)
