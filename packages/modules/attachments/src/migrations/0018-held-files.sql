create table attachment_held_files (
  tenant_id uuid not null,
  id uuid not null,
  object_id uuid not null,
  -- In bytes.
  file_size bigint not null check (file_size >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, object_id),
  foreign key (tenant_id, object_id) references attachment_objects (tenant_id, id)
);
select plinth.guard('attachment_held_files', plinth.visible('attachment_held_files'));
create trigger attachments_keep_objects after insert on attachment_held_files
  referencing new table as new_rows for each statement execute function attachments_keep_objects();
create trigger attachments_release_objects after delete on attachment_held_files
  referencing old table as old_rows for each statement execute function attachments_release_objects();
