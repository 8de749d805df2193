-- Names in the order of each language.
drop index concurrently if exists tenants_name_und_idx;
create index concurrently tenants_name_und_idx on tenants (name collate "und-x-icu", id) where deleted_at is null;
comment on index tenants_name_und_idx is 'all tenants: lists of tenants are sorted by name';
drop index concurrently if exists tenants_name_es_idx;
create index concurrently tenants_name_es_idx on tenants (name collate "es-x-icu", id) where deleted_at is null;
comment on index tenants_name_es_idx is 'all tenants: lists of tenants are sorted by name';
drop index concurrently if exists tenants_name_pl_idx;
create index concurrently tenants_name_pl_idx on tenants (name collate "pl-x-icu", id) where deleted_at is null;
comment on index tenants_name_pl_idx is 'all tenants: lists of tenants are sorted by name';
