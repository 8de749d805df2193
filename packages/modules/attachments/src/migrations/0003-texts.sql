create table attachment_texts (
  tenant_id uuid not null,
  -- The object's.
  id uuid not null,
  organization_id uuid,
  state text not null check (state in ('waiting', 'read', 'unreadable')),
  -- Why it is unreadable, in one word.
  reason text,
  content text not null default '',
  -- Pages that are complete in the content, and pages that there are.
  pages_read integer not null default 0,
  pages integer,
  attempts integer not null default 0,
  -- Whoever is reading it has until then.
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references attachment_objects (tenant_id, id) on delete cascade
);
create index attachment_texts_waiting on attachment_texts (tenant_id, created_at) where state = 'waiting';
comment on index attachment_texts_waiting is 'each tenant, and all of them: the sweep looks for texts that nobody reads';
select plinth.guard('attachment_texts', plinth.visible('attachment_texts'));

alter table attachment_usage add column text_bytes bigint not null default 0 check (text_bytes >= 0);

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
