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

/**
 * What undo needs of secrets is forgotten after a while, and that it was is kept: an entry of which a part is gone
 * cannot be turned any more.
 */
export const forgetting = defineMigration(
  'core.forgetting',
  `
alter table plinth.kept_secrets add column is_forgotten boolean not null default false;
create index kept_secrets_by_age on plinth.kept_secrets (created_at) where not is_forgotten;
comment on index plinth.kept_secrets_by_age is 'all tenants: secrets are forgotten by age alone';

create function plinth.forget_secrets(older_than timestamptz) returns void language sql security definer
  set search_path = pg_catalog, plinth, pg_temp
  as $$ update plinth.kept_secrets set before = null, after = null, is_forgotten = true
    where created_at < older_than and not is_forgotten $$;
revoke all on function plinth.forget_secrets from public;
grant execute on function plinth.forget_secrets to plinth_system;
`,
)

/**
 * Credentials are never undone or redone (decision 50). What a table declares as secret comes back with a row that was
 * deleted; on a row that was changed it stays as it is.
 */
export const credentialsStay = defineMigration(
  'core.credentials_stay',
  `
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
`,
)

/**
 * What a command may record has a limit (decision 43): rows are read again to be listed, exported and undone. Small
 * images are as large as they are stored; larger ones are stored compressed, so their text is counted.
 */
export const recordedBytes = defineMigration(
  'core.recorded_bytes',
  `
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
`,
)
