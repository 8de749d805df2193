-- Buckets of tenants. Who writes to them with which secret is nobody's to read: changes of it are kept aside.
select plinth.tenant_table('transfer_destinations', $$
  name text not null, endpoint text not null, region text not null, bucket text not null, prefix text not null,
  access_key_id text not null, secret text not null, path_style boolean not null$$, '{secret}');
select plinth.limit_rows('transfer_destinations', 50, 'A tenant can have at most %s destinations of exports');
create index on transfer_destinations (tenant_id, created_at, id);

alter table transfer_exports add column destination_id uuid;
alter table transfer_exports add constraint transfer_exports_destination_fkey
  foreign key (tenant_id, destination_id) references transfer_destinations (tenant_id, id) not valid;

-- Where a run writes, or an attempt that has not ended has begun to. Without a reference: runs outlive destinations.
alter table transfer_export_runs add column destination_id uuid, add column object_key text, add column upload_id text;
