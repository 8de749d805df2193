-- Rows are written in short transactions, so that nobody waits for long.
do $$
declare
  from_tenant uuid := '00000000-0000-0000-0000-000000000000';
  from_id uuid := '00000000-0000-0000-0000-000000000000';
  next record;
begin
  loop
    begin
      with batch as materialized (
        select u.tenant_id, u.id, u.email, u.email_domain from users u where (u.tenant_id, u.id) > (from_tenant, from_id)
        order by u.tenant_id, u.id limit 1000
      ), filled as (
        update users u set email_domain = '' from batch b
        where u.tenant_id = b.tenant_id and u.id = b.id and b.email_domain is null and b.email like '%@%'
      )
      select b.tenant_id, b.id into next from batch b order by b.tenant_id desc, b.id desc limit 1;
      exit when not found;
      from_tenant := next.tenant_id;
      from_id := next.id;
    exception when deadlock_detected then null;
    end;
    commit;
  end loop;
end $$;
drop index concurrently if exists users_by_domain;
create index concurrently users_by_domain on users (tenant_id, email_domain);
