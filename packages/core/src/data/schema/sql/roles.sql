-- The roles that units of work run as, and the role that searches. Roles belong to the whole cluster, so another host may
-- be creating them at the same time.
do $$
declare
  wanted text;
  privilege text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
begin
  foreach wanted in array array['plinth_app', 'plinth_system', 'plinth_search'] loop
    for attempt in 1..20 loop
      begin
        if not exists (select from pg_roles where rolname = wanted) then execute format('create role %I nologin', wanted); end if;
        if wanted <> 'plinth_search' and not pg_has_role(session_user, wanted, privilege) then
          execute format('grant %I to %I', wanted, session_user);
        end if;
        exit;
      exception when duplicate_object or unique_violation or internal_error then perform pg_sleep(random() / 20);
      end;
    end loop;
  end loop;
end $$;

create schema plinth;
grant usage on schema plinth, public to plinth_app, plinth_system, plinth_search;
grant select on public.plinth_migrations to public;
grant select (number, id) on public.plinth_migrations to plinth_system;
