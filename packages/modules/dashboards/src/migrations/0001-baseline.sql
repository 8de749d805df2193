-- A super admin may have a dashboard in other tenants, so layouts reference users of all tenants.
select plinth.tenant_table('dashboard_layouts', $$
  organization_id uuid, user_id uuid not null references plinth.users_by_id (value) on delete cascade, items jsonb not null,
  constraint dashboard_layouts_owner unique nulls not distinct (tenant_id, user_id, organization_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
$$);
comment on column dashboard_layouts.user_id is 'refers to users';
create index dashboard_layouts_by_user on dashboard_layouts (user_id);
comment on index dashboard_layouts_by_user is 'all tenants: a user who is deleted leaves no layout behind';

select plinth.tenant_table('dashboard_role_widgets', $$
  organization_id uuid, role_id uuid not null, widget_ids text[] not null,
  constraint dashboard_role_widgets_role_id_fkey
    foreign key (tenant_id, role_id) references role_places (tenant_id, id) on delete cascade,
  constraint dashboard_role_widgets_owner unique nulls not distinct (tenant_id, role_id, organization_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
$$);
comment on column dashboard_role_widgets.role_id is 'refers to roles';
create index dashboard_role_widgets_by_role on dashboard_role_widgets (role_id);
comment on index dashboard_role_widgets_by_role is 'all tenants: a role of all tenants that is deleted leaves nothing behind';

select plinth.tenant_table('dashboard_user_widgets', $$
  organization_id uuid, user_id uuid not null references plinth.users_by_id (value) on delete cascade, widget_ids text[] not null,
  constraint dashboard_user_widgets_owner unique nulls not distinct (tenant_id, user_id, organization_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
$$);
comment on column dashboard_user_widgets.user_id is 'refers to users';
create index dashboard_user_widgets_by_user on dashboard_user_widgets (user_id);
comment on index dashboard_user_widgets_by_user is 'all tenants: a user who is deleted leaves nothing behind';
