-- Makes the rows of a table lines of a parent, whatever writes either of them: commands, raw SQL, an undo. Lines are deleted with
-- their parent, belong to its organization, and change its version (`updated_at`). `sums` maps columns of the parent to columns of
-- the lines: `{"total": "amount"}` keeps the sum of the amounts in the total. Call it again with other sums, or after a table or a
-- column has been renamed.
create function plinth.lines(target regclass, reference name, parent regclass, sums jsonb default '{}') returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  owner smallint[];
  link name;
  deletes "char";
  former record;
  statement text;
  total text;
begin
  select array_agg(a.attnum order by a.attname <> 'tenant_id') into owner from pg_attribute a
    where a.attrelid = target and a.attname in ('tenant_id', reference) and not a.attisdropped;
  select conname, confdeltype into link, deletes from pg_constraint
    where conrelid = target and confrelid = parent and contype = 'f' and conkey = owner;
  if link is null then
    execute format('alter table %s add foreign key (tenant_id, %I) references %s (tenant_id, id) on delete cascade',
      target, reference, parent);
    select conname into link from pg_constraint
      where conrelid = target and confrelid = parent and contype = 'f' and conkey = owner;
  elsif deletes <> 'c' then
    raise exception 'the foreign key % of % must be declared `on delete cascade`', link, target;
  end if;
  if not exists (select from pg_index where indrelid = target and indkey[0] = owner[1] and indkey[1] = owner[2]) then
    execute format('create index on %s (tenant_id, %I)', target, reference);
  end if;
  for former in select t.tgname, t.tgrelid, t.tgfoid::regprocedure as called from pg_trigger t
    where (t.tgrelid = target and starts_with(t.tgname, 'plinth_settle_'))
      or (t.tgrelid = parent and t.tgname = any (array['plinth_move_' || link, 'plinth_sum_' || link, 'plinth_sum_new_' || link]::name[]))
  loop
    execute format('drop trigger %I on %s', former.tgname, former.tgrelid::regclass);
    if former.tgrelid = target then execute format('drop function %s', former.called); end if;
  end loop;
  foreach statement in array '{insert,update,delete}'::text[] loop
    perform plinth.settle_lines(statement, target, reference, parent, sums);
  end loop;
  if plinth.has_column(target, 'organization_id') and plinth.has_column(parent, 'organization_id') then
    execute format('create trigger %I after update of organization_id on %s for each row
      when (old.organization_id is distinct from new.organization_id) execute function plinth.move_lines(%L)',
      'plinth_move_' || link, parent, link);
  end if;
  if sums = '{}' then return; end if;
  execute format('create trigger %I before insert on %s for each row when (%s) execute function plinth.sum_lines(%L, %L)',
    'plinth_sum_new_' || link, parent,
    (select string_agg(format('new.%I is distinct from 0', k), ' or ') from jsonb_object_keys(sums) k), link, sums);
  execute format('create trigger %I before update of %s on %s for each row
    when (current_setting(''plinth.settling'', true) is distinct from ''on'' and (%s)) execute function plinth.sum_lines(%L, %L)',
    'plinth_sum_' || link, (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(sums) k), parent,
    (select string_agg(format('old.%1$I is distinct from new.%1$I', k), ' or ') from jsonb_object_keys(sums) k), link, sums);
  for total in select k from jsonb_object_keys(sums) k loop
    execute format('comment on column %s.%I is %L', parent, total, 'bookkeeping');
  end loop;
  execute format('update %s p set %s from (select l.tenant_id, l.%I as id, %s from %s l group by 1, 2) s
    where p.tenant_id = s.tenant_id and p.id = s.id',
    parent, (select string_agg(format('%1$I = s.%1$I', k), ', ') from jsonb_object_keys(sums) k), reference,
    (select string_agg(format('coalesce(sum(l.%I), 0) as %I', v, k), ', ') from jsonb_each_text(sums) e(k, v)), target);
end $$;

create function plinth.has_column(target oid, name name) returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from pg_attribute where attrelid = target and attname = name and attnum > 0 and not attisdropped)
$$;

-- Creates the trigger that runs after a statement has written lines. Its statements have the names of the tables, so that they are
-- planned once. The parents are locked first, so that the sums of two transactions that add lines at once contain the lines of both.
-- A parent that the transaction has written already has a new version.
create function plinth.settle_lines(statement text, target regclass, reference name, parent regclass, sums jsonb) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  name text := format('settle_%s_%s', statement, md5(target::text || ' ' || reference));
  written text := case statement
    when 'insert' then format('select tenant_id, %I as id from new_rows', reference)
    when 'delete' then format('select tenant_id, %I as id from old_rows', reference)
    else format('select tenant_id, %1$I as id from new_rows union select tenant_id, %1$I from old_rows', reference) end;
  is_placed boolean := statement <> 'delete'
    and plinth.has_column(target, 'organization_id') and plinth.has_column(parent, 'organization_id');
  is_other text := 'p.xmin <> pg_current_xact_id()::xid';
  version text := 'greatest(date_trunc(''milliseconds'', clock_timestamp()), p.updated_at + interval ''1 ms'')';
  settled text := '';
begin
  if not plinth.has_column(parent, 'updated_at') then
    version := '';
    is_other := 'false';
  elsif sums = '{}' then
    version := 'updated_at = ' || version;
  else
    version := format(', updated_at = case when %s then %s else p.updated_at end', is_other, version);
  end if;
  if sums <> '{}' then
    settled := format('update %s p set %s%s from (
        select w.tenant_id, w.id, %s from (select distinct * from (%s) w) w
        left join %s l on l.tenant_id = w.tenant_id and l.%I = w.id group by 1, 2) s
      where p.tenant_id = s.tenant_id and p.id = s.id and (row(%s) is distinct from row(%s) or %s);',
      parent, (select string_agg(format('%1$I = s.%1$I', k), ', ') from jsonb_object_keys(sums) k), version,
      (select string_agg(format('coalesce(sum(l.%I), 0) as %I', v, k), ', ') from jsonb_each_text(sums) e(k, v)),
      written, target, reference, (select string_agg(format('p.%I', k), ', ') from jsonb_object_keys(sums) k),
      (select string_agg(format('s.%I', k), ', ') from jsonb_object_keys(sums) k), is_other);
  elsif version <> '' then
    settled := format('update %s p set %s where (p.tenant_id, p.id) in (%s) and %s;', parent, version, written, is_other);
  end if;
  execute format('create function plinth.%I() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $settle$
    declare
      organizations text := coalesce(current_setting(''plinth.organizations'', true), '''');
      misplaced bigint;
    begin
      perform set_config(''plinth.organizations'', ''*'', true);
      with locked as materialized (
        select p.* from %s p where (p.tenant_id, p.id) in (%s) order by p.id for no key update)
      select %s into misplaced from locked p%s;
      %s
      perform set_config(''plinth.settling'', ''on'', true);
      %s
      perform set_config(''plinth.settling'', '''', true), set_config(''plinth.organizations'', organizations, true);
      return null;
    end $settle$', name, parent, written,
    case when is_placed then 'count(*) filter (where n.organization_id is distinct from p.organization_id)' else 'count(*)' end,
    case when is_placed then format(' join new_rows n on n.tenant_id = p.tenant_id and n.%I = p.id', reference) else '' end,
    case when is_placed then format('if misplaced > 0 then
        update %s l set organization_id = p.organization_id from new_rows n join %s p on p.tenant_id = n.tenant_id and p.id = n.%I
        where l.tenant_id = n.tenant_id and l.id = n.id and l.organization_id is distinct from p.organization_id;
      end if;', target, parent, reference) else '' end, settled);
  -- Named so that it fires after the trigger that records the statement.
  execute format('create trigger %I after %s on %s referencing %s for each statement execute function plinth.%I(%L, %L, %L, %L)',
    'plinth_settle_' || statement, statement, target, case statement when 'insert' then 'new table as new_rows'
      when 'delete' then 'old table as old_rows' else 'old table as old_rows new table as new_rows' end,
    name, (select relname from pg_class where oid = target), reference, (select relname from pg_class where oid = parent), sums);
end $$;

-- Nothing else can write the sums of a parent.
create function plinth.sum_lines() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  sums jsonb := tg_argv[1];
  kept jsonb := (select jsonb_object_agg(k, 0) from jsonb_object_keys(sums) k);
  lines regclass;
  reference name;
  organizations text := coalesce(current_setting('plinth.organizations', true), '');
begin
  if tg_op = 'UPDATE' then
    select c.conrelid, a.attname into lines, reference from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
      where c.confrelid = tg_relid and c.conname = tg_argv[0];
    perform set_config('plinth.organizations', '*', true);
    execute format('select jsonb_build_object(%s) from %s l where l.tenant_id = $1 and l.%I = $2',
      (select string_agg(format('%L, coalesce(sum(l.%I), 0)', k, v), ', ') from jsonb_each_text(sums) e(k, v)), lines, reference)
      into kept using new.tenant_id, new.id;
    perform set_config('plinth.organizations', organizations, true);
  end if;
  return jsonb_populate_record(new, kept);
end $$;

create function plinth.move_lines() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  lines regclass;
  reference name;
  organizations text := coalesce(current_setting('plinth.organizations', true), '');
begin
  select c.conrelid, a.attname into lines, reference from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.confrelid = tg_relid and c.conname = tg_argv[0];
  perform set_config('plinth.organizations', '*', true);
  execute format('update %s l set organization_id = $3 where l.tenant_id = $1 and l.%I = $2
    and l.organization_id is distinct from $3', lines, reference) using new.tenant_id, new.id, new.organization_id;
  perform set_config('plinth.organizations', organizations, true);
  return null;
end $$;

-- Rows that are about to be written, with the columns that the table would compute and with its defaults.
create function plinth.completed_rows(target regclass, sent jsonb) returns jsonb language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  defaults text;
  computed text;
  completed jsonb;
begin
  select string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') into defaults
    from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attgenerated = '' and not a.attisdropped and pg_get_expr(d.adbin, d.adrelid) not like '%nextval(%';
  select string_agg(format('%L, (%s)::%s', a.attname, pg_get_expr(d.adbin, d.adrelid), format_type(a.atttypid, a.atttypmod)), ', ')
    into computed from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attgenerated <> '' and not a.attisdropped;
  execute format('select jsonb_agg(to_jsonb(r) || jsonb_build_object(%s)) from jsonb_populate_recordset(null::%s,
    (select jsonb_agg(jsonb_build_object(%s) || e) from jsonb_array_elements($1) e)) r', computed, target, defaults)
    into completed using sent;
  return completed;
end $$;
