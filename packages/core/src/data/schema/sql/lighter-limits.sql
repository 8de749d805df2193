-- The same limits of tenants with less work for each statement: once the rows of an owner have been counted, they are not counted
-- again before enough rows may have been added to fill nine tenths of its limit. Additions are numbered, those to all tables by one sequence, and
-- a mark says up to which number an owner needs no count. A crash of the server takes the marks, after which rows are counted.
create sequence plinth.added_rows;
create unlogged table plinth.counted_rows (
  owner uuid primary key, enough_until bigint, base bigint not null, horizon xid8 not null
) with (fillfactor = 50);
alter table plinth.counted_rows enable row level security, force row level security;
do $$ begin execute format('create policy owner on plinth.counted_rows to %I using (true)', current_user); end $$;

-- Numbers added rows, and tells whether none of their owners needs a count.
create function plinth.has_room(owners uuid[], added bigint) returns boolean language plpgsql security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  reached bigint := nextval('plinth.added_rows');
begin
  if added > 1 then select max(nextval('plinth.added_rows')) into reached from generate_series(2, added); end if;
  return not exists (select from unnest(owners) o (id)
    where not exists (select from plinth.counted_rows c where c.owner = o.id and c.enough_until >= reached));
end $$;

-- Marks an owner with room for more rows, which has been counted after `seen`. A count contains the rows up to number `base` if every
-- transaction before `horizon` had ended. So one count sets these, and a later one says how many rows may follow. A snapshot
-- does not tell which ids have been given out, so the horizon is an id of its own: that of a subtransaction.
create function plinth.mark_counted(counted uuid, room bigint, reached bigint, seen pg_snapshot) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  own bigint := pg_current_xact_id()::text;
  given bigint;
begin
  -- A later horizon than this transaction may be that of another server, from which the database has been copied.
  if exists (select from plinth.counted_rows c where c.owner = counted
    and c.horizon > pg_snapshot_xmin(seen) and c.horizon <= own::text::xid8) then return; end if;
  -- Nobody waits for a mark: whoever does not get the lock leaves it to others.
  if not pg_try_advisory_xact_lock(hashtextextended(counted::text, 0)) then return; end if;
  begin
    insert into plinth.counted_rows as c (owner, base, horizon) values (counted, reached, own::text::xid8)
    on conflict (owner) do update set base = excluded.base,
      enough_until = case when c.horizon <= pg_snapshot_xmin(seen) then c.base + room end
    returning c.xmin::text::bigint into given;
  exception when assert_failure then
    raise;
  end;
  given := own + (given - own % 4294967296 + 4294967296) % 4294967296;
  update plinth.counted_rows c set horizon = given::text::xid8 where c.owner = counted;
end $$;
revoke execute on function plinth.has_room, plinth.mark_counted from public;
grant execute on function plinth.has_room, plinth.mark_counted to plinth_app, plinth_system;
grant select on sequence plinth.added_rows to plinth_app, plinth_system;

create or replace function plinth.check_row_limit() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  most integer := tg_argv[0];
  columns text[] := '{tenant_id}' || tg_argv[2]::text[];
  -- A small limit is reached before its marks are of use. Where columns decide which rows count, an update can add some without a number.
  is_marked boolean := most >= 1000 and columns = '{tenant_id}' and tg_argv[3] = 'true';
  owners uuid[];
  added bigint;
  reached bigint;
  seen pg_snapshot;
  is_same text;
  is_soft boolean;
  source text;
  counting text;
  counts bigint[];
  organizations text := coalesce(current_setting('plinth.organizations', true), '');
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct md5(concat_ws(' ', tg_relid::regclass, most, n.tenant_id))::uuid), count(*) into owners, added
    from new_rows n;
  else
    select array_agg(distinct md5(concat_ws(' ', tg_relid::regclass, most, n.tenant_id))::uuid), count(*) into owners, added
    from new_rows n join old_rows o using (tenant_id, id) where n.deleted_at is null and o.deleted_at is not null;
  end if;
  if added = 0 or is_marked and plinth.has_room(owners, added) then return null; end if;
  select last_value into reached from plinth.added_rows;
  seen := pg_current_snapshot();
  is_soft := exists (select from pg_attribute where attrelid = tg_relid and attname = 'deleted_at' and not attisdropped);
  is_same := (select string_agg(format('r.%1$I = o.%1$I', c), ' and ') from unnest(columns) c);
  source := format('(select distinct %s from %s) o', (select string_agg(format('n.%I', c), ', ') from unnest(columns) c),
    case tg_op when 'INSERT' then 'new_rows n'
      else 'new_rows n join old_rows d using (tenant_id, id) where n.deleted_at is null and d.deleted_at is not null' end);
  counting := format('select array_agg(md5(concat_ws('' '', %L, o.tenant_id))::uuid), array_agg(c.count) from %s, lateral (
      select count(*) from (select from %s r where %s and (%s) %s limit %s + 1) r) c',
    concat_ws(' ', tg_relid::regclass, most), source, tg_relid::regclass, is_same, tg_argv[3],
    case when is_soft then 'and r.deleted_at is null' end, most);
  -- Rows of organizations that the caller does not see count as well.
  perform set_config('plinth.organizations', '*', true);
  execute counting into owners, counts;
  -- Counts without a lock until nine tenths of the limit are used: from there on, additions wait for each other.
  if (select max(c) from unnest(counts) c) > most * 0.9 then
    execute format('select pg_advisory_xact_lock(hashtextextended(key, 0)) from (
      select concat_ws('' '', %L, %s) as key from %s order by key) o', tg_relid::regclass,
      (select string_agg(format('o.%I', c), ', ') from unnest(columns) c), source);
    execute counting into owners, counts;
  end if;
  perform set_config('plinth.organizations', organizations, true);
  if (select max(c) from unnest(counts) c) > most then
    raise exception '%', format(tg_argv[1], most) using errcode = 'PL004', table = tg_table_name;
  end if;
  if is_marked then
    perform plinth.mark_counted(owners[i], floor(most * 0.9)::bigint - counts[i], reached, seen)
      from generate_subscripts(owners, 1) i where counts[i] <= most * 0.9;
  end if;
  return null;
end $$;
