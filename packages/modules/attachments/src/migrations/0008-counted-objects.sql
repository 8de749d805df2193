alter table attachment_usage add column kept_files bigint not null default 0;
alter table attachment_usage add column released_files bigint not null default 0;
update attachment_usage u set kept_files = o.kept, released_files = o.released from (
  select tenant_id, count(*) filter (where state = 'kept') as kept, count(*) filter (where state = 'released') as released
  from attachment_objects group by tenant_id) o where o.tenant_id = u.tenant_id;

create or replace function attachments_keep_objects() returns trigger language plpgsql as $$
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

create or replace function attachments_count_bytes() returns trigger language plpgsql as $$
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
