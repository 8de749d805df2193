import { defineMigration } from '@plinth/core'

/** The size of each rule's conditions and actions, for the limit on all rules of a tenant (decision 43). */
export const ruleSizes = defineMigration(
  'business_rules.sizes',
  `
alter table business_rules add column text_bytes integer not null generated always as (
  coalesce(octet_length(condition_expression::text), 0) + coalesce(octet_length(success_actions::text), 0)
    + coalesce(octet_length(failure_actions::text), 0)) stored;
-- Room for a rule is looked up in the index alone.
create index on business_rules (tenant_id, organization_id, entity_type) include (text_bytes) where deleted_at is null;
`,
)
