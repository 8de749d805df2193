select plinth.scoped_table('dictionaries', $$
  key text not null, name text not null, description text,
  is_system boolean not null default false, is_active boolean not null default true,
  manager_visibility text not null default 'default', entry_sort_mode text not null default 'label_asc', default_entry_id uuid,
  constraint dictionaries_key_unique unique nulls not distinct (tenant_id, organization_id, key)$$);

select plinth.scoped_table('dictionary_entries', $$
  dictionary_id uuid not null, value text not null, normalized_value text not null, label text not null,
  color text, icon text, "position" integer,
  constraint dictionary_entries_value_unique unique (tenant_id, dictionary_id, normalized_value),
  foreign key (tenant_id, dictionary_id) references dictionaries (tenant_id, id) on delete cascade$$);
create index dictionary_entries_by_label on dictionary_entries (tenant_id, dictionary_id, label, id);
