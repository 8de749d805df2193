drop index concurrently if exists scim_users_by_name;
create unique index concurrently scim_users_by_name on scim_users (tenant_id, service_account_id, user_name_key)
  where deleted_at is null;
drop index concurrently if exists scim_users_user_name;
-- Until now, leaving a group took its role whoever else gave it. Roles that a group gives are said to come from it.
update user_roles r set source = 'scim:' || m.group_id from scim_members m
  join scim_groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
  where r.source = '' and r.tenant_id = m.tenant_id and r.user_id = m.user_id and r.role_id = g.role_id
    and m.group_id = (select min(o.group_id::text)::uuid from scim_members o
      join scim_groups og on og.tenant_id = o.tenant_id and og.id = o.group_id
      where o.tenant_id = m.tenant_id and o.user_id = m.user_id and og.role_id = g.role_id);
insert into user_roles (id, tenant_id, user_id, role_id, source)
  select gen_random_uuid(), m.tenant_id, m.user_id, g.role_id, 'scim:' || m.group_id from scim_members m
  join scim_groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
  where g.role_id is not null on conflict do nothing;
