create function plinth.plan_full_text(finder regprocedure) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $body$
declare
  privilege text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
  is_guest boolean := not pg_has_role(session_user, 'plinth_search', privilege);
begin
  -- Whoever migrates needs to be a member of the role that owns the function.
  if is_guest then execute format('grant plinth_search to %I', session_user); end if;
  execute format('alter function %s set enable_hashjoin = off set enable_mergejoin = off', finder);
  execute format('alter function %s set max_parallel_workers_per_gather = 0', finder);
  if is_guest then execute format('revoke plinth_search from %I', session_user); end if;
end $body$;

alter function plinth.full_text(regclass, text[], text[]) rename to make_full_text;
create function plinth.full_text(target regclass, columns text[], languages text[]) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $body$
begin
  perform plinth.make_full_text(target, columns, languages);
  perform plinth.plan_full_text(format('plinth.%I(text, integer)',
    'find_' || (select relname from pg_class where oid = target))::regprocedure);
end $body$;

select plinth.plan_full_text(p.oid::regprocedure) from pg_proc p
where p.pronamespace = 'plinth'::regnamespace and p.proname like 'find\_%' and p.proowner = 'plinth_search'::regrole;
