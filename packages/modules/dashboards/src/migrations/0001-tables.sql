select plinth.tenant_table('dashboard_layouts', $$
  organization_id uuid, user_id uuid not null references users (id) on delete cascade, items jsonb not null,
  constraint dashboard_layouts_owner unique nulls not distinct (tenant_id, user_id, organization_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
$$);
create index dashboard_layouts_by_user on dashboard_layouts (user_id);
comment on index dashboard_layouts_by_user is 'all tenants: a user who is deleted leaves no layout behind';

select plinth.tenant_table('dashboard_role_widgets', $$
  organization_id uuid, role_id uuid not null references roles (id) on delete cascade, widget_ids text[] not null,
  constraint dashboard_role_widgets_owner unique nulls not distinct (tenant_id, role_id, organization_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
$$);
create index dashboard_role_widgets_by_role on dashboard_role_widgets (role_id);
comment on index dashboard_role_widgets_by_role is 'all tenants: a role of all tenants that is deleted leaves nothing behind';

select plinth.tenant_table('dashboard_user_widgets', $$
  organization_id uuid, user_id uuid not null references users (id) on delete cascade, widget_ids text[] not null,
  constraint dashboard_user_widgets_owner unique nulls not distinct (tenant_id, user_id, organization_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
$$);
create index dashboard_user_widgets_by_user on dashboard_user_widgets (user_id);
comment on index dashboard_user_widgets_by_user is 'all tenants: a user who is deleted leaves nothing behind';
