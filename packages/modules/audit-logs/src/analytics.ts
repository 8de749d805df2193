import { userNames } from '@plinth/auth'
import { actionLog } from '@plinth/core/data'
import type { AnalyticsEntity } from '@plinth/points'
import { organizationLabels } from '@plinth/directory'
import { features } from './contract.ts'

/** Entries of the action log. */
export const actionAnalytics: AnalyticsEntity = {
  id: 'audit_logs:actions',
  features: [features.view_tenant],
  table: actionLog,
  fields: {
    id: { column: 'id', type: 'uuid' },
    commandId: { column: 'command_id', type: 'text' },
    resourceKind: { column: 'resource_kind', type: 'text' },
    actorUserId: { column: 'actor_user_id', type: 'uuid', labels: userNames },
    organizationId: { column: 'organization_id', type: 'uuid', labels: organizationLabels },
    createdAt: { column: 'created_at', type: 'time' },
  },
}
