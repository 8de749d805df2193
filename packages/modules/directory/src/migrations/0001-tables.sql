create table tenants (
  tenant_id uuid not null unique,
  id uuid not null check (id = tenant_id),
  name text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create index tenants_by_name on tenants (name, id) where deleted_at is null;
comment on index tenants_by_name is 'all tenants: the list of super admins pages by name';
select plinth.protect('tenants');

create table organizations (
  tenant_id uuid not null references tenants (tenant_id),
  id uuid not null,
  parent_id uuid check (parent_id <> id),
  name text not null,
  slug text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references organizations (tenant_id, id)
);
create index organizations_parent on organizations (tenant_id, parent_id) where deleted_at is null;
create unique index organizations_slug on organizations (tenant_id, slug) where deleted_at is null;
create index organizations_by_slug on organizations (slug, created_at, id) where deleted_at is null and is_active;
comment on index organizations_by_slug is 'all tenants: the public look-up knows only the slug';
select plinth.guard('organizations', 'tenant_id = (select plinth.tenant()) and ((select plinth.all_organizations())
  or id = any ((select plinth.organizations())::uuid[]))');
select plinth.record('organizations');
