create table attachment_renditions (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  attachment_id uuid not null,
  name text not null,
  driver text not null,
  partition_code text not null,
  object_key text not null,
  size bigint not null,
  mime_type text not null,
  used_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, attachment_id, name)
);
create index attachment_renditions_old on attachment_renditions (used_at);
comment on index attachment_renditions_old is 'all tenants: the sweep removes what nobody has asked for';
select plinth.guard('attachment_renditions', plinth.visible('attachment_renditions'));
