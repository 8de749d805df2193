-- Names in the order of each language.
drop index concurrently if exists users_email_und_idx;
create index concurrently users_email_und_idx on users (tenant_id, email collate "und-x-icu", id);
drop index concurrently if exists users_email_es_idx;
create index concurrently users_email_es_idx on users (tenant_id, email collate "es-x-icu", id);
drop index concurrently if exists users_email_pl_idx;
create index concurrently users_email_pl_idx on users (tenant_id, email collate "pl-x-icu", id);
drop index concurrently if exists users_organization_email_und_idx;
create index concurrently users_organization_email_und_idx on users (tenant_id, organization_id, email collate "und-x-icu", id);
drop index concurrently if exists users_organization_email_es_idx;
create index concurrently users_organization_email_es_idx on users (tenant_id, organization_id, email collate "es-x-icu", id);
drop index concurrently if exists users_organization_email_pl_idx;
create index concurrently users_organization_email_pl_idx on users (tenant_id, organization_id, email collate "pl-x-icu", id);
