do $$ begin
  if to_regclass('public.dashboard_users_by_id') is null then return; end if;
  alter table dashboard_layouts drop constraint dashboard_layouts_user_id_fkey,
    add constraint dashboard_layouts_user_id_fkey
      foreign key (user_id) references plinth.users_by_id (value) on delete cascade;
  alter table dashboard_user_widgets drop constraint dashboard_user_widgets_user_id_fkey,
    add constraint dashboard_user_widgets_user_id_fkey
      foreign key (user_id) references plinth.users_by_id (value) on delete cascade;
  alter table dashboard_role_widgets drop constraint dashboard_role_widgets_role_id_fkey,
    add constraint dashboard_role_widgets_role_id_fkey
      foreign key (tenant_id, role_id) references role_places (tenant_id, id) on delete cascade;
  comment on column dashboard_layouts.user_id is 'refers to users';
  comment on column dashboard_user_widgets.user_id is 'refers to users';
  comment on column dashboard_role_widgets.role_id is 'refers to roles';
  drop index dashboard_users_by_id, dashboard_roles_by_id;
end $$;
