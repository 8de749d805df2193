import { defineOnlineMigration } from '@plinth/core'

/** Events are pulled in their order, whatever their status is. */
export const positions = defineOnlineMigration(
  'webhooks.positions',
  `drop index concurrently if exists webhook_deliveries_by_position;
create index concurrently webhook_deliveries_by_position on webhook_deliveries (tenant_id, endpoint_id, position);`,
)
