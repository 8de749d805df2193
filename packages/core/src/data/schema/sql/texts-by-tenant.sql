create function plinth.fix_text_keys(are_new boolean) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  key record;
begin
  for key in select c.conrelid::regclass as name, c.conname, c.confrelid::regclass as target
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.confupdtype = 'c' and t.relnamespace = 'plinth'::regnamespace and t.relname like 'texts\_%'
  loop
    execute format('alter table %s drop constraint %I, add constraint %I foreign key (tenant_id, id)
      references %s (tenant_id, id) on delete cascade', key.name, key.conname, key.conname, key.target)
      || case when are_new then '' else ' not valid' end;
  end loop;
end $$;
revoke execute on function plinth.fix_text_keys from public;
select plinth.fix_text_keys(false);

create or replace function plinth.full_text(target regclass, columns text[], languages text[]) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $body$
begin
  perform plinth.make_full_text(target, columns, languages);
  perform plinth.fix_text_keys(true);
  perform plinth.plan_full_text(format('plinth.%I(text, integer)',
    'find_' || (select relname from pg_class where oid = target))::regprocedure);
end $body$;
