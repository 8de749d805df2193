do $$ begin execute format('create policy owner on organizations for select to %I using (true)', current_user); end $$;

-- Plans are made once and kept: made on an empty table they would read all of it for every row of an import.
create function directory_assert_hierarchy() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  above uuid;
  depth integer := 1;
  height integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('directory.hierarchy:' || new.tenant_id, 0));
  select o.parent_id into above from organizations o
    where o.tenant_id = new.tenant_id and o.id = new.id and o.deleted_at is null;
  if not found then
    if exists (select from organizations o
      where o.tenant_id = new.tenant_id and o.parent_id = new.id and o.deleted_at is null) then
      raise exception 'children are left below a deleted organization'
        using errcode = '23503', constraint = 'organizations_parent_deleted', detail = 'Key (parent_id)';
    end if;
    return null;
  end if;
  while above is not null and depth <= 32 loop
    depth := depth + 1;
    if above = new.id then
      raise exception 'a circle of organizations'
        using errcode = '23503', constraint = 'organizations_circle', detail = 'Key (parent_id)';
    end if;
    select o.parent_id into above from organizations o
      where o.tenant_id = new.tenant_id and o.id = above and o.deleted_at is null;
    if not found then
      raise exception 'the parent is deleted'
        using errcode = '23503', constraint = 'organizations_parent_deleted', detail = 'Key (parent_id)';
    end if;
  end loop;
  -- One row per level: the planner always finds the index of children, whatever it believes about the recursion.
  with recursive levels as (
    select array[new.id] as ids, 1 as height
    union all
    select (select array_agg(o.id) from organizations o
      where o.tenant_id = new.tenant_id and o.parent_id = any (l.ids) and o.deleted_at is null), l.height + 1
    from levels l where l.ids is not null and l.height <= 32
  )
  select max(l.height) into height from levels l where l.ids is not null;
  if depth - 1 + height > 32 then
    raise exception 'too many levels of organizations'
      using errcode = '23503', constraint = 'organizations_depth', detail = 'Key (parent_id)';
  end if;
  return null;
end $$;

create constraint trigger organizations_hierarchy_of_new after insert on organizations
  deferrable initially deferred for each row when (new.parent_id is not null)
  execute function directory_assert_hierarchy();
create constraint trigger organizations_hierarchy_of_moved after update of parent_id, deleted_at on organizations
  deferrable initially deferred for each row
  when (old.parent_id is distinct from new.parent_id or old.deleted_at is distinct from new.deleted_at)
  execute function directory_assert_hierarchy();
