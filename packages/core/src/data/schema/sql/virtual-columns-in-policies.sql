-- PostgreSQL does not compute virtual generated columns for triggers, so policies on writes compared null with what they name.
create function plinth.image_of(target regclass, written anyelement) returns jsonb language plpgsql stable as $$
declare
  computed text := (select string_agg(format('%L, (%s)', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ')
    from pg_catalog.pg_attribute a join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attgenerated = 'v' and not a.attisdropped);
  image jsonb := to_jsonb(written);
begin
  if computed is null then return image; end if;
  execute format('select $2 || jsonb_build_object(%s) from (select ($1).*) r', computed) into image using written, image;
  return image;
end $$;

create or replace function plinth.check_policies() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then plinth.image_of(tg_relid, old) end;
  after jsonb := case when tg_op <> 'DELETE' then plinth.image_of(tg_relid, new) end;
begin
  if plinth.entry() is null and exists (select from pg_trigger t where t.tgrelid = tg_relid
    and t.tgfoid in ('plinth.record_insert'::regproc, 'plinth.record_update'::regproc, 'plinth.record_delete'::regproc)) then
    raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
  end if;
  if not (case when tg_op = 'INSERT' then plinth.may('read', tg_relid, after)
    when tg_op = 'DELETE' then plinth.may('delete', tg_relid, before)
    when before ->> 'deleted_at' is null and after ->> 'deleted_at' is not null
      then plinth.may('delete', tg_relid, before) and plinth.may('read', tg_relid, after)
    else plinth.may('update', tg_relid, before) and plinth.may('update', tg_relid, after) end) then
    raise exception 'a row policy does not permit this' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
