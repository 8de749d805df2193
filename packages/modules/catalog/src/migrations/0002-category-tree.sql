do $$ begin
  execute format('create policy owner on catalog_categories for select to %I using (true)', current_user);
  execute format('create policy repair on catalog_categories for update to %I using (true)', current_user);
end $$;

-- Circles that were closed before there was a constraint: one category of each goes to the top, and the others stay below it.
do $$
declare
  circled record;
begin
  loop
    with recursive above as (
      select c.tenant_id, c.id, c.parent_id from catalog_categories c where c.parent_id is not null
      union
      select a.tenant_id, a.id, c.parent_id from above a join catalog_categories c
        on c.tenant_id = a.tenant_id and c.id = a.parent_id where c.parent_id is not null
    )
    select a.tenant_id, a.id into circled from above a where a.id = a.parent_id order by a.tenant_id, a.id limit 1;
    exit when not found;
    update catalog_categories c set parent_id = null where c.tenant_id = circled.tenant_id and c.id = circled.id;
  end loop;
end $$;
drop policy repair on catalog_categories;

-- The tree is kept by the database, because not only commands move categories: undo and redo do too. It sees what the caller
-- does not. Only what moves is looked at, so that what was too deep before can stay.
create function catalog_assert_category_tree() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  above uuid;
  depth integer := 0;
  height integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('catalog.categories ' || new.tenant_id, 0));
  select c.parent_id into above from catalog_categories c where c.tenant_id = new.tenant_id and c.id = new.id;
  while above is not null and depth <= 32 loop
    depth := depth + 1;
    if above = new.id then
      raise exception 'a circle of categories'
        using errcode = '23514', constraint = 'catalog_categories_circle', table = 'catalog_categories';
    end if;
    select c.parent_id into above from catalog_categories c where c.tenant_id = new.tenant_id and c.id = above;
  end loop;
  -- Where nothing is above it, it is no deeper than it was.
  if depth = 0 then return null; end if;
  with recursive levels as (
    select array[new.id] as ids, 1 as height
    union all
    select (select array_agg(c.id) from catalog_categories c
      where c.tenant_id = new.tenant_id and c.parent_id = any (l.ids)), l.height + 1
    from levels l where l.ids is not null and l.height <= 32
  )
  select max(l.height) into height from levels l where l.ids is not null;
  if depth + height > 32 then
    raise exception 'too many levels of categories'
      using errcode = '23514', constraint = 'catalog_categories_depth', table = 'catalog_categories';
  end if;
  return null;
end $$;

create constraint trigger catalog_categories_tree_of_new after insert on catalog_categories
  deferrable initially deferred for each row when (new.parent_id is not null)
  execute function catalog_assert_category_tree();
create constraint trigger catalog_categories_tree_of_moved after update of parent_id on catalog_categories
  deferrable initially deferred for each row when (old.parent_id is distinct from new.parent_id)
  execute function catalog_assert_category_tree();
