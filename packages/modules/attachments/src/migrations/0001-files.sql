-- Files, the objects that store their bytes, and each tenant's usage. An object is announced before its first byte is stored.
-- Triggers keep it for a row and release it when the row is deleted, whether by a command, an undo or a cascade, so that bytes
-- and row cannot diverge.
select plinth.tenant_table('attachment_partitions', $$
  code text not null check (code ~ '^[A-Za-z0-9_-]{2,60}$'), env_key text not null, title text not null,
  description text, is_public boolean not null default false, requires_ocr boolean not null default true, ocr_model text,
  unique (tenant_id, code), unique (tenant_id, env_key)$$);

-- Limits a tenant to 500 partitions, whatever adds them: concurrent commands on several hosts, or an undone deletion. Additions
-- to one tenant are serialized.
create function attachment_partitions_limit() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('attachments.partitions ' || tenant_id, 0))
    from (select distinct tenant_id from new_rows order by tenant_id) n;
  if exists (select from (select distinct tenant_id from new_rows) n where
      (select count(*) from attachment_partitions p where p.tenant_id = n.tenant_id) > 500) then
    raise exception 'a tenant may have 500 partitions'
      using errcode = '23514', constraint = 'attachment_partitions_most', table = 'attachment_partitions';
  end if;
  return null;
end $$;
create trigger attachment_partitions_limited after insert on attachment_partitions
  referencing new table as new_rows for each statement execute function attachment_partitions_limit();

create table attachment_objects (
  tenant_id uuid not null,
  id uuid not null,
  driver text not null,
  partition_code text not null,
  object_key text not null,
  state text not null default 'announced' check (state in ('announced', 'kept', 'released', 'purging')),
  -- In bytes; known once all of them are stored.
  size bigint not null default 0,
  changed_at timestamptz not null,
  primary key (tenant_id, id)
);
create index attachment_objects_unkept on attachment_objects (state, changed_at) where state <> 'kept';
comment on index attachment_objects_unkept is 'all tenants: the sweep looks for objects that nobody keeps';
select plinth.guard('attachment_objects', plinth.visible('attachment_objects'));

create table attachment_usage (
  tenant_id uuid not null,
  -- The tenant's: one row per tenant.
  id uuid not null check (id = tenant_id),
  kept_bytes bigint not null default 0 check (kept_bytes >= 0),
  released_bytes bigint not null default 0 check (released_bytes >= 0),
  text_bytes bigint not null default 0 check (text_bytes >= 0),
  open_uploads integer not null default 0 check (open_uploads >= 0),
  open_bytes bigint not null default 0 check (open_bytes >= 0),
  kept_files bigint not null default 0,
  released_files bigint not null default 0,
  primary key (tenant_id, id)
);
select plinth.guard('attachment_usage', plinth.visible('attachment_usage'));

select plinth.scoped_table('attachments', $$
  entity_id text not null, record_id text not null, partition_code text not null,
  file_name text not null, original_name text not null, mime_type text not null, declared_type text,
  file_size bigint not null check (file_size >= 0), sha256 text not null, object_id uuid not null,
  tags text[] not null default '{}', assignments jsonb not null default '[]', encoding text,
  unique (tenant_id, object_id),
  foreign key (tenant_id, object_id) references attachment_objects (tenant_id, id),
  constraint attachments_partition_fkey
    foreign key (tenant_id, partition_code) references attachment_partitions (tenant_id, code)$$);
create index on attachments (tenant_id, entity_id, record_id, created_at desc, id desc);
create index on attachments (tenant_id, partition_code, created_at desc, id desc);
create index on attachments (tenant_id, created_at desc, id desc);
create index on attachments (tenant_id, file_name, id);
create index on attachments (tenant_id, file_size, id);

-- Changes the state of objects whose row was inserted or deleted, and counts their bytes. A row never changes its object.
create function attachments_keep_objects() returns trigger language plpgsql as $$
begin
  update attachment_objects o set state = 'kept', changed_at = now(),
    size = case o.state when 'announced' then n.file_size else o.size end
    from new_rows n where o.tenant_id = n.tenant_id and o.id = n.object_id and o.state in ('announced', 'released');
  if exists (select from new_rows n where not exists (select from attachment_objects o
      where o.tenant_id = n.tenant_id and o.id = n.object_id and o.state = 'kept')) then
    raise exception 'the bytes of a file are no longer kept'
      using errcode = '23503', constraint = 'attachments_object_kept', table = 'attachments';
  end if;
  return null;
end $$;
create trigger attachments_keep_objects after insert on attachments
  referencing new table as new_rows for each statement execute function attachments_keep_objects();

create function attachments_release_objects() returns trigger language plpgsql as $$
begin
  update attachment_objects o set state = 'released', changed_at = now() from old_rows n
    where o.tenant_id = n.tenant_id and o.id = n.object_id and o.state = 'kept';
  return null;
end $$;
create trigger attachments_release_objects after delete on attachments
  referencing old table as old_rows for each statement execute function attachments_release_objects();

create function attachments_count_bytes() returns trigger language plpgsql as $$
begin
  insert into attachment_usage (tenant_id, id) select distinct tenant_id, tenant_id from new_rows on conflict do nothing;
  update attachment_usage u set kept_bytes = u.kept_bytes + m.kept, released_bytes = u.released_bytes + m.released,
      kept_files = u.kept_files + m.kept_files, released_files = u.released_files + m.released_files from (
    select n.tenant_id,
      sum(case n.state when 'kept' then n.size else 0 end - case o.state when 'kept' then o.size else 0 end) as kept,
      sum(case when n.state in ('released', 'purging') then n.size else 0 end
        - case when o.state in ('released', 'purging') then o.size else 0 end) as released,
      sum((n.state = 'kept')::int - (o.state = 'kept')::int) as kept_files,
      sum((n.state = 'released')::int - (o.state = 'released')::int) as released_files
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id group by n.tenant_id
  ) m where u.tenant_id = m.tenant_id
    and (m.kept <> 0 or m.released <> 0 or m.kept_files <> 0 or m.released_files <> 0);
  return null;
end $$;
create trigger attachment_objects_changed after update on attachment_objects
  referencing old table as old_rows new table as new_rows for each statement execute function attachments_count_bytes();

create function attachments_uncount_bytes() returns trigger language plpgsql as $$
begin
  update attachment_usage u set released_bytes = u.released_bytes - o.released
    from (select tenant_id, sum(size) as released from old_rows where state in ('released', 'purging') group by tenant_id) o
    where u.tenant_id = o.tenant_id;
  return null;
end $$;
create trigger attachment_objects_deleted after delete on attachment_objects
  referencing old table as old_rows for each statement execute function attachments_uncount_bytes();

-- Stored renditions of images, which can always be rendered again.
create table attachment_renditions (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  attachment_id uuid not null,
  name text not null,
  driver text not null,
  partition_code text not null,
  object_key text not null,
  size bigint not null,
  mime_type text not null,
  used_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, attachment_id, name)
);
create index attachment_renditions_old on attachment_renditions (used_at);
comment on index attachment_renditions_old is 'all tenants: the sweep removes what nobody has asked for';
select plinth.guard('attachment_renditions', plinth.visible('attachment_renditions'));
