-- The hierarchy is a parent id per row, so a move writes only the moved row.
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
-- Functions that maintain data for every tenant run with the owner's privileges, and can see which tenants exist.
do $$ begin execute format('create policy owner on tenants for select to %I using (true)', current_user); end $$;

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
do $$ begin execute format('create policy owner on organizations for select to %I using (true)', current_user); end $$;

-- Rejects cycles, deleted parents and more than 32 levels, whatever writes: commands, their undo and redo, scripts. Checked
-- at commit, when undo has restored all rows, and for one transaction of a tenant at a time. Plans are made once and kept:
-- made on an empty table, they would read all of it for every row of an import.
create function directory_assert_hierarchy() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  above uuid;
  depth integer := 1;
  height integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('directory.hierarchy:' || new.tenant_id, 0));
  select o.parent_id into above from organizations o
    where o.tenant_id = new.tenant_id and o.id = new.id and o.deleted_at is null;
  if not found then
    if exists (select from organizations o
      where o.tenant_id = new.tenant_id and o.parent_id = new.id and o.deleted_at is null) then
      raise exception 'children are left below a deleted organization'
        using errcode = '23503', constraint = 'organizations_parent_deleted', detail = 'Key (parent_id)';
    end if;
    return null;
  end if;
  while above is not null and depth <= 32 loop
    depth := depth + 1;
    if above = new.id then
      raise exception 'a circle of organizations'
        using errcode = '23503', constraint = 'organizations_circle', detail = 'Key (parent_id)';
    end if;
    select o.parent_id into above from organizations o
      where o.tenant_id = new.tenant_id and o.id = above and o.deleted_at is null;
    if not found then
      raise exception 'the parent is deleted'
        using errcode = '23503', constraint = 'organizations_parent_deleted', detail = 'Key (parent_id)';
    end if;
  end loop;
  -- One row per level: the planner always finds the index of children, whatever it believes about the recursion.
  with recursive levels as (
    select array[new.id] as ids, 1 as height
    union all
    select (select array_agg(o.id) from organizations o
      where o.tenant_id = new.tenant_id and o.parent_id = any (l.ids) and o.deleted_at is null), l.height + 1
    from levels l where l.ids is not null and l.height <= 32
  )
  select max(l.height) into height from levels l where l.ids is not null;
  if depth - 1 + height > 32 then
    raise exception 'too many levels of organizations'
      using errcode = '23503', constraint = 'organizations_depth', detail = 'Key (parent_id)';
  end if;
  return null;
end $$;

create constraint trigger organizations_hierarchy_of_new after insert on organizations
  deferrable initially deferred for each row when (new.parent_id is not null)
  execute function directory_assert_hierarchy();
create constraint trigger organizations_hierarchy_of_moved after update of parent_id, deleted_at on organizations
  deferrable initially deferred for each row
  when (old.parent_id is distinct from new.parent_id or old.deleted_at is distinct from new.deleted_at)
  execute function directory_assert_hierarchy();
