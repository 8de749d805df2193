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
    changes := changes || coalesce((select jsonb_agg(jsonb_build_object('t', r.tenant_id, 'o', r.organization_id, 'k', f.kind,
        'n', f.name, 'd', 1)) from new_rows r, lateral (select 'partition' as kind, r.partition_code as name
        union all select 'tag', tag from unnest(r.tags) tag) f), '[]');
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || coalesce((select jsonb_agg(jsonb_build_object('t', r.tenant_id, 'o', r.organization_id, 'k', f.kind,
        'n', f.name, 'd', -1)) from old_rows r, lateral (select 'partition' as kind, r.partition_code as name
        union all select 'tag', tag from unnest(r.tags) tag) f), '[]');
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

insert into attachment_counts (tenant_id, organization_id, kind, name, files)
select a.tenant_id, a.organization_id, f.kind, f.name, count(*) from attachments a, lateral (
  select 'partition' as kind, a.partition_code as name union all select 'tag', tag from unnest(a.tags) tag) f
group by 1, 2, 3, 4;

select plinth.searchable('attachments', '{file_name}');
select plinth.full_text('attachment_texts', '{content}', '{english,german,spanish,polish}');
