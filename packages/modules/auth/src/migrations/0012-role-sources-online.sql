drop index concurrently if exists user_roles_by_source;
create unique index concurrently user_roles_by_source on user_roles (tenant_id, user_id, role_id, source);
-- Needs the table for itself, so it does not wait long while requests queue behind it.
do $$ begin
  for attempt in 1..60 loop
    begin
      set local lock_timeout = '300ms';
      alter table user_roles drop constraint if exists user_roles_tenant_id_user_id_role_id_key;
      return;
    exception when lock_not_available then
      perform pg_sleep(random() * 2);
    end;
  end loop;
  raise exception 'table user_roles is in use' using errcode = '55P03';
end $$;
