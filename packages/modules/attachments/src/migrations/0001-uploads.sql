-- Resumable uploads: their progress, and the parts that are stored.
create table attachment_uploads (
  tenant_id uuid not null,
  -- Also the id of the file that is created from it.
  id uuid not null,
  organization_id uuid not null,
  -- The actor who started it; nobody else can continue it.
  created_by text not null,
  -- In bytes: in total, and stored.
  size bigint not null check (size >= 0),
  received bigint not null default 0 check (received between 0 and size),
  parts integer not null default 0,
  is_finished boolean not null default false,
  -- What the client declared about the file.
  fields jsonb not null,
  changed_at timestamptz not null,
  -- The upload metadata as the client sent it: the protocol requires returning it unchanged, and Base64 has several spellings.
  metadata text,
  primary key (tenant_id, id)
);
select plinth.unique_among_tenants('attachment_uploads', 'id');
create index attachment_uploads_old on attachment_uploads (changed_at);
comment on index attachment_uploads_old is 'all tenants: the sweep looks for uploads that nobody goes on with';
select plinth.guard('attachment_uploads', plinth.visible('attachment_uploads'));

create table attachment_upload_parts (
  tenant_id uuid not null,
  -- The object's.
  id uuid not null,
  organization_id uuid not null,
  upload_id uuid not null,
  -- The offset in the file.
  start bigint not null check (start >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, upload_id, start),
  foreign key (tenant_id, id) references attachment_objects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, upload_id) references attachment_uploads (tenant_id, id) on delete cascade
);
select plinth.guard('attachment_upload_parts', plinth.visible('attachment_upload_parts'));

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
