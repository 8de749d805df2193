select plinth.scoped_table('business_rules', $$
  rule_id text not null, rule_name text not null, description text,
  rule_type text not null check (rule_type in ('GUARD', 'VALIDATION', 'CALCULATION', 'ACTION', 'ASSIGNMENT')),
  rule_category text, entity_type text not null, event_type text,
  condition_expression jsonb, success_actions jsonb, failure_actions jsonb,
  enabled boolean not null default true, priority integer not null default 100, version integer not null default 1,
  effective_from timestamptz, effective_to timestamptz,
  created_by text, updated_by text, deleted_at timestamptz
$$);
alter table business_rules alter organization_id set not null;
create unique index business_rules_rule_id_unique on business_rules (tenant_id, rule_id) where deleted_at is null;
-- One per order that lists are asked in.
create index on business_rules (tenant_id, organization_id, priority desc, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, rule_name, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, rule_type, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, entity_type, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, created_at, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, updated_at, rule_id) where deleted_at is null;

select plinth.scoped_table('rule_sets', $$
  set_id text not null, set_name text not null, description text, enabled boolean not null default true,
  created_by text, updated_by text, deleted_at timestamptz
$$);
alter table rule_sets alter organization_id set not null;
create unique index rule_sets_set_id_unique on rule_sets (tenant_id, set_id) where deleted_at is null;

select plinth.scoped_table('rule_set_members', $$
  set_id uuid not null, rule_id uuid not null,
  sequence integer not null default 0 check (sequence >= 0), enabled boolean not null default true,
  constraint rule_set_members_rule_unique unique (tenant_id, set_id, rule_id),
  foreign key (tenant_id, set_id) references rule_sets (tenant_id, id),
  foreign key (tenant_id, rule_id) references business_rules (tenant_id, id)
$$);
alter table rule_set_members alter organization_id set not null;
create index on rule_set_members (tenant_id, rule_id);
