create function plinth.record(target regclass, secrets text[] default '{}') returns void language plpgsql as $$
declare secret text;
begin
  if not exists (select from pg_attribute where attrelid = target and attname = 'id' and atttypid = 'uuid'::regtype) then
    raise exception 'table % is recorded by rows, so it needs a column id of type uuid', target;
  end if;
  foreach secret in array secrets loop
    if not exists (select from pg_attribute where attrelid = target and attname = secret and not attisdropped) then
      raise exception 'table % has no column % to keep secret', target, secret;
    end if;
  end loop;
  execute format('create trigger plinth_record_insert after insert on %s
    referencing new table as new_rows for each statement execute function plinth.record_insert(%L)', target, secrets);
  execute format('create trigger plinth_record_update after update on %s
    referencing old table as old_rows new table as new_rows for each statement execute function plinth.record_update(%L)', target, secrets);
  execute format('create trigger plinth_record_delete after delete on %s
    referencing old table as old_rows for each statement execute function plinth.record_delete(%L)', target, secrets);
end $$;

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
