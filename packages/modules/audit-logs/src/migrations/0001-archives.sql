-- What has left the database for the archive: parts of chains, contiguous from a tenant's first entry. Each row has the last
-- link of its part, from which the chain continues, and a code that cannot be forged without the platform's secret.
create table plinth.log_archives (
  tenant_id uuid not null,
  first bigint not null,
  last bigint not null,
  hash bytea not null,
  month text not null,
  code bytea not null,
  archived_at timestamptz not null,
  -- Set while its entries are back in the database.
  restored_at timestamptz,
  primary key (tenant_id, first)
);
alter table plinth.log_archives enable row level security, force row level security;
create policy tenant on plinth.log_archives for select to plinth_app using (tenant_id = (select plinth.tenant()));
create policy system on plinth.log_archives to plinth_system using (true);
grant select on plinth.log_archives to plinth_app;
grant select, insert on plinth.log_archives to plinth_system;
grant update (restored_at) on plinth.log_archives to plinth_system;

-- Removes a part of a chain from the database, with everything that belongs to it; false if it is not what was archived.
create function plinth.drop_archived(of_tenant uuid, low bigint, high bigint, turned bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entries uuid[];
begin
  perform plinth.assert_key();
  -- Whoever undoes one of these entries just now waits, and then finds it gone.
  lock table plinth.turns in share row exclusive mode;
  entries := array(select entry_id from plinth.seals where tenant_id = of_tenant and number between low and high for update);
  if cardinality(entries) <> high - low + 1 or turned <> (select count(*) from plinth.turns
    where tenant_id = of_tenant and source_id = any (entries)) then return false; end if;
  delete from plinth.changes where tenant_id = of_tenant and entry_id = any (entries);
  delete from plinth.kept_secrets where tenant_id = of_tenant and entry_id = any (entries);
  delete from plinth.entry_effects where tenant_id = of_tenant and entry_id = any (entries);
  delete from plinth.turns where tenant_id = of_tenant and source_id = any (entries);
  delete from plinth.action_log where tenant_id = of_tenant and id = any (entries);
  delete from plinth.seals where tenant_id = of_tenant and number between low and high;
  return true;
end $$;

-- Restores entries from the archive, without what undo needs.
create function plinth.put_back(of_tenant uuid, entries jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform plinth.assert_key();
  insert into plinth.action_log (tenant_id, id, seq, organization_id, command_id, action_label, actor_id, actor_user_id,
    resource_kind, resource_id, parent_resource_kind, parent_resource_id, context, request_id, created_at) overriding system value
  select of_tenant, e.id, e.seq, e."organizationId", e."commandId", e."actionLabel", e."actorId", e."actorUserId",
    e."resourceKind", e."resourceId", e."parentResourceKind", e."parentResourceId", e.context::jsonb, e."requestId",
    timestamptz 'epoch' + (e.epoch * 1000000)::bigint * interval '1 microsecond'
  from jsonb_to_recordset(entries) as e(id uuid, seq bigint, "organizationId" uuid, "commandId" text, "actionLabel" text,
    "actorId" text, "actorUserId" uuid, "resourceKind" text, "resourceId" text, "parentResourceKind" text,
    "parentResourceId" text, context text, "requestId" text, epoch numeric);
  insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after, schema) overriding system value
  select of_tenant, e.id, c.seq, c."table", c."row", c.before::jsonb, c.after::jsonb, c.schema
  from jsonb_to_recordset(entries) as e(id uuid, changes jsonb), jsonb_to_recordset(e.changes) as c(seq bigint, "table" text,
    "row" uuid, before text, after text, schema bigint);
  insert into plinth.turns (tenant_id, source_id, kind, entry_id, actor_id, created_at)
  select of_tenant, e.id, t.kind, t.entry, t.actor, t.at
  from jsonb_to_recordset(entries) as e(id uuid, turns jsonb), jsonb_to_recordset(e.turns) as t(kind text, entry uuid, actor text, at timestamptz);
  insert into plinth.seals (tenant_id, number, entry_id, digest, hash)
  select of_tenant, e.number, e.id, decode(e.digest, 'hex'), decode(e.hash, 'hex')
  from jsonb_to_recordset(entries) as e(id uuid, number bigint, digest text, hash text);
end $$;

-- Drops months of one log: of accesses with their rows, of actions only if no row is left. The log is locked before its
-- partitions, as in all other statements, and never together with another log, so that nobody waits for somebody who waits.
create function plinth.drop_months(log text, before timestamptz) returns integer language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  month text;
  used boolean := false;
  dropped integer := 0;
begin
  perform plinth.assert_key();
  if log <> all (array['access_packs', 'action_log', 'changes', 'turns', 'seals']) then
    raise exception 'there are no months of %', log;
  end if;
  -- Another host is at it.
  if not pg_try_advisory_xact_lock(hashtextextended('audit_logs.log_months', 0)) then return 0; end if;
  for month in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ('plinth.' || log)::regclass and c.relname ~ '_\d{4}_\d{2}$'
      and right(c.relname, 7) < to_char(date_trunc('month', before), 'YYYY_MM') loop
    if log <> 'access_packs' then execute format('select exists (select from plinth.%I)', month) into used; end if;
    continue when used;
    execute format('lock table only plinth.%I in access exclusive mode', log);
    if log <> 'access_packs' then execute format('select exists (select from plinth.%I)', month) into used; end if;
    continue when used;
    execute format('drop table plinth.%I', month);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke execute on function plinth.drop_archived, plinth.put_back, plinth.drop_months from public;
grant execute on function plinth.drop_archived, plinth.put_back, plinth.drop_months to plinth_system;
