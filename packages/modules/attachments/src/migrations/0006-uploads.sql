create table attachment_uploads (
  tenant_id uuid not null,
  -- That of the file that will be made of it, too.
  id uuid not null,
  organization_id uuid not null,
  -- The actor who began it; nobody else may go on with it.
  created_by text not null,
  -- Bytes: all of them, and those that are stored.
  size bigint not null check (size >= 0),
  received bigint not null default 0 check (received between 0 and size),
  parts integer not null default 0,
  is_finished boolean not null default false,
  -- What its client said of the file.
  fields jsonb not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index attachment_uploads_id on attachment_uploads (id);
comment on index attachment_uploads_id is 'all tenants: a sender goes on wherever the upload was begun';
create index attachment_uploads_old on attachment_uploads (changed_at);
comment on index attachment_uploads_old is 'all tenants: the sweep looks for uploads that nobody goes on with';
select plinth.guard('attachment_uploads', plinth.visible('attachment_uploads'));

create table attachment_upload_parts (
  tenant_id uuid not null,
  -- The object's.
  id uuid not null,
  organization_id uuid not null,
  upload_id uuid not null,
  -- Where it begins in the file.
  start bigint not null check (start >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, upload_id, start),
  foreign key (tenant_id, id) references attachment_objects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, upload_id) references attachment_uploads (tenant_id, id) on delete cascade
);
select plinth.guard('attachment_upload_parts', plinth.visible('attachment_upload_parts'));

alter table attachment_usage add column open_uploads integer not null default 0 check (open_uploads >= 0);
alter table attachment_usage add column open_bytes bigint not null default 0 check (open_bytes >= 0);

create function attachment_uploads_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into attachment_usage (tenant_id, id) select distinct tenant_id, tenant_id from new_rows on conflict do nothing;
    update attachment_usage u set open_uploads = u.open_uploads + n.uploads, open_bytes = u.open_bytes + n.bytes
      from (select tenant_id, count(*) as uploads, sum(size) as bytes from new_rows group by tenant_id) n
      where u.tenant_id = n.tenant_id;
  elsif tg_op = 'UPDATE' then
    update attachment_usage u set open_uploads = u.open_uploads - f.uploads, open_bytes = u.open_bytes - f.bytes
      from (select n.tenant_id, count(*) as uploads, sum(n.size) as bytes from new_rows n
        join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
        where n.is_finished and not o.is_finished group by n.tenant_id) f
      where u.tenant_id = f.tenant_id;
  else
    update attachment_usage u set open_uploads = u.open_uploads - o.uploads, open_bytes = u.open_bytes - o.bytes
      from (select tenant_id, count(*) as uploads, sum(size) as bytes from old_rows where not is_finished group by tenant_id) o
      where u.tenant_id = o.tenant_id;
  end if;
  return null;
end $$;
create trigger attachment_uploads_inserted after insert on attachment_uploads
  referencing new table as new_rows for each statement execute function attachment_uploads_count();
create trigger attachment_uploads_finished after update on attachment_uploads
  referencing old table as old_rows new table as new_rows for each statement execute function attachment_uploads_count();
create trigger attachment_uploads_deleted after delete on attachment_uploads
  referencing old table as old_rows for each statement execute function attachment_uploads_count();
