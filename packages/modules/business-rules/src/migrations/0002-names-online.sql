-- Names in the order of each language.
drop index concurrently if exists business_rules_rule_name_und_idx;
create index concurrently business_rules_rule_name_und_idx on business_rules (tenant_id, organization_id, rule_name collate "und-x-icu", rule_id collate "und-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_rule_name_es_idx;
create index concurrently business_rules_rule_name_es_idx on business_rules (tenant_id, organization_id, rule_name collate "es-x-icu", rule_id collate "es-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_rule_name_pl_idx;
create index concurrently business_rules_rule_name_pl_idx on business_rules (tenant_id, organization_id, rule_name collate "pl-x-icu", rule_id collate "pl-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_priority_und_idx;
create index concurrently business_rules_priority_und_idx on business_rules (tenant_id, organization_id, priority desc, rule_id collate "und-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_priority_es_idx;
create index concurrently business_rules_priority_es_idx on business_rules (tenant_id, organization_id, priority desc, rule_id collate "es-x-icu", id) where deleted_at is null;
drop index concurrently if exists business_rules_priority_pl_idx;
create index concurrently business_rules_priority_pl_idx on business_rules (tenant_id, organization_id, priority desc, rule_id collate "pl-x-icu", id) where deleted_at is null;
