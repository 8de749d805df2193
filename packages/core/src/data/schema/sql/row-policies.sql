-- Row policies of callers. A transaction of a caller whose roles have any sets `plinth.policies`, and for each table and action
-- with a policy `plinth.<action>_<table>`: the compiled policy, which reads a row as JSON. Without them, every row is open.
create type plinth.row_policy as (path jsonpath, vars jsonb, relations jsonb);

-- Policies restrict nothing in work for the whole tenant, which reaches all organizations (`*`): by `widenScope`, or by triggers that
-- count or sum what a caller does not see. A caller with policies who may reach all of them has another sign for that (`+`).
create or replace function plinth.all_organizations() returns boolean language sql stable parallel safe
  as $$ select current_setting('plinth.organizations', true) in ('*', '+') $$;

create or replace function plinth.organizations() returns uuid[] language sql stable parallel safe
  as $$ select string_to_array(nullif(translate(current_setting('plinth.organizations', true), '*+', ''), ''), ',')::uuid[] $$;

create function plinth.is_lifted() returns boolean language sql stable parallel safe
  as $$ select current_setting('plinth.organizations', true) = '*' $$;

-- The name of a table, also where its schema is not on the search path.
create function plinth.name_of(target regclass) returns text language sql stable parallel safe
  as $$ select replace(target::text, 'public.', '') $$;

-- True or null, never false: the planner takes "is not null" for true, and plans as if there were no policies.
create function plinth.is_open(action text, target regclass) returns boolean language sql stable parallel safe as $$
  select case when coalesce(current_setting('plinth.' || action || '_' || plinth.name_of(target), true), '') = '' or plinth.is_lifted()
    then true end
$$;

create function plinth.has_no_policies() returns boolean language sql stable parallel safe as $$
  select case when coalesce(current_setting('plinth.policies', true), '') = '' or plinth.is_lifted() then true end
$$;

create function plinth.policy_on(action text, target regclass) returns plinth.row_policy language sql stable parallel safe as $$
  select row((p ->> 'path')::jsonpath, p -> 'vars', p -> 'relations')::plinth.row_policy
  from (select nullif(current_setting('plinth.' || action || '_' || plinth.name_of(target), true), '')::jsonb) s (p)
$$;

-- A related row, as far as the caller sees it.
create function plinth.related(target text, related uuid) returns jsonb language plpgsql stable parallel safe as $$
declare found jsonb;
begin
  if related is null then return null; end if;
  execute format('select to_jsonb(r) from public.%I r where r.tenant_id = plinth.tenant() and r.id = $1', target)
    into found using related;
  return found;
end $$;

-- Whether a policy permits a row. A related row is read below its column: `@customer_id`.
create function plinth.permits(policy plinth.row_policy, image jsonb) returns boolean language plpgsql stable parallel safe
  cost 1000 as $$
declare relation record;
begin
  if policy.relations is not null then
    for relation in select key, value from jsonb_each_text(policy.relations) loop
      image := image || jsonb_build_object('@' || relation.key, plinth.related(relation.value, (image ->> relation.key)::uuid));
    end loop;
  end if;
  return coalesce(jsonb_path_match(image, policy.path, policy.vars, true), false);
end $$;

-- Whether the caller may do this to a row; also for rows as the log recorded them, and null for no row.
create function plinth.may(action text, target regclass, image jsonb) returns boolean language sql stable parallel safe as $$
  select image is null or target is null or (
    (plinth.is_open('read', target) is not null or plinth.permits(plinth.policy_on('read', target), image))
    and (action = 'read' or plinth.is_open(action, target) is not null or plinth.permits(plinth.policy_on(action, target), image)))
$$;

-- Rows that the caller may read can be neither changed, nor made what they may not read, without the policy for it.
create function plinth.check_policies() returns trigger language plpgsql as $$
begin
  if not (case tg_op when 'INSERT' then plinth.may('read', tg_relid, to_jsonb(new))
    when 'DELETE' then plinth.may('delete', tg_relid, to_jsonb(old))
    else plinth.may('update', tg_relid, to_jsonb(old)) and plinth.may('update', tg_relid, to_jsonb(new)) end) then
    raise exception 'a row policy does not permit this' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

-- Lets row policies restrict the rows of a table.
create function plinth.restrict_rows(target regclass) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from pg_policy where polrelid = target and polname = 'rows') then return; end if;
  execute format('create policy rows on %1$s as restrictive for select to plinth_app
    using ((select plinth.is_open(''read'', %1$L::regclass)) is not null
      or plinth.permits((select plinth.policy_on(''read'', %1$L::regclass)), to_jsonb(%2$I.*)))',
    target, (select relname from pg_class where oid = target));
  execute format('create trigger plinth_policies after insert or update or delete on %s for each row
    when (plinth.has_no_policies() is null and current_setting(''role'') = ''plinth_app'')
    execute function plinth.check_policies()', target);
end $$;

-- Of entries of the log, and of recorded rows, a restricted caller sees those whose rows they may read.
create function plinth.count_changes(of_tenant uuid, of_entry uuid) returns bigint language sql stable
  security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) from plinth.changes c
  where of_tenant = plinth.tenant() and c.tenant_id = of_tenant and c.entry_id = of_entry
$$;

create function plinth.may_read_entry(of_tenant uuid, of_entry uuid) returns boolean language sql stable as $$
  select plinth.count_changes(of_tenant, of_entry) = (select count(*) from plinth.changes c
    where c.tenant_id = of_tenant and c.entry_id = of_entry
      and plinth.may('read', to_regclass('public.' || quote_ident(c.table_name)), c.before)
      and plinth.may('read', to_regclass('public.' || quote_ident(c.table_name)), c.after))
$$;

-- Whatever creates these tables again calls `plinth.restrict`.
create function plinth.restrict_log(target regclass) returns void language plpgsql as $$
begin
  if exists (select from pg_policy where polrelid = target and polname = 'rows') then return; end if;
  if target = 'plinth.changes'::regclass then
    create policy rows on plinth.changes as restrictive for select to plinth_app using (
      (select plinth.has_no_policies()) is not null
      or plinth.may('read', to_regclass('public.' || quote_ident(table_name)), before)
        and plinth.may('read', to_regclass('public.' || quote_ident(table_name)), after));
  end if;
  if target = 'plinth.action_log'::regclass then
    create policy rows on plinth.action_log as restrictive for select to plinth_app using (
      (select plinth.has_no_policies()) is not null or plinth.may_read_entry(tenant_id, id));
  end if;
end $$;

create or replace function plinth.guard(target regclass, visible text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('create policy tenant on %s to plinth_app using (%s)', target, visible);
  execute format('create policy system on %s to plinth_system using (true)', target);
  execute format('grant select, insert, update, delete on %s to plinth_app, plinth_system', target);
  perform plinth.restrict_rows(target);
end $$;

-- A policy that makes fewer rows visible to other roles takes nothing from this one.
create or replace function plinth.missing_in_backup() returns setof text language sql stable set search_path = pg_catalog, pg_temp
as $$
  select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'plinth', 'plinth_jobs') and c.relkind in ('r', 'p', 'S') and (
    not has_table_privilege(c.oid, 'select')
    or row_security_active(c.oid) and (
      not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
        and pg_get_expr(p.polqual, c.oid) = 'true'
        and (0::oid = any (p.polroles) or exists (select from unnest(p.polroles) r where pg_has_role(r, 'usage'))))
      or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive
        and (0::oid = any (p.polroles) or exists (select from unnest(p.polroles) r where pg_has_role(r, 'usage'))))))
  order by 1
$$;

-- Lets row policies restrict a table that is in use, if its lock is free soon.
create function plinth.restrict_soon(target regclass) returns boolean language plpgsql as $$
begin
  perform set_config('lock_timeout', '50ms', true);
  if target in ('plinth.changes', 'plinth.action_log') then perform plinth.restrict_log(target);
  else perform plinth.restrict_rows(target); end if;
  return true;
exception when lock_not_available or deadlock_detected then return false;
end $$;

-- The same as soon as it is, or after a minute an error. To be called outside a transaction.
create procedure plinth.restrict(target regclass) language plpgsql as $$
declare is_done boolean;
begin
  for attempt in 1..250 loop
    is_done := plinth.restrict_soon(target);
    commit;
    if is_done then return; end if;
    perform pg_sleep(0.1 + random() * 0.2);
  end loop;
  raise exception 'the table % has been locked for a minute', target using errcode = 'lock_not_available';
end $$;
