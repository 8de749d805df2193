-- Callers with row policies act as a role of their own, for which alone the policies of tables are: the statements of others are
-- planned without them, and may be answered by an index. Roles belong to the whole cluster, so another host may be creating it.
do $$
declare
  privilege text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
begin
  for attempt in 1..20 loop
    begin
      if not exists (select from pg_roles where rolname = 'plinth_restricted') then create role plinth_restricted nologin; end if;
      if not pg_has_role('plinth_restricted', 'plinth_app', 'usage') then grant plinth_app to plinth_restricted; end if;
      if not pg_has_role(session_user, 'plinth_restricted', privilege) then
        execute format('grant plinth_restricted to %I', session_user);
      end if;
      exit;
    exception
      when duplicate_object or unique_violation or internal_error then perform pg_sleep(random() / 20);
      when insufficient_privilege then
        raise exception 'the database lacks a role. Run as a superuser: create role plinth_restricted nologin; grant plinth_app to plinth_restricted; grant plinth_restricted to %', quote_ident(session_user)
          using errcode = 'insufficient_privilege';
    end;
  end loop;
end $$;

-- Rows that the caller may read can be neither changed, nor made what they may not read, without the policy for it.
create or replace function plinth.check_policies() returns trigger language plpgsql as $$
begin
  if plinth.entry() is null then
    raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
  end if;
  if not (case tg_op when 'INSERT' then plinth.may('read', tg_relid, to_jsonb(new))
    when 'DELETE' then plinth.may('delete', tg_relid, to_jsonb(old))
    else plinth.may('update', tg_relid, to_jsonb(old)) and plinth.may('update', tg_relid, to_jsonb(new)) end) then
    raise exception 'a row policy does not permit this' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

-- Lets row policies restrict the rows of a table.
create or replace function plinth.restrict_rows(target regclass) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from pg_policy where polrelid = target and polname = 'rows') then
    execute format('alter policy rows on %s to plinth_restricted', target);
  else
    execute format('create policy rows on %1$s as restrictive for select to plinth_restricted
      using ((select plinth.is_open(''read'', %1$L::regclass)) is not null
        or plinth.permits((select plinth.policy_on(''read'', %1$L::regclass)), to_jsonb(%2$I.*)))',
      target, (select relname from pg_class where oid = target));
  end if;
  execute format('create or replace trigger plinth_policies after insert or update or delete on %s for each row
    when (current_setting(''role'') = ''plinth_restricted'') execute function plinth.check_policies()', target);
end $$;

-- Whatever creates these tables again calls `plinth.restrict`.
create or replace function plinth.restrict_log(target regclass) returns void language plpgsql as $$
begin
  if exists (select from pg_policy where polrelid = target and polname = 'rows') then
    execute format('alter policy rows on %s to plinth_restricted', target);
  elsif target = 'plinth.changes'::regclass then
    create policy rows on plinth.changes as restrictive for select to plinth_restricted using (
      (select plinth.has_no_policies()) is not null
      or plinth.may('read', to_regclass('public.' || quote_ident(table_name)), before)
        and plinth.may('read', to_regclass('public.' || quote_ident(table_name)), after));
  elsif target = 'plinth.action_log'::regclass then
    create policy rows on plinth.action_log as restrictive for select to plinth_restricted using (
      (select plinth.has_no_policies()) is not null or plinth.may_read_entry(tenant_id, id));
  end if;
end $$;
