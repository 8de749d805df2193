insert into plinth.users_by_id select id, tenant_id, id from users for key share on conflict do nothing;
select plinth.refer_to('role_places', 'roles');
select plinth.refer_to('plinth.users_by_id', 'users');
select plinth.validate_references('role_places');
select plinth.validate_references('plinth.users_by_id');
insert into plinth.sessions_by_token_hash select token_hash, tenant_id, id from sessions where token_hash is not null
  for share on conflict do nothing;
drop index concurrently if exists roles_by_tenant;
create unique index concurrently roles_by_tenant on roles (tenant_id, id);
set lock_timeout = '5s';
alter table roles drop constraint roles_pkey, add constraint roles_pkey primary key using index roles_by_tenant;
reset lock_timeout;
drop index concurrently if exists users_by_id;
drop index concurrently if exists sessions_by_token;
