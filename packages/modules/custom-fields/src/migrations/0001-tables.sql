select plinth.scoped_table('custom_field_definitions', $$
  entity_id text not null, key text not null, kind text not null, config jsonb not null,
  is_active boolean not null default true, deleted_at timestamptz,
  constraint custom_field_definitions_key_unique unique nulls not distinct (tenant_id, entity_id, key, organization_id)$$);

select plinth.scoped_table('custom_fieldsets', $$
  entity_id text not null, fieldsets jsonb not null, single_fieldset_per_record boolean not null default true,
  constraint custom_fieldsets_entity_unique unique nulls not distinct (tenant_id, entity_id, organization_id)$$);

select plinth.scoped_table('custom_entities', $$
  entity_id text not null, label text not null, description text, label_field text, default_editor text,
  show_in_sidebar boolean not null default false, is_active boolean not null default true,
  constraint custom_entities_entity_unique unique nulls not distinct (tenant_id, entity_id, organization_id)$$);

select plinth.scoped_table('custom_entity_records', $$
  entity_id text not null, deleted_at timestamptz,
  custom jsonb not null default '{}' constraint custom_entity_records_custom_object check (jsonb_typeof(custom) = 'object')$$);
comment on column custom_entity_records.custom is 'merged by key';
create index custom_entity_records_by_entity on custom_entity_records (tenant_id, entity_id, id) where deleted_at is null;
