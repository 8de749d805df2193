-- Extracted texts. A text belongs to the bytes of its file: it is purged with them, and restored with them when a deletion is
-- undone. Bytes of text per tenant are counted in addition to those of files.
create table attachment_texts (
  tenant_id uuid not null,
  -- The object's.
  id uuid not null,
  organization_id uuid,
  state text not null check (state in ('waiting', 'read', 'unreadable')),
  -- Why it is unreadable.
  reason text,
  content text not null default '',
  -- Complete pages in the content, and pages in total.
  pages_read integer not null default 0,
  pages integer,
  attempts integer not null default 0,
  -- Until when a worker has claimed it.
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Files that exceeded the first, short time limit have a separate queue.
  is_long boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references attachment_objects (tenant_id, id) on delete cascade
);
create index attachment_texts_waiting on attachment_texts (tenant_id, created_at) where state = 'waiting';
comment on index attachment_texts_waiting is 'each tenant, and all of them: the sweep looks for texts that nobody reads';
select plinth.guard('attachment_texts', plinth.visible('attachment_texts'));

create function attachment_texts_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into attachment_usage (tenant_id, id) select distinct tenant_id, tenant_id from new_rows on conflict do nothing;
    update attachment_usage u set text_bytes = u.text_bytes + n.bytes
      from (select tenant_id, sum(octet_length(content)) as bytes from new_rows group by tenant_id) n
      where u.tenant_id = n.tenant_id and n.bytes <> 0;
  end if;
  if tg_op <> 'INSERT' then
    update attachment_usage u set text_bytes = u.text_bytes - o.bytes
      from (select tenant_id, sum(octet_length(content)) as bytes from old_rows group by tenant_id) o
      where u.tenant_id = o.tenant_id and o.bytes <> 0;
  end if;
  return null;
end $$;
create trigger attachment_texts_inserted after insert on attachment_texts
  referencing new table as new_rows for each statement execute function attachment_texts_count();
create trigger attachment_texts_updated after update on attachment_texts
  referencing old table as old_rows new table as new_rows for each statement execute function attachment_texts_count();
create trigger attachment_texts_deleted after delete on attachment_texts
  referencing old table as old_rows for each statement execute function attachment_texts_count();

-- Numbers of files per partition and tag of an organization, so that the library need not count them. Triggers update them
-- for every row, whatever writes it.
create table attachment_counts (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  organization_id uuid,
  kind text not null check (kind in ('partition', 'tag')),
  name text not null,
  files bigint not null,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, organization_id, kind, name)
);
select plinth.guard('attachment_counts', plinth.visible('attachment_counts'));

create function attachments_count(changes jsonb) returns void language plpgsql as $$
declare gone uuid[];
begin
  -- In one order, so that two uploads never wait for each other.
  with changed as (
    insert into attachment_counts as c (tenant_id, organization_id, kind, name, files)
    select (x ->> 't')::uuid, (x ->> 'o')::uuid, x ->> 'k', x ->> 'n', sum((x ->> 'd')::int) from jsonb_array_elements(changes) x
    group by 1, 2, 3, 4 having sum((x ->> 'd')::int) <> 0 order by 1, 2, 3, 4
    on conflict (tenant_id, organization_id, kind, name) do update set files = c.files + excluded.files
    returning c.id, c.files
  ) select array_agg(id) into gone from changed where files = 0;
  delete from attachment_counts where id = any (gone);
end $$;

create function attachments_counted() returns trigger language plpgsql as $$
declare changes jsonb := '[]';
begin
  if tg_op <> 'DELETE' then
    changes := changes || coalesce((select jsonb_agg(jsonb_build_object('t', g.t, 'o', g.o, 'k', g.k, 'n', g.n, 'd', g.files)) from (
      select r.tenant_id as t, r.organization_id as o, f.kind as k, f.name as n, count(*) as files from new_rows r, lateral (
        select 'partition' as kind, r.partition_code as name union all select 'tag', tag from unnest(r.tags) tag) f
      group by 1, 2, 3, 4) g), '[]');
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || coalesce((select jsonb_agg(jsonb_build_object('t', g.t, 'o', g.o, 'k', g.k, 'n', g.n, 'd', -g.files)) from (
      select r.tenant_id as t, r.organization_id as o, f.kind as k, f.name as n, count(*) as files from old_rows r, lateral (
        select 'partition' as kind, r.partition_code as name union all select 'tag', tag from unnest(r.tags) tag) f
      group by 1, 2, 3, 4) g), '[]');
  end if;
  perform attachments_count(changes);
  return null;
end $$;
create trigger attachments_count_inserted after insert on attachments
  referencing new table as new_rows for each statement execute function attachments_counted();
create trigger attachments_count_updated after update on attachments
  referencing old table as old_rows new table as new_rows for each statement execute function attachments_counted();
create trigger attachments_count_deleted after delete on attachments
  referencing old table as old_rows for each statement execute function attachments_counted();

select plinth.searchable('attachments', '{file_name}');
select plinth.full_text('attachment_texts', '{content}', '{english,german,spanish,polish}');
