select plinth.tenant_table('list_views', $$
  name text not null, list text not null, settings jsonb not null, is_shared boolean not null default false,
  role_ids uuid[], is_default boolean not null default false, user_id uuid, created_by uuid,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);
create index on list_views (tenant_id, user_id);
create index on list_views (tenant_id, created_by);
create index on list_views (tenant_id, list);
select plinth.limit_rows('list_views', 500, 'A user can have made at most %s views', '{created_by}');
select plinth.limit_rows('list_views', 10000, 'A tenant can have at most %s views');
