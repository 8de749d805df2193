create function attachment_partitions_limit() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('attachments.partitions ' || tenant_id, 0))
    from (select distinct tenant_id from new_rows order by tenant_id) n;
  if exists (select from (select distinct tenant_id from new_rows) n where
      (select count(*) from attachment_partitions p where p.tenant_id = n.tenant_id) > 500) then
    raise exception 'a tenant may have 500 partitions'
      using errcode = '23514', constraint = 'attachment_partitions_most', table = 'attachment_partitions';
  end if;
  return null;
end $$;
create trigger attachment_partitions_limited after insert on attachment_partitions
  referencing new table as new_rows for each statement execute function attachment_partitions_limit();
