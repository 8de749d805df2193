-- Names in the order of each language.
drop index concurrently if exists attachments_file_name_und_idx;
create index concurrently attachments_file_name_und_idx on attachments (tenant_id, file_name collate "und-x-icu", id);
drop index concurrently if exists attachments_file_name_es_idx;
create index concurrently attachments_file_name_es_idx on attachments (tenant_id, file_name collate "es-x-icu", id);
drop index concurrently if exists attachments_file_name_pl_idx;
create index concurrently attachments_file_name_pl_idx on attachments (tenant_id, file_name collate "pl-x-icu", id);
