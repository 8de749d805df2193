-- Creates tables with row-level security and recording.
create function plinth.guard(target regclass, visible text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('create policy tenant on %s to plinth_app using (%s)', target, visible);
  execute format('create policy system on %s to plinth_system using (true)', target);
  execute format('grant select, insert, update, delete on %s to plinth_app, plinth_system', target);
end $$;

create function plinth.visible(target regclass) returns text language sql stable as $$
  select 'tenant_id = (select plinth.tenant())' || case when exists (
    select from pg_attribute where attrelid = target and attname = 'organization_id' and not attisdropped
  ) then ' and (organization_id is null or (select plinth.all_organizations())'
    ' or organization_id = any ((select plinth.organizations())::uuid[]))' else '' end
$$;

create function plinth.protect(target regclass, secrets text[] default '{}') returns void language sql as $$
  select plinth.guard(target, plinth.visible(target)), plinth.record(target, secrets)
$$;

create function plinth.tenant_table(name text, columns text, secrets text[] default '{}') returns void language plpgsql as $$
begin
  execute format('create table %I (
    id uuid not null, tenant_id uuid not null,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    %s, primary key (tenant_id, id))', name, columns);
  perform plinth.protect(name::regclass, secrets);
end $$;

create function plinth.scoped_table(name text, columns text, secrets text[] default '{}') returns void language plpgsql as $$
begin
  perform plinth.tenant_table(name, 'organization_id uuid, ' || columns, secrets);
  execute format('create index on %I (tenant_id, organization_id)', name);
end $$;
