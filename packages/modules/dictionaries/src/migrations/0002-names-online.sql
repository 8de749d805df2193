-- Names in the order of each language.
drop index concurrently if exists dictionary_entries_label_und_idx;
create index concurrently dictionary_entries_label_und_idx on dictionary_entries (tenant_id, dictionary_id, label collate "und-x-icu", id);
drop index concurrently if exists dictionary_entries_label_es_idx;
create index concurrently dictionary_entries_label_es_idx on dictionary_entries (tenant_id, dictionary_id, label collate "es-x-icu", id);
drop index concurrently if exists dictionary_entries_label_pl_idx;
create index concurrently dictionary_entries_label_pl_idx on dictionary_entries (tenant_id, dictionary_id, label collate "pl-x-icu", id);
