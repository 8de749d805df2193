-- Codes in the order of each language, as all texts of lists.
drop index concurrently if exists business_rules_rule_id_und_idx;
create index concurrently business_rules_rule_id_und_idx on business_rules (tenant_id, organization_id, rule_id collate "und-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_rule_id_es_idx;
create index concurrently business_rules_rule_id_es_idx on business_rules (tenant_id, organization_id, rule_id collate "es-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_rule_id_pl_idx;
create index concurrently business_rules_rule_id_pl_idx on business_rules (tenant_id, organization_id, rule_id collate "pl-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_rule_type_und_idx;
create index concurrently business_rules_rule_type_und_idx on business_rules (tenant_id, organization_id, rule_type collate "und-x-icu", rule_id collate "und-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_rule_type_es_idx;
create index concurrently business_rules_rule_type_es_idx on business_rules (tenant_id, organization_id, rule_type collate "es-x-icu", rule_id collate "es-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_rule_type_pl_idx;
create index concurrently business_rules_rule_type_pl_idx on business_rules (tenant_id, organization_id, rule_type collate "pl-x-icu", rule_id collate "pl-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_entity_type_und_idx;
create index concurrently business_rules_entity_type_und_idx on business_rules (tenant_id, organization_id, entity_type collate "und-x-icu", rule_id collate "und-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_entity_type_es_idx;
create index concurrently business_rules_entity_type_es_idx on business_rules (tenant_id, organization_id, entity_type collate "es-x-icu", rule_id collate "es-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_entity_type_pl_idx;
create index concurrently business_rules_entity_type_pl_idx on business_rules (tenant_id, organization_id, entity_type collate "pl-x-icu", rule_id collate "pl-x-icu", id) where deleted_at is null;
