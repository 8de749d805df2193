-- Marking a row as deleted is a deletion, so the policy for deletions decides, as for tables whose rows are removed.
create or replace function plinth.check_policies() returns trigger language plpgsql as $$
begin
  if plinth.entry() is null and exists (select from pg_trigger t where t.tgrelid = tg_relid
    and t.tgfoid in ('plinth.record_insert'::regproc, 'plinth.record_update'::regproc, 'plinth.record_delete'::regproc)) then
    raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
  end if;
  if not (case when tg_op = 'INSERT' then plinth.may('read', tg_relid, to_jsonb(new))
    when tg_op = 'DELETE' then plinth.may('delete', tg_relid, to_jsonb(old))
    when to_jsonb(old) ->> 'deleted_at' is null and to_jsonb(new) ->> 'deleted_at' is not null
      then plinth.may('delete', tg_relid, to_jsonb(old)) and plinth.may('read', tg_relid, to_jsonb(new))
    else plinth.may('update', tg_relid, to_jsonb(old)) and plinth.may('update', tg_relid, to_jsonb(new)) end) then
    raise exception 'a row policy does not permit this' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
