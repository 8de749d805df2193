create or replace function attachments_counted() returns trigger language plpgsql as $$
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
