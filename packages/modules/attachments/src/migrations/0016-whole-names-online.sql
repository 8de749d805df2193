-- The search goes on with the former index until this one is there.
drop index concurrently if exists attachments_search_whole;
create index concurrently attachments_search_whole on attachments using gin
  (tenant_id, coalesce(organization_id, tenant_id), plinth.search_vector("left"(coalesce(original_name, ''), 2000)));
select plinth.searchable('attachments', '{original_name}');
-- Needs the table for itself, so it does not wait long while requests queue behind it.
do $$ begin
  for attempt in 1..60 loop
    begin
      set local lock_timeout = '300ms';
      drop index attachments_search;
      alter index attachments_search_whole rename to attachments_search;
      return;
    exception when lock_not_available then
      perform pg_sleep(random() * 2);
    end;
  end loop;
  raise exception 'table attachments is in use' using errcode = '55P03';
end $$;
