-- Names in the order of each language.
drop index concurrently if exists catalog_products_title_und_idx;
create index concurrently catalog_products_title_und_idx on catalog_products (tenant_id, title collate "und-x-icu", id);
drop index concurrently if exists catalog_products_title_es_idx;
create index concurrently catalog_products_title_es_idx on catalog_products (tenant_id, title collate "es-x-icu", id);
drop index concurrently if exists catalog_products_title_pl_idx;
create index concurrently catalog_products_title_pl_idx on catalog_products (tenant_id, title collate "pl-x-icu", id);
drop index concurrently if exists catalog_categories_name_und_idx;
create index concurrently catalog_categories_name_und_idx on catalog_categories (tenant_id, name collate "und-x-icu", id);
drop index concurrently if exists catalog_categories_name_es_idx;
create index concurrently catalog_categories_name_es_idx on catalog_categories (tenant_id, name collate "es-x-icu", id);
drop index concurrently if exists catalog_categories_name_pl_idx;
create index concurrently catalog_categories_name_pl_idx on catalog_categories (tenant_id, name collate "pl-x-icu", id);
drop index concurrently if exists catalog_variants_name_und_idx;
create index concurrently catalog_variants_name_und_idx on catalog_variants (tenant_id, name collate "und-x-icu", id);
drop index concurrently if exists catalog_variants_name_es_idx;
create index concurrently catalog_variants_name_es_idx on catalog_variants (tenant_id, name collate "es-x-icu", id);
drop index concurrently if exists catalog_variants_name_pl_idx;
create index concurrently catalog_variants_name_pl_idx on catalog_variants (tenant_id, name collate "pl-x-icu", id);
